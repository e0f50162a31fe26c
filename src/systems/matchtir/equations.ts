// What holds without any training: assignments, transport, likeness of calls, and advantages of two levels.

import { Random } from "../../core/random.ts";
import { callSimilarity } from "../../feedback/call-matching.ts";
import { jsonCall } from "../../feedback/tool-call.ts";
import { greedyAssignment, optimalAssignment } from "../../math/assignment.ts";
import { sinkhorn } from "../../math/sinkhorn.ts";
import { atMost, near, worded } from "../../study/bound.ts";
import { beside, type Claim, equation, inAll, is, never } from "../../study/claim.ts";
import { exact, percent } from "../../study/figure.ts";
import { largestGap } from "../../study/matching.ts";
import { levelAdvantages } from "./method.ts";

/** One for each identity. */
export function equations(): Claim[] {
  return [assignment(), square(), masses(), limit(), likeness(), advantages()];
}

function drawn(random: Random, rows: number, columns: number): Float64Array[] {
  return Array.from({ length: rows }, () => Float64Array.from({ length: columns }, () => random.uniform()));
}

/** Largest total over all ways to give every row of the smaller side a partner, by trying them. */
function bestByTrying(values: readonly Float64Array[], row = 0, taken = 0): number {
  if (values.length > values[0].length) {
    return bestByTrying(Array.from(values[0], (_, c) => Float64Array.from(values, (one) => one[c])));
  }
  if (row === values.length) return 0;
  let best = Number.NEGATIVE_INFINITY;
  for (const [column, value] of values[row].entries()) {
    if ((taken >> column) & 1) continue;
    best = Math.max(best, value + bestByTrying(values, row + 1, taken | (1 << column)));
  }
  return best;
}

function assignment(): Claim {
  const random = Random.of(101, "assignments");
  let [apart, worse, above] = [0, 0, 0];
  for (let trial = 0; trial < 1000; trial++) {
    const values = drawn(random, 1 + random.integer(6), 1 + random.integer(6));
    const { total } = optimalAssignment(values);
    const greedy = greedyAssignment(values).total;
    apart = Math.max(apart, Math.abs(total - bestByTrying(values)));
    if (greedy < total - 1e-12) worse += 1;
    if (greedy > total + 1e-12) above += 1;
  }
  return equation("optimal assignment of 1000 matrices up to 6 × 6, against all that there are", [
    is(exact(apart), atMost(1e-12), "largest difference"),
    never(above, "greedy above it"),
    beside("greedy below it", exact(worse)),
  ]);
}

function square(): Claim {
  const values = [
    [0.9, 0.8],
    [0.8, 0.1],
  ];
  return equation("total of [[0.9, 0.8], [0.8, 0.1]]", [
    is(
      exact(greedyAssignment(values).total),
      near(1, 1e-12),
      "greedy (the released function named after Kuhn and Munkres)",
    ),
    is(exact(optimalAssignment(values).total), near(1.6, 1e-12), "optimal"),
  ]);
}

function masses(): Claim {
  const random = Random.of(101, "masses");
  const errors = Array.from({ length: 200 }, () => {
    const [rows, columns] = [1 + random.integer(6), 1 + random.integer(6)];
    return sinkhorn(drawn(random, rows, columns), 0.1).error;
  });
  return equation(
    "sums of transport plans, regularisation 0.1: largest error",
    is(exact(Math.max(...errors)), atMost(1e-6)),
  );
}

/** The total of a plan comes to that of the best assignment, shared by the number of rows. */
function limit(): Claim {
  const random = Random.of(101, "limit");
  const squares = Array.from({ length: 100 }, () => {
    const n = 2 + random.integer(4);
    return drawn(random, n, n);
  });
  const lost = (regularisation: number) =>
    squares.map((likeness) => {
      const { plan } = sinkhorn(
        likeness.map((row) => row.map((value) => -value)),
        regularisation,
      );
      const total = plan.reduce((sum, row, i) => sum + row.reduce((so, mass, j) => so + mass * likeness[i][j], 0), 0);
      return 1 - total / (optimalAssignment(likeness).total / likeness.length);
    });
  const most = (regularisation: number) => percent(exact(Math.max(...lost(regularisation))));
  return equation("100 square matrices: most that transport loses against the best assignment", [
    is(most(0.005), worded(atMost(0.02), "≤ 2 %"), "regularisation 0.005"),
    beside("regularisation 0.1", most(0.1)),
  ]);
}

/** Call, reference, and how alike they are by hand. */
const CASES: readonly (readonly [call: string, reference: string, alike: number])[] = [
  ['{"name":"f","arguments":{"a":1,"b":2}}', '{"name":"f","arguments":{"a":1,"b":2}}', 1],
  ['{"name":"F","arguments":{"a":1}}', '{"name":"f","arguments":{"a":1}}', 1],
  ['{"name":"f"}', '{"name":"f"}', 1],
  ['{"name":"g","arguments":{"a":1}}', '{"name":"f","arguments":{"a":1}}', 0],
  ['{"name":"f","arguments":{"a":1,"b":3}}', '{"name":"f","arguments":{"a":1,"b":2}}', 3 / 4],
  ['{"name":"f","arguments":{"a":2,"b":3}}', '{"name":"f","arguments":{"a":1,"b":2}}', 1 / 2],
  ['{"name":"f","arguments":{"a":1}}', '{"name":"f","arguments":{"a":1,"b":2}}', 5 / 8],
  ['{"name":"f","arguments":{"a":1,"c":3}}', '{"name":"f","arguments":{"a":1}}', 5 / 6],
  ['{"name":"f","arguments":{"a":1}}', '{"name":"f"}', 1 / 2],
  ['{"name":"f","arguments":{"a":"1"}}', '{"name":"f","arguments":{"a":1}}', 2 / 3],
];

function likeness(): Claim {
  const right = CASES.filter(([call, reference, alike]) => {
    const [one, other] = [jsonCall(call), jsonCall(reference)];
    return one !== undefined && other !== undefined && Math.abs(callSimilarity(one, other) - alike) <= 1e-12;
  });
  return equation("likeness of calls in ten cases by hand", inAll(right.length, CASES.length));
}

/** Two texts of three turns: R = 2 and 1.5, D = (1.81, 0.9, 1) and (1.4, 1, 0); of two numbers each lies 1/√2 from their mean. */
function advantages(): Claim {
  const turns = { counts: Int32Array.of(3, 3), most: 3 };
  const found = levelAdvantages(Float64Array.of(1, 0, 1, 0.5, 1, 0), turns, 2, { level: "dual", discount: 0.9 });
  const byHand = [1, 0, 1, -1, 0, -1].map((sign) => sign * Math.SQRT1_2);
  return equation(
    "advantages of both levels of two texts with three turns: largest distance from those by hand",
    is(exact(largestGap(found, byHand)), atMost(1e-5)),
  );
}
