// What needs no learner: what actions are worth for ever, what they are worth on average when they are played, how long a state is waited
// for, and how wrong a sample is before it has settled.

import { waitingRounds } from "../../algorithms/bandits/dyn-lin-ucb.ts";
import { systemBounds } from "../../algorithms/bandits/system-bounds.ts";
import { Random } from "../../core/random.ts";
import { cumulativeGain } from "../../environments/bandits/dynamical-linear.ts";
import { dot, largestAt } from "../../environments/bandits/vector-arms.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { linearSolve } from "../../math/linear-solve.ts";
import { columnSums, impulseResponse } from "../../math/linear-system.ts";
import { episodeRunner } from "../../play/episode.ts";
import { always } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { environmentOf, pacedSystem, type WorldName, worldOf } from "./systems.ts";

const SYNTHETIC_WORLD: WorldName = { system: "synthetic", actions: "budgets", deviation: 0.1 };
/** The published values, of the six budgets in rising order. */
const WORTHS = [0.3611, 0.5556, 0.3924, 0.78125, 0.6181, 0.8125];
const words = (numbers: ArrayLike<number>, digits = 4) => Array.from(numbers, (x) => x.toFixed(digits)).join(", ");
const near = (a: ArrayLike<number>, b: readonly number[]) => b.every((x, k) => Math.abs(a[k] - x) <= 5.1e-5);

/** h, the six budgets, which is best and which a myope takes. */
export function worthChecks(): Check[] {
  const { system, actions } = worldOf(SYNTHETIC_WORLD);
  const h = cumulativeGain(system);
  const worths = actions.map((action) => dot(action, h));
  const direct = columnSums(system.D);
  const best = actions[largestAt(worths)];
  const myopic = actions[largestAt(actions.map((action) => dot(action, direct)))];
  const summed = columnSums(impulseResponse(system, 200).flat());
  const same = [0.2, 0.5].flatMap((rho) => Array.from(cumulativeGain(pacedSystem(rho)), (x, k) => Math.abs(x - h[k])));
  return [
    holds("synthetic system: h", "0.5625, 0.5, 0.1111", words(h), near(h, [0.5625, 0.5, 0.1111])),
    holds("the same: what the six budgets are worth", words(WORTHS), words(worths), near(worths, WORTHS)),
    holds(
      "the same: the best budget; the one that pays most at once",
      "(1, 0.5, 0); one that fills the second platform first",
      `(${best}); (${myopic})`,
      String(best) === "1,0.5,0" && myopic[1] === 1,
    ),
    holds(
      "h beside the sum of 200 responses to an impulse; of the systems in which the first arm pays later",
      "the same (±1e-12)",
      `largest difference ${Math.max(...h.map((x, k) => Math.abs(x - summed[k])), ...same).toExponential(1)}`,
      [...h.map((x, k) => x - summed[k]), ...same].every((x) => Math.abs(x) <= 1e-12),
    ),
  ];
}

/** H_m for ρ̄ = 0.2. */
export function waitingChecks(): Check {
  const waits = Array.from({ length: 25 }, (_, k) => waitingRounds(k + 1, 0.2));
  const expected = [0, 0, 0, 0, ...new Array<number>(20).fill(1), 2];
  return holds(
    "rounds waited in epochs 1 … 25, ρ̄ = 0.2",
    "0 four times, 1 up to 24, 2 at 25",
    waits.join(" "),
    String(waits) === String(expected),
  );
}

/** Mean payoff of each budget kept up, against <h, u>, by batches of which each is nearly independent of the others. */
export function longRunChecks(seed: number, rounds: number): Check {
  const { actions, system } = worldOf(SYNTHETIC_WORLD);
  const runner = episodeRunner(environmentOf(SYNTHETIC_WORLD, rounds));
  const h = cumulativeGain(system);
  const batch = rounds / 100;
  const apart = actions.map((action, arm) => {
    const random = Random.of(seed, "long run", arm);
    const means = new Float64Array(100);
    runner.play(always([arm]), streamsBelow(random), ({ outcomes }, t) => {
      means[Math.floor(t / batch)] += outcomes[0] / batch;
    });
    return (mean(means) - dot(action, h)) / (deviation(means) / 10);
  });
  return holds(
    `mean payoff of each budget kept up for ${rounds} rounds less <h, u>, in standard errors`,
    "within 3",
    words(apart, 2),
    apart.every((x) => Math.abs(x) <= 3),
  );
}

/**
 * The sample of epoch m without noise, less <h, u>, when every epoch plays another arm: at most c·ρ̄^H_m with
 * c = ΩΦ(UB̄/(1 − ρ̄) + X), of whose sum over epochs the width's logarithm is made. Noise has mean 0 and adds nothing.
 */
export function biasChecks(seed: number, epochs: number): { checks: Check[]; measured: string } {
  const named: readonly (readonly [string, WorldName])[] = [
    ["synthetic", { ...SYNTHETIC_WORLD, deviation: 0 }],
    ["ρ = 0.5", { system: { rho: 0.5 }, actions: "unit", deviation: 0 }],
    ["advertising", { system: "advertising", actions: "budgets", deviation: 0 }],
  ];
  const found = named.map(([name, world]) => ({ name, ...biases(world, seed, epochs) }));
  return {
    measured: `of the bound of a sample's bias up to ${Math.max(...found.map(({ share }) => share)).toFixed(2)} was reached`,
    checks: found.map(({ name, share, late }) =>
      holds(
        `${name}: bias of the sample of ${epochs} epochs, as a share of c·ρ̄^H_m, largest`,
        "≤ 1",
        `${share.toFixed(3)} (bias after epoch ${epochs / 2}: at most ${late.toExponential(1)})`,
        share <= 1,
      ),
    ),
  };
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
 * Least squares of payoffs on unit vectors that are played by turns: with y = <ω, x> + <θ, u> and arms of period 3, the first arm's payoff is
 * what the state has left of it two rounds after, bρ²/(1 − ρ³) with b = 0.5625(1 − ρ), and its neighbour's has b/(1 − ρ³) on top.
 */
export function alternationChecks(seed: number, rounds: number): Check[] {
  const name: WorldName = { system: { rho: 0.2 }, actions: "unit", deviation: 0.1 };
  const { system } = worldOf(name);
  const h = cumulativeGain(system);
  const b = 0.5625 * 0.8;
  // The third state, of memory 0.1 and 0.1 of it paid, is fed by the third arm and read by all.
  const c = (0.1 * 0.1) / (1 - 0.001);
  const settled = b / (1 - 0.008);
  const expected = [0.04 * settled + c, 0.5 + settled + 0.1 * c, 0.1 + 0.2 * settled + 0.01 * c];
  const slopes = (kept: number) => {
    const runner = episodeRunner(environmentOf(name, 3 * rounds * kept));
    const { actions: play, outcomes } = runner.episode;
    const squares = new Float64Array(9);
    const products = new Float64Array(3);
    const own: number[][] = [[], [], []];
    runner.begin(Random.of(seed, "alternation", kept));
    for (let t = 0; t < 3 * rounds; t++) {
      const arm = t % 3;
      play[0] = arm;
      for (let k = 0; k < kept; k++) runner.step();
      squares[4 * arm] += 1;
      products[arm] += outcomes[0];
      own[arm].push(outcomes[0]);
    }
    return { values: linearSolve(squares, products), intervals: own.map((pays) => estimate(pays, 0.999)) };
  };
  const [each, last] = [slopes(1), slopes(12)];
  const covers = (intervals: typeof each.intervals, truth: ArrayLike<number>) =>
    intervals.every(({ low, high }, k) => low !== null && high !== null && low <= truth[k] && truth[k] <= high);
  return [
    holds(
      `ρ = 0.2, arms by turns: regression of ${3 * rounds} payoffs on their vectors, as LinUCB does it`,
      `${words(expected)} (99.9 % intervals), which is not h`,
      words(each.values),
      covers(each.intervals, expected) && !covers(each.intervals, h),
    ),
    holds(
      "the same with the last payoff of every 12 rounds alone",
      `h = ${words(h)} (99.9 % intervals)`,
      words(last.values),
      covers(last.intervals, h),
    ),
  ];
}
