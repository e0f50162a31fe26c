// Whose credit finds the useful calls: traces whose calls are known to be useful, repeated, of another tool, or of the right tool
// with a wrong argument, credited without any training.

import { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { callRewards, type MATCHINGS } from "../../feedback/call-matching.ts";
import type { ToolCall } from "../../feedback/tool-call.ts";
import { greedyAssignment, optimalAssignment } from "../../math/assignment.ts";
import { atLeast, equalTo, near } from "../../study/bound.ts";
import { beside, type Claim, claim, equation, is } from "../../study/claim.ts";
import { sampled } from "../../study/figure.ts";
import { type LEVELS, levelAdvantages } from "./method.ts";

type Matching = (typeof MATCHINGS)[number];

/** Draws, questions of each, and traces to each question (the released code's group). */
const [DRAWS, QUESTIONS, GROUP] = [20, 50, 16];
/** Chance that a call which is of no use stands before a useful one, and that a useful one is left out. */
const [USELESS, LEFT_OUT] = [0.4, 0.15];

interface Trace {
  readonly calls: readonly ToolCall[];
  readonly useful: readonly boolean[];
  /** Pay of the answer, which is right where no useful call is missing. */
  readonly answer: number;
}

type Question = Readonly<{ references: readonly ToolCall[]; traces: readonly Trace[] }>;

/** Traces of two to four dependent sums. */
function drawQuestion(random: Random): Question {
  const number = () => 10 + random.integer(90);
  const hops = 2 + random.integer(3);
  let running = number();
  const references = Array.from({ length: hops }, (): ToolCall => {
    const call = { name: "add", arguments: { a: running, b: number() } };
    running = call.arguments.a + call.arguments.b;
    return call;
  });
  const traces = Array.from({ length: GROUP }, (): Trace => {
    const calls: ToolCall[] = [];
    const useful: boolean[] = [];
    let answer = 1;
    const add = (call: ToolCall, use: boolean): void => {
      calls.push(call);
      useful.push(use);
    };
    for (const reference of references) {
      const made = calls.filter((call) => references.includes(call));
      if (random.uniform() < USELESS) {
        const kind = random.integer(made.length === 0 ? 2 : 3);
        if (kind === 0) add({ ...reference, name: "multiply" }, false);
        else if (kind === 1) add({ ...reference, arguments: { ...reference.arguments, b: 100 + number() } }, false);
        else add(made[made.length - 1], false);
      }
      if (random.uniform() < LEFT_OUT) answer = 0;
      else add(reference, true);
    }
    return { calls, useful, answer };
  });
  return { references, traces };
}

/** Chance that a useful call has more advantage than another one of the same trace, ties counting half. */
function withinTraces(questions: readonly Question[], by: Matching, level: (typeof LEVELS)[number], discount: number) {
  let [sum, pairs] = [0, 0];
  for (const { references, traces } of questions) {
    const counts = Int32Array.from(traces, ({ calls }) => calls.length + 1);
    const most = Math.max(...counts);
    const rewards = new Float64Array(GROUP * most);
    for (const [row, { calls, answer }] of traces.entries()) {
      rewards.set(callRewards(calls, references, { by, unmatched: 0 }), row * most);
      rewards[row * most + calls.length] = answer;
    }
    const advantages = levelAdvantages(rewards, { counts, most }, GROUP, { level, discount });
    for (const [row, { useful }] of traces.entries()) {
      const own = advantages.subarray(row * most, row * most + useful.length);
      const good = useful.filter((use) => use).length;
      const compared = good * (useful.length - good);
      sum += (areaUnderCurve(own, useful) ?? 0) * compared;
      pairs += compared;
    }
  }
  return sum / pairs;
}

/** What the released code's assignment makes of two calls that both are most like the same reference. */
export function assignmentEquation(): Claim {
  const values = [
    [0.9, 0.8],
    [0.8, 0.1],
  ];
  const [greedy, optimal] = [greedyAssignment, optimalAssignment].map((assign) => assign(values).total);
  return equation("total of [[0.9, 0.8], [0.8, 0.1]]", [
    is(greedy, near(1, 1e-12), "greedy (the released function named after Kuhn and Munkres)"),
    is(optimal, near(1.6, 1e-12), "optimal"),
  ]);
}

/** Thresholds were set before the first run. */
export function creditClaims(seed: number): Claim[] {
  const draws = Array.from({ length: DRAWS }, (_, draw) => {
    const random = Random.of(seed + draw, "credit of known calls");
    return Array.from({ length: QUESTIONS }, () => drawQuestion(random));
  });
  const area = (by: Matching, level: (typeof LEVELS)[number] = "dual", discount = 0.9) =>
    sampled(draws.map((questions) => withinTraces(questions, by, level, discount)));
  const alone = (by: Matching) => beside("without what follows a turn", area(by, "dual", 0));
  return [
    equation(
      "area under the curve of useful calls against others of the same trace: advantages of whole texts alone",
      is(area("optimal", "trajectory"), equalTo(0.5)),
    ),
    claim("area of useful calls: both levels, optimal matching", [is(area("optimal"), atLeast(0.9)), alone("optimal")]),
    claim("area of useful calls: both levels, transport", [
      is(area("transport"), atLeast(0.8)),
      alone("transport"),
      beside("unscaled", area("unscaled transport")),
    ]),
  ];
}
