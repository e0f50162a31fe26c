// Plays an equilibrium of the experiment's game: its environment under its reward. Strategies are constant ("steady") actions over a whole
// episode. Best responses are computed by simulating episodes on copies of the environment, so all effects of a steady action, such as
// growing trust or early termination, are included.

import { z } from "zod";
import type { Agent } from "../core/agent.ts";
import { whole, within } from "../core/parameters.ts";
import { Random } from "../core/random.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { checkFitted } from "../logs/windows.ts";
import { maximise } from "../math/maximise.ts";
import { episodeRunner, type JointPolicy } from "../play/episode.ts";
import { streamsBelow } from "../play/streams.ts";
import { tremble } from "./scripted.ts";

const parameters = z.strictObject({
  noise: within(0, 1e6, 0).describe(
    "standard deviation of a Gaussian tremble of every action, in action units; players reckon with it",
  ),
  levels: whole(3, 1_001, 21).describe("actions tried in each search for a best response, before refinement"),
  samples: whole(1, 1_000, 8).describe("episodes over which pay is averaged where the world or the hand is random"),
  sweeps: whole(1, 1_000, 30).describe("rounds of best responses at most, from each starting point"),
});

type Parameters = z.output<typeof parameters>;

/** A profile of steady actions and its distance from an equilibrium. */
export interface Profile {
  /** Steady action of each agent, [agents × actionSize]. */
  readonly actions: Float64Array;
  /** Largest gain of one player by the best deviation found, relative to that player's pay. */
  readonly regret: number;
  /** Pay per episode, mean over agents. */
  readonly pay: number;
}

/** Iteration stops where best responses change by less than this share of their range. */
const TOLERANCE = 1e-3;
/** Start profiles, as shares of the range; of the equilibria found, the one with the highest mean pay is played. */
const STARTS = [0.25, 0.5, 0.75];
/** A profile counts as an equilibrium where no player's relative gain exceeds this value. */
const NEGLIGIBLE = 1e-4;

export const equilibrium: BoundEntry<AgentPlan> = bind({
  id: "equilibrium",
  summary: "plays its part of an equilibrium in steady actions, found on the world itself under the declared reward",
  source: "Nash equilibrium by iterated best response; payoff dominance among those found (Harsanyi & Selten, 1988)",
  parameters,
  make: (p: Parameters): AgentPlan =>
    tremble(
      Object.assign((seat: Seat) => steady(seat, p), { knowsPay: true }),
      p.noise,
    ),
});

function steady(seat: Seat, p: Parameters): Agent {
  if (seat.spec.windows !== undefined) checkFitted(seat.spec.windows, "the equilibrium is sought on");
  const size = seat.spec.actionSize;
  let own: Float64Array | undefined;
  return {
    reset() {
      const profile = seat.memo(`equilibrium ${JSON.stringify(p)}`, () => steadyEquilibrium(seat, p));
      own = profile.actions.subarray(seat.seat * size, (seat.seat + 1) * size);
    },
    act(_observation, action) {
      if (own !== undefined) action.set(own);
    },
  };
}

/**
 * Finds an equilibrium in steady actions: of the profiles without a profitable deviation, the one with the highest mean pay; if there is
 * none, the profile with the smallest regret. Interchangeable agents with one-dimensional actions play the same action.
 */
export function steadyEquilibrium(seat: Pick<Seat, "spec" | "makeEnvironment" | "makeReward">, p: Parameters): Profile {
  const game = steadyGame(seat, p);
  const { spec } = game;
  const alike = spec.symmetric && spec.agents.length > 1 && spec.actionSize === 1;
  const profiles = alike ? crossings(game, p) : STARTS.map((start) => settle(game, start, p));
  const calm = profiles.filter((profile) => profile.regret <= NEGLIGIBLE);
  const [first, ...rest] = calm.length > 0 ? calm : profiles;
  return rest.reduce((best, next) => (better(next, best, calm.length > 0) ? next : best), first);
}

function better(a: Profile, b: Profile, byPay: boolean): boolean {
  return byPay ? a.pay > b.pay : a.regret < b.regret;
}

/** The one-shot game whose actions are steady actions and whose payoffs are those of episodes. */
type SteadyGame = ReturnType<typeof steadyGame>;

function steadyGame(seat: Pick<Seat, "spec" | "makeEnvironment" | "makeReward">, p: Parameters) {
  const { spec } = seat;
  const runner = episodeRunner(seat.makeEnvironment(), [() => seat.makeReward()]);
  const [pay] = runner.episode.pay;
  const totals = new Float64Array(spec.agents.length);
  const samples = spec.deterministic && p.noise === 0 ? 1 : p.samples;
  const trembles = Array.from({ length: samples }, (_, sample) => tremblesOf(starting(sample), p.noise));
  return {
    spec,
    /** Pay of an episode for every agent, [agents]; the array is reused. */
    play(profile: Float64Array) {
      totals.fill(0);
      for (let sample = 0; sample < samples; sample++) {
        const tremble = trembles[sample];
        const policy: JointPolicy = {
          act({ steps, actions }) {
            for (let k = 0; k < actions.length; k++) {
              const shaken = p.noise === 0 ? profile[k] : profile[k] + tremble(steps * actions.length + k);
              actions[k] = Math.min(spec.actionHigh[k], Math.max(spec.actionLow[k], shaken));
            }
          },
        };
        runner.play(policy, streamsBelow(starting(sample)), () => {
          for (let i = 0; i < totals.length; i++) totals[i] += pay[i] / samples;
        });
      }
      return totals;
    },
  };
}

/** Random numbers of an episode, the same for every profile (common random numbers). */
const starting = (sample: number): Random => Random.of(sample, "equilibrium");

/** Action noise of an episode by index, each drawn once. */
function tremblesOf(random: Random, noise: number): (place: number) => number {
  const hand = random.stream("tremble");
  const drawn: number[] = [];
  return (place) => {
    while (drawn.length <= place) drawn.push(noise * hand.normal());
    return drawn[place];
  };
}

/** Best response in one coordinate. */
interface Answer {
  readonly next: number;
  /** The player's gain relative to its pay. */
  readonly gain: number;
  /** Pay without the deviation, mean over agents. */
  readonly pay: number;
}

/** Best response in coordinate `k` to the other entries of `actions`. */
function answerTo(game: SteadyGame, actions: Float64Array, k: number, p: Parameters): Answer {
  const { spec } = game;
  const player = Math.floor(k / spec.actionSize);
  const current = actions[k];
  const pays = game.play(actions);
  const [now, pay] = [pays[player], mean(pays)];
  const range = spec.actionHigh[k] - spec.actionLow[k];
  const best = maximise(
    (x) => {
      if (x === current) return now;
      actions[k] = x;
      return game.play(actions)[player];
    },
    spec.actionLow[k],
    spec.actionHigh[k],
    p.levels,
    TOLERANCE * range * 0.1,
  );
  actions[k] = current;
  const gain = (best.value - now) / Math.max(Math.abs(now), Number.MIN_VALUE);
  // Without a gain the current action is kept.
  return gain > 1e-12 ? { next: best.at, gain, pay } : { next: current, gain: 0, pay };
}

/** Iterated best responses from one start. */
function settle(game: SteadyGame, start: number, p: Parameters): Profile {
  const { spec } = game;
  const actions = Float64Array.from(spec.actionLow, (low, k) => low + start * (spec.actionHigh[k] - low));
  let best: Profile = { actions, regret: Number.POSITIVE_INFINITY, pay: Number.NaN };
  for (let sweep = 0; sweep < p.sweeps; sweep++) {
    let moved = 0;
    let regret = 0;
    const before = Float64Array.from(actions);
    for (let k = 0; k < actions.length; k++) {
      const { next, gain } = answerTo(game, actions, k, p);
      regret = Math.max(regret, gain);
      // A coordinate with an empty range does not move.
      if (next !== actions[k])
        moved = Math.max(moved, Math.abs(next - actions[k]) / (spec.actionHigh[k] - spec.actionLow[k]));
      actions[k] = next;
    }
    // In a round with little movement, the regrets apply to the profile at the start of the round.
    if (regret < best.regret) best = { actions: before, regret, pay: mean(game.play(before)) };
    if (moved < TOLERANCE) break;
  }
  return best;
}

/**
 * Candidates for symmetric equilibria, common actions x with BR(x) = x: grid points with this property, ends of the box where the best
 * response lies outside, and sign changes of BR(x) − x. A sign change at a jump of BR is also a candidate; its regret shows that it is no
 * equilibrium.
 */
function crossings(game: SteadyGame, p: Parameters): Profile[] {
  const { spec } = game;
  const [low, high] = [spec.actionLow[0], spec.actionHigh[0]];
  const tryAt = (x: number): Tried => {
    const actions = new Float64Array(spec.agents.length).fill(x);
    const { next, gain, pay } = answerTo(game, actions, 0, p);
    return { x, pull: next - x, profile: { actions, regret: gain, pay } };
  };
  const tried = Array.from({ length: p.levels }, (_, k) => tryAt(low + (k / (p.levels - 1)) * (high - low)));
  const profiles = tried.filter(({ pull }) => pull === 0).map(({ profile }) => profile);
  for (const [k, right] of tried.entries()) {
    const left = tried[k - 1];
    if (left === undefined || left.pull <= 0 || right.pull >= 0) continue;
    let [a, b] = [left, right];
    while (b.x - a.x > TOLERANCE * 0.1 * (high - low)) {
      const middle = tryAt((a.x + b.x) / 2);
      if (middle.pull > 0) a = middle;
      else b = middle;
    }
    profiles.push((a.profile.regret < b.profile.regret ? a : b).profile);
  }
  return profiles.length > 0 ? profiles : tried.map(({ profile }) => profile);
}

/** A common action, and the direction of its best response. */
interface Tried {
  readonly x: number;
  readonly pull: number;
  readonly profile: Profile;
}

const mean = (pays: Float64Array): number => pays.reduce((sum, pay) => sum + pay, 0) / pays.length;
