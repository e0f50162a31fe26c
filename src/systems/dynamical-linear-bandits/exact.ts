// What needs no learner: what actions are worth for ever, how many rounds are waited, and how wrong a sample is before the state has
// settled.

import { waitingRounds } from "../../algorithms/bandits/dyn-lin-ucb.ts";
import { systemBounds } from "../../algorithms/bandits/system-bounds.ts";
import { Random } from "../../core/random.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot, largestAt } from "../../environments/bandits/vector-arms.ts";
import { columnSums } from "../../math/linear-system.ts";
import { episodeRunner } from "../../play/episode.ts";
import { agreeingWith, atMost, below, equalTo, verdictOf } from "../../study/bound.ts";
import { beside, type Claim, equation, inAll, is } from "../../study/claim.ts";
import { type Figure, sampled } from "../../study/figure.ts";
import { matching } from "../../study/matching.ts";
import { environmentOf, SYNTHETIC_WORLD, type WorldName, worldOf } from "./systems.ts";

/** The published values, of the six budgets in rising order. */
const WORTHS = [0.3611, 0.5556, 0.3924, 0.78125, 0.6181, 0.8125];

/** Half of the last of their four digits. */
const DIGITS = 5.1e-5;

/** h, the six budgets, which is best and which a myope takes. */
export function worthEquations(): Claim[] {
  const { system, actions } = worldOf(SYNTHETIC_WORLD);
  const h = cumulativeGain(system);
  const worths = actions.map((action) => dot(action, h));
  const direct = columnSums(system.D);
  const best = actions[largestAt(worths)];
  const myopic = actions[largestAt(actions.map((action) => dot(action, direct)))];
  const names = actions.map((action) => `(${action})`);
  return [
    equation(
      "synthetic system: h",
      matching(["channel 1", "channel 2", "channel 3"], h, [0.5625, 0.5, 0.1111], DIGITS),
    ),
    equation("synthetic system: what the six budgets are worth", matching(names, worths, WORTHS, DIGITS)),
    equation(
      "synthetic system: the best budget is (1, 0.5, 0); the one that pays most at once fills the second platform first",
      [1, 0.5, 0]
        .map((share, k) => is(best[k], equalTo(share), `best, channel ${k + 1}`))
        .concat(is(myopic[1], equalTo(1), `at once, channel 2 of (${myopic})`)),
    ),
  ];
}

/** H_m for ρ̄ = 0.2. */
export function waitingEquation(): Claim {
  const waits = Array.from({ length: 25 }, (_, k) => waitingRounds(k + 1, 0.2));
  const expected = [0, 0, 0, 0, ...new Array<number>(20).fill(1), 2];
  const right = waits.filter((wait, k) => wait === expected[k]).length;
  return equation(
    "rounds waited in epochs 1 … 25, ρ̄ = 0.2: 0 four times, 1 up to 24, 2 at 25",
    inAll(right, expected.length, "epochs"),
    { note: waits.join(" ") },
  );
}

/**
 * The sample of epoch m without noise, less <h, u>, when every epoch plays another arm: at most c·ρ̄^H_m with
 * c = ΩΦ(UB̄/(1 − ρ̄) + X), of whose sum over epochs the width's logarithm is made. Noise has mean 0 and adds nothing.
 */
export function biasEquations(seed: number, epochs: number): Claim[] {
  const named: readonly (readonly [string, WorldName])[] = [
    ["synthetic", { ...SYNTHETIC_WORLD, deviation: 0 }],
    ["ρ = 0.5", { system: { rho: 0.5 }, actions: "unit", deviation: 0 }],
    ["advertising", { system: "advertising", actions: "budgets", deviation: 0 }],
  ];
  return named.map(([name, world]) => {
    const { share, late } = biases(world, seed, epochs);
    return equation(`${name}: bias of the sample of ${epochs} epochs, as a share of c·ρ̄^H_m, largest`, [
      is(share, atMost(1)),
      beside(`largest bias after epoch ${epochs / 2}`, late),
    ]);
  });
}

function biases(name: WorldName, seed: number, epochs: number): { share: number; late: number } {
  const { system, actions } = worldOf(name);
  const { radius, growth, omega, input, action: longest } = systemBounds(system, actions, 0);
  const constant = (omega * growth * (longest * input + longest)) / (1 - radius);
  const h = cumulativeGain(system);
  const runner = episodeRunner(environmentOf(name, 10_000_000));
  const { actions: play, outcomes } = runner.episode;
  const random = Random.of(seed, "bias");
  runner.begin(random);
  let [share, late, arm] = [0, 0, 0];
  for (let m = 1; m <= epochs; m++) {
    arm = (arm + 1 + random.integer(actions.length - 1)) % actions.length;
    const waits = waitingRounds(m, radius);
    play[0] = arm;
    for (let t = 0; t <= waits; t++) runner.step();
    const bias = Math.abs(outcomes[0] - dot(actions[arm], h));
    share = Math.max(share, bias / (constant * radius ** waits));
    if (m > epochs / 2) late = Math.max(late, bias);
  }
  return { share, late };
}

/**
 * Least squares of payoffs on unit vectors that are played by turns, which are the arms' means: with y = <ω, x> + <θ, u> and arms of period
 * 3, the first arm's payoff is what the state has left of it two rounds after, bρ²/(1 − ρ³) with b = 0.5625(1 − ρ), and its neighbour's has
 * b/(1 − ρ³) on top.
 */
export function alternationEquations(seed: number, rounds: number): Claim[] {
  const name: WorldName = { system: { rho: 0.2 }, actions: "unit", deviation: 0.1 };
  const h = cumulativeGain(worldOf(name).system);
  const b = 0.5625 * 0.8;
  // The third state, of memory 0.1 and 0.1 of it paid, is fed by the third arm and read by all.
  const c = (0.1 * 0.1) / (1 - 0.001);
  const settled = b / (1 - 0.008);
  const expected = [0.04 * settled + c, 0.5 + settled + 0.1 * c, 0.1 + 0.2 * settled + 0.01 * c];
  const slopes = (kept: number) => {
    const runner = episodeRunner(environmentOf(name, 3 * rounds * kept));
    const { actions: play, outcomes } = runner.episode;
    const own: number[][] = [[], [], []];
    runner.begin(Random.of(seed, "alternation", kept));
    for (let t = 0; t < 3 * rounds; t++) {
      play[0] = t % 3;
      for (let k = 0; k < kept; k++) runner.step();
      own[t % 3].push(outcomes[0]);
    }
    return own.map((pays) => sampled(pays, 0.999));
  };
  const each = slopes(1);
  const covered = each.filter((slope, k) => verdictOf(slope, agreeingWith(h[k])) === "holds").length;
  const agreeing = (slopes: readonly Figure[], known: ArrayLike<number>) =>
    slopes.map((slope, k) => is(slope, agreeingWith(known[k]), `arm ${k + 1}`));
  return [
    equation(
      `ρ = 0.2, arms by turns: regression of ${3 * rounds} payoffs on their vectors, as LinUCB does it (99.9 % intervals), which is not h`,
      [...agreeing(each, expected), is(covered, below(3), "intervals that contain h")],
    ),
    equation("arms by turns, the last payoff of every 12 rounds alone: h (99.9 % intervals)", agreeing(slopes(12), h)),
  ];
}
