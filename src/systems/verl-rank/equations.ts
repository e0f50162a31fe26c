// What effective rank, its curve and the shaping must do exactly, on runs of states with known answers.

import { Matrix, QrDecomposition } from "ml-matrix";
import { Random } from "../../core/random.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { curveDynamics, effectiveRank, prefixRanks, spectrumRank } from "../../math/effective-rank.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { atLeast, atMost, equalTo, near } from "../../study/bound.ts";
import { beside, type Claim, equation, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { largestGap } from "../../study/matching.ts";
import { rankShapingParameters, shapedAdvantage } from "./callback.ts";

const EXACT = 1e-5;
/** Characters of an answer and numbers of a state, as in the study's model. */
const [ROWS, WIDTH] = [13, 32];

export function equations(): Claim[] {
  return [spectrum(), invariance(200), curves(), steps(), products(200), signs()];
}

function spectrum(): Claim {
  return equation("effective rank of singular values", [
    is(exact(spectrumRank(Array(7).fill(0.3))), near(7, EXACT), "seven alike"),
    is(exact(spectrumRank([4])), near(1, EXACT), "a single one"),
    is(exact(spectrumRank([2, 1, 1])), near(2 ** 1.5, EXACT), "2, 1, 1"),
  ]);
}

/** Normal states [rows × width]. */
function drawn(random: Random, rows = ROWS, width = WIDTH): Float64Array {
  return Float64Array.from({ length: rows * width }, () => random.normal());
}

/** Largest change of the rank under four changes of the states that it must not see. */
function invariance(runs: number): Claim {
  const changes: Record<string, (states: Float64Array, random: Random) => Float64Array> = {
    "a rotation": (states, random) => {
      const { orthogonalMatrix } = new QrDecomposition(Matrix.from1DArray(WIDTH, WIDTH, drawn(random, WIDTH)));
      return Float64Array.from(Matrix.from1DArray(ROWS, WIDTH, states).mmul(orthogonalMatrix).to1DArray());
    },
    "a scale": (states, random) => {
      const factor = Math.exp(random.normal());
      return states.map((x) => factor * x);
    },
    "a vector that is added to every state": (states, random) => {
      const shift = drawn(random, 1);
      return states.map((x, k) => x + 10 * shift[k % WIDTH]);
    },
    "another order of the states": (states, random) => inAnotherOrder(states, WIDTH, random),
  };
  const largest = (change: (states: Float64Array, random: Random) => Float64Array) => {
    const moved = Array.from({ length: runs }, (_, run) => {
      const random = Random.of(run, "states");
      const states = drawn(random);
      return Math.abs(effectiveRank(change(states, random), WIDTH) - effectiveRank(states, WIDTH));
    });
    return exact(Math.max(...moved));
  };
  return equation(
    `largest change of the effective rank, ${runs} runs`,
    Object.entries(changes).map(([name, change]) => is(largest(change), atMost(EXACT), name)),
  );
}

/** The same states, [… × width], in an order that is drawn. */
export function inAnotherOrder(states: ArrayLike<number>, width: number, random: Random): Float64Array {
  const order = Array.from({ length: states.length / width }, (_, k) => k);
  shuffle(order, random);
  return Float64Array.from(states, (_, k) => states[order[Math.floor(k / width)] * width + (k % width)]);
}

function curves(): Claim {
  const a = 1.7;
  return equation(
    "curve c + 1.7·j of K points: velocity 1.7·(K + 2)/4, and acceleration 1.7/2, however long",
    [3, 6, 25].flatMap((points) => {
      const found = curveDynamics(Float64Array.from({ length: points }, (_, j) => 0.4 + a * j));
      return [
        is(exact(found.velocity), near((a * (points + 2)) / 4, EXACT), `velocity of ${points}`),
        is(exact(found.acceleration), near(a / 2, EXACT), "acceleration"),
      ];
    }),
  );
}

function steps(): Claim {
  return equation(
    "curves of six points whose steps are independent and alike: correlation of last point and velocity, drawn beside computed",
    [
      is(exact(simulatedSteps(6, 20_000)), near(independentSteps(6), 0.01)),
      beside("computed", exact(independentSteps(6))),
    ],
  );
}

/**
 * Correlation of a curve's last point with its velocity when its steps are independent with one variance. Velocity is a sum of the
 * points, hence of the steps with weights W_i (the velocity of a curve that steps up by 1 at i): ΣW_i/√(K·ΣW_i²), which tends
 * to (1/4)/√(2/27) = 0.919 for long curves.
 */
export function independentSteps(points: number): number {
  let [sum, squares] = [0, 0];
  for (let step = 0; step < points; step++) {
    const { velocity } = curveDynamics(Float64Array.from({ length: points }, (_, j) => (j >= step ? 1 : 0)));
    sum += velocity;
    squares += velocity ** 2;
  }
  return sum / Math.sqrt(points * squares);
}

function simulatedSteps(points: number, runs: number): number {
  const random = Random.of(1, "curves");
  const [last, velocity] = [new Float64Array(runs), new Float64Array(runs)];
  for (let run = 0; run < runs; run++) {
    let height = 0;
    const curve = Float64Array.from({ length: points }, () => {
      height += random.normal();
      return height;
    });
    last[run] = height;
    velocity[run] = curveDynamics(curve).velocity;
  }
  return pearson(last, velocity) ?? 0;
}

function products(runs: number): Claim {
  const ends = Array.from({ length: ROWS }, (_, k) => k + 1);
  const gaps = Array.from({ length: runs }, (_, run) => {
    const states = drawn(Random.of(run, "curve"));
    const direct = ends.map((end) => effectiveRank(states.subarray(0, end * WIDTH), WIDTH));
    return largestGap(prefixRanks(states, WIDTH, ends), direct);
  });
  return equation(
    `curve by the products of states less that by the singular values of each prefix, ${runs} runs: largest difference`,
    is(exact(Math.max(...gaps)), atMost(1e-4)),
  );
}

/** A ≤ Â ≤ 1.5·A above 0, A ≤ Â ≤ A/2 below, 0 at 0; and a mean that no bonus lowers. */
function signs(): Claim {
  const { bound } = rankShapingParameters.parse({});
  const random = Random.of(1, "advantages");
  let [outside, lowest] = [0, Number.POSITIVE_INFINITY];
  for (let batch = 0; batch < 1000; batch++) {
    const advantages = Array.from({ length: 8 }, () => (random.uniform() < 0.1 ? 0 : random.normal()));
    const mean = advantages.reduce((x, y) => x + y, 0) / 8;
    let sum = 0;
    for (const advantage of advantages) {
      const shaped = shapedAdvantage(advantage - mean, 2 * random.normal(), bound);
      const [low, high] = [advantage - mean, (advantage - mean) * (advantage > mean ? 1.5 : 0.5)];
      if (shaped < low - 1e-12 || shaped > high + 1e-12) outside += 1;
      sum += shaped;
    }
    lowest = Math.min(lowest, sum / 8);
  }
  return equation("shaped advantages", [
    never(outside, "outside of [A, 1.5·A] above 0 and [A, A/2] below, of 8,000"),
    is(exact(shapedAdvantage(0, 1, bound)), equalTo(0), "of 0"),
    is(exact(lowest), atLeast(-1e-12), "least mean of a batch whose own mean is 0, since the bonus is not centred"),
  ]);
}
