// What effective rank, its curve and the shaping must do exactly, on runs of states with known answers.

import { Matrix, QrDecomposition } from "ml-matrix";
import { Random } from "../../core/random.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { curveDynamics, effectiveRank, prefixRanks, spectrumRank } from "../../math/effective-rank.ts";
import { shuffle } from "../../math/shuffle.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { rankShapingParameters, shapedAdvantage } from "./callback.ts";

const EXACT = 1e-5;
/** Characters of an answer and numbers of a state, as in the study's model. */
const [ROWS, WIDTH] = [13, 32];

export function exactChecks(): Check[] {
  return [...spectrumChecks(), ...invarianceChecks(200), ...curveChecks(), gramCheck(200), ...signChecks()];
}

function spectrumChecks(): Check[] {
  return [
    closeTo("effective rank of seven equal singular values", spectrumRank(Array(7).fill(0.3)), 7, EXACT, true),
    closeTo("of a single one", spectrumRank([4]), 1, EXACT, true),
    closeTo("of 2, 1, 1: 2^1.5", spectrumRank([2, 1, 1]), 2 ** 1.5, EXACT, true),
  ];
}

/** Normal states [rows × width]. */
function drawn(random: Random, rows = ROWS, width = WIDTH): Float64Array {
  return Float64Array.from({ length: rows * width }, () => random.normal());
}

/** Largest change of the rank under four changes of the states that it must not see. */
function invarianceChecks(runs: number): Check[] {
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
  return Object.entries(changes).map(([name, change]) => {
    let most = 0;
    for (let run = 0; run < runs; run++) {
      const random = Random.of(run, "states");
      const states = drawn(random);
      most = Math.max(most, Math.abs(effectiveRank(change(states, random), WIDTH) - effectiveRank(states, WIDTH)));
    }
    return holds(
      `effective rank under ${name}, ${runs} runs`,
      "unchanged to 1e-5",
      most.toExponential(1),
      most <= EXACT,
    );
  });
}

/** The same states, [… × width], in an order that is drawn. */
export function inAnotherOrder(states: ArrayLike<number>, width: number, random: Random): Float64Array {
  const order = Array.from({ length: states.length / width }, (_, k) => k);
  shuffle(order, random);
  return Float64Array.from(states, (_, k) => states[order[Math.floor(k / width)] * width + (k % width)]);
}

function curveChecks(): Check[] {
  const a = 1.7;
  const line = [3, 6, 25].map((points) => ({
    points,
    ...curveDynamics(Float64Array.from({ length: points }, (_, j) => 0.4 + a * j)),
  }));
  return [
    ...line.flatMap(({ points, velocity, acceleration }) => [
      closeTo(
        `curve c + 1.7·j of ${points} points: velocity 1.7·(K + 2)/4`,
        velocity,
        (a * (points + 2)) / 4,
        EXACT,
        true,
      ),
      closeTo(`the same: acceleration 1.7/2, however long`, acceleration, a / 2, EXACT, true),
    ]),
    closeTo(
      "curves of six points whose steps are independent and alike: correlation of last point and velocity, drawn beside computed",
      simulatedSteps(6, 20_000),
      independentSteps(6),
      0.01,
      true,
    ),
  ];
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

function gramCheck(runs: number): Check {
  const ends = Array.from({ length: ROWS }, (_, k) => k + 1);
  let most = 0;
  for (let run = 0; run < runs; run++) {
    const states = drawn(Random.of(run, "curve"));
    const curve = prefixRanks(states, WIDTH, ends);
    for (const end of ends) {
      most = Math.max(most, Math.abs(curve[end - 1] - effectiveRank(states.subarray(0, end * WIDTH), WIDTH)));
    }
  }
  return holds(
    `curve by the products of states beside that by the singular values of each prefix, ${runs} runs`,
    "equal to 1e-4",
    most.toExponential(1),
    most <= 1e-4,
  );
}

/** A ≤ Â ≤ 1.5·A above 0, A ≤ Â ≤ A/2 below, 0 at 0; and a mean that no bonus lowers. */
function signChecks(): Check[] {
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
  return [
    closeTo("shaped advantages outside of [A, 1.5·A] above 0 and [A, A/2] below, of 8,000", outside, 0, 0, true),
    closeTo("an advantage of 0, shaped", shapedAdvantage(0, 1, bound), 0, 0, true),
    holds(
      "least mean of a batch of shaped advantages whose own mean is 0",
      "≥ 0: the bonus is not centred",
      lowest.toExponential(1),
      lowest >= -1e-12,
    ),
  ];
}
