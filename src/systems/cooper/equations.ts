// What holds without any training: the gradient of the pairs' likelihood, and the bandit's equations beside draws.

import { Random } from "../../core/random.ts";
import { ALPHABET } from "../../environments/language/alphabet.ts";
import { Parameters } from "../../nn/parameters.ts";
import { atLeast, atMost, nearly } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { apart, type BanditOptions, draws, FIRST_PAY, flow, gapGrowth, HACK, ODD, PLAIN } from "./loophole.ts";
import { pairTrainer, verifier } from "./verifier.ts";

const FIXED: BanditOptions = { rate: 0, time: 600, steps: 12_000 };
const LEARNING: BanditOptions = { rate: 0.1, time: 200, steps: 4_000 };
/** Arms of a step where they are drawn, in steps ten times as long. */
const ANSWERS = 32;

export function exactEquations(): Claim[] {
  return [gradientEquation(), ...banditEquations()];
}

/** Three arms under a fixed judge, and under one that learns. */
function banditEquations(): Claim[] {
  const [fixed, learning] = [FIXED, LEARNING].map((options, k) => {
    const path = flow(options);
    const drawn = draws({ ...options, steps: options.steps / 10 }, ANSWERS, Random.of(101, "bandit", k));
    const last = path.policy[path.policy.length - 1];
    const [plain, odd, hack] = [PLAIN, ODD, HACK].map((arm) => last[arm]);
    return { plain, odd, hack, gap: path.gap, apart: apart(path, drawn) };
  });
  const { gap } = learning;
  const expected = gapGrowth(gap[0]) + 2 * LEARNING.rate * LEARNING.time;
  return [
    equation(`bandit, judge fixed at ${FIRST_PAY.join(", ")}: where the equations end`, [
      is(exact(fixed.hack), atLeast(0.95), "hack"),
      beside("right, plain", exact(fixed.plain)),
      beside("right, odd", exact(fixed.odd)),
    ]),
    equation("bandit, judge that learns from (right in the rule's form, hack)", [
      is(exact(learning.plain + learning.odd), atLeast(0.95), "right in either form"),
      beside("right, plain", exact(learning.plain)),
      beside("right, odd", exact(learning.odd)),
      beside("hack", exact(learning.hack)),
    ]),
    equation(
      "the same: D + e^D of the gap D between their scores, by its closed form",
      is(exact(gapGrowth(gap[gap.length - 1])), nearly(expected, 1e-8)),
    ),
    equation(`the same two in draws of ${ANSWERS}: largest distance of a probability from the equations`, [
      is(exact(fixed.apart), atMost(0.05), "fixed"),
      is(exact(learning.apart), atMost(0.05), "learning"),
    ]),
  ];
}

/** The gradient of −ln σ(s⁺ − s⁻) in the head of a small verifier, in which scores are linear, by differences. */
function gradientEquation(): Claim {
  const judge = verifier(ALPHABET, { width: 16, layers: 2, heads: 2, longest: 10, bound: 4 });
  judge.model.initialise(judge.parameters, Random.of(1, "verifier"));
  const better = { reference: "47", completion: "47$" };
  const worse = { reference: "47", completion: "#41$" };
  const trainer = pairTrainer(judge, 1, 0);
  const { gradientNorm = 0 } = trainer.step([{ better, worse }]) ?? {};
  const { flat, shapes } = judge.parameters;
  const length = (values: Float32Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));
  // Adam's first moment is the gradient times a number; the head comes last.
  const moment = trainer.state.slice(0, flat.length);
  const own = new Parameters(shapes, flat).view(shapes.length - 1);
  const direction = moment.subarray(flat.length - own.length);
  const norm = length(direction);
  const before = own.slice();
  const lossAt = (by: number): number => {
    for (let k = 0; k < own.length; k++) own[k] = before[k] + (by * direction[k]) / norm;
    const [high, low] = judge.scores([better, worse]);
    return Math.log1p(Math.exp(low - high));
  };
  const h = 0.02;
  const slope = (8 * (lossAt(h) - lossAt(-h)) - (lossAt(2 * h) - lossAt(-2 * h))) / (12 * h);
  const expected = (gradientNorm * norm) / length(moment);
  trainer.close();
  judge.close();
  return equation(
    "pairs: slope of −ln σ(s⁺ − s⁻) along its gradient in the head, beside that gradient's length",
    is(exact(slope), nearly(expected, 1e-4)),
  );
}
