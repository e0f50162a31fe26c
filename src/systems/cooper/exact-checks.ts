// What holds without any training: the gradient of the pairs' likelihood, and the bandit's equations beside draws.

import { Random } from "../../core/random.ts";
import { ALPHABET } from "../../environments/language/alphabet.ts";
import { Parameters } from "../../nn/parameters.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { type BanditOptions, draws, FIRST_PAY, flow, gapGrowth, HACK, ODD, type Path, PLAIN } from "./loophole.ts";
import { type Pair, pairTrainer, verifier } from "./verifier.ts";

const FIXED: BanditOptions = { rate: 0, time: 600, steps: 12_000 };
const COOPER: BanditOptions = { rate: 0.1, time: 200, steps: 4_000 };
/** Arms of a step where they are drawn, in steps ten times as long. */
const ANSWERS = 32;

/** Largest distance between two paths' probabilities. */
function apart(a: Path, b: Path): number {
  return Math.max(...a.policy.map((policy, k) => Math.max(...policy.map((p, arm) => Math.abs(p - b.policy[k][arm])))));
}

const last = ({ policy }: Path) => policy[policy.length - 1];
const inWords = (policy: Float64Array) =>
  `right, plain ${policy[PLAIN].toFixed(3)}, right, odd ${policy[ODD].toFixed(3)}, hack ${policy[HACK].toFixed(3)}`;

/** Three arms under a fixed judge, and under one that learns. */
export function banditChecks(): Check[] {
  const [fixed, cooper] = [FIXED, COOPER].map(flow);
  const [fixedDrawn, cooperDrawn] = [FIXED, COOPER].map((options, k) =>
    draws({ ...options, steps: options.steps / 10 }, ANSWERS, Random.of(101, "bandit", k)),
  );
  const grown = gapGrowth(cooper.gap[cooper.gap.length - 1]);
  const [fixedApart, cooperApart] = [apart(fixed, fixedDrawn), apart(cooper, cooperDrawn)];
  return [
    holds(
      `bandit, judge fixed at ${FIRST_PAY.join(", ")}: where the equations end`,
      "hack ≥ 0.95",
      inWords(last(fixed)),
      last(fixed)[HACK] >= 0.95,
    ),
    holds(
      "bandit, judge that learns from (right in the rule's form, hack)",
      "right in either form ≥ 0.95",
      inWords(last(cooper)),
      last(cooper)[PLAIN] + last(cooper)[ODD] >= 0.95,
    ),
    closeTo(
      "the same: D + e^D of the gap D between their scores, by its closed form",
      grown,
      gapGrowth(cooper.gap[0]) + 2 * COOPER.rate * COOPER.time,
      1e-8,
    ),
    holds(
      `the same two in draws of ${ANSWERS}: largest distance of a probability from the equations`,
      "≤ 0.05 each",
      `${fixedApart.toFixed(3)}, ${cooperApart.toFixed(3)}`,
      fixedApart <= 0.05 && cooperApart <= 0.05,
    ),
  ];
}

/** The gradient of −ln σ(s⁺ − s⁻) in the head of a small verifier, in which scores are linear, by differences. */
export function gradientCheck(): Check {
  const judge = verifier(ALPHABET, { width: 16, layers: 2, heads: 2, longest: 10, bound: 4 });
  judge.model.initialise(judge.parameters, Random.of(1, "verifier"));
  const pair: Pair = {
    better: { reference: "47", completion: "47$" },
    worse: { reference: "47", completion: "#41$" },
  };
  const trainer = pairTrainer(judge, 1, 0);
  const { gradientNorm = 0 } = trainer.step([pair]) ?? {};
  const { flat, shapes } = judge.parameters;
  const length = (values: Float32Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));
  // Adam's first moment is the gradient times a number; the head comes last.
  const moment = trainer.state.subarray(0, flat.length);
  const own = new Parameters(shapes, flat).view(shapes.length - 1);
  const direction = moment.slice(flat.length - own.length);
  const norm = length(direction);
  const before = own.slice();
  const lossAt = (by: number): number => {
    for (let k = 0; k < own.length; k++) own[k] = before[k] + (by * direction[k]) / norm;
    const [better, worse] = judge.scores([pair.better, pair.worse]);
    return Math.log1p(Math.exp(worse - better));
  };
  const h = 0.02;
  const slope = (8 * (lossAt(h) - lossAt(-h)) - (lossAt(2 * h) - lossAt(-2 * h))) / (12 * h);
  const expected = (gradientNorm * norm) / length(moment.slice());
  trainer.close();
  judge.close();
  return closeTo(
    "pairs: slope of −ln σ(s⁺ − s⁻) along its gradient in the head, beside that gradient's length",
    slope,
    expected,
    1e-4,
  );
}
