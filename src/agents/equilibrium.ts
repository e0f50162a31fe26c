// Plays its part of an equilibrium of the game that the experiment declares: its world under its reward. Strategies are
// steady actions, kept up for a whole episode; a player's best response is found by playing episodes on copies of the
// world, so that everything the world does with a steady action (trust that grows or dies, an early end) is in it.

import { z } from "zod";
import type { Agent, AgentPlan, Seat } from "../core/agent.ts";
import { type NumericSpec, Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { type Bound, bind } from "../core/registry.ts";
import { maximise } from "../math/maximise.ts";
import { tremble } from "./tremble.ts";

const parameters = z.strictObject({
  noise: z
    .number()
    .min(0)
    .max(1e6)
    .default(0)
    .describe("standard deviation of a Gaussian tremble of every action, in action units; players reckon with it"),
  levels: z
    .int()
    .min(3)
    .max(1_001)
    .default(21)
    .describe("actions tried in each search for a best response, before refinement"),
  samples: z
    .int()
    .min(1)
    .max(1_000)
    .default(8)
    .describe("episodes over which pay is averaged where the world or the hand is random"),
  sweeps: z.int().min(1).max(1_000).default(30).describe("rounds of best responses at most, from each starting point"),
});

type Parameters = z.output<typeof parameters>;

/** A profile of steady actions, and how far it is from an equilibrium. */
export interface Profile {
  /** [agents × actionSize] */
  readonly actions: Float64Array;
  /** What the best deviation found would gain one player, as a share of what that player is paid. */
  readonly regret: number;
  /** Pay of an episode, mean over agents. */
  readonly pay: number;
}

/** Players stop when their best responses move by less than this share of their range. */
const TOLERANCE = 1e-3;
/** Starting points, as shares of the range; of the equilibria found, players take the one that pays best. */
const STARTS = [0.25, 0.5, 0.75];
/** A profile counts as an equilibrium when nobody gains more than this share. */
const NEGLIGIBLE = 1e-3;

export const equilibrium: Bound<AgentPlan> = bind({
  id: "equilibrium",
  summary: "plays its part of an equilibrium in steady actions, found on the world itself under the declared reward",
  source: "Nash equilibrium by iterated best response; payoff dominance among those found (Harsanyi & Selten, 1988)",
  parameters,
  make: (p: Parameters): AgentPlan => tremble((seat) => steady(seat, p), p.noise),
});

function steady(seat: Seat, p: Parameters): Agent {
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

/** Finds an equilibrium in steady actions by best responses from several starts; the one with the least regret, or the best paid of those with none. */
export function steadyEquilibrium(seat: Pick<Seat, "spec" | "makeEnvironment" | "makeReward">, p: Parameters): Profile {
  const game = steadyGame(seat, p);
  const found = STARTS.map((start) => settle(game, start, p));
  const calm = found.filter((profile) => profile.regret <= NEGLIGIBLE);
  const [first, ...rest] = calm.length > 0 ? calm : found;
  return rest.reduce((best, next) => (better(next, best, calm.length > 0) ? next : best), first);
}

function better(a: Profile, b: Profile, byPay: boolean): boolean {
  return byPay ? a.pay > b.pay : a.regret < b.regret;
}

/** The one-shot game whose actions are steady actions and whose payoffs are episodes. */
interface SteadyGame {
  readonly spec: NumericSpec;
  /** Pay of an episode for every agent, [agents]; reused. */
  play(profile: Float64Array): Float64Array;
}

function steadyGame(seat: Pick<Seat, "spec" | "makeEnvironment" | "makeReward">, p: Parameters): SteadyGame {
  const { spec } = seat;
  const environment = seat.makeEnvironment();
  const reward = seat.makeReward();
  const n = spec.agents.length;
  const outcomes = new Float64Array(n * spec.channels.length);
  const pay = new Float64Array(n);
  const totals = new Float64Array(n);
  const actions = new Float64Array(n * spec.actionSize);
  const samples = spec.deterministic && p.noise === 0 ? 1 : p.samples;
  return {
    spec,
    play(profile) {
      totals.fill(0);
      for (let sample = 0; sample < samples; sample++) {
        // The same luck for every profile, so that differences come from actions alone.
        const luck = Random.of(sample, "equilibrium");
        const hand = luck.stream("tremble");
        environment.reset(luck, outcomes);
        reward.reset(outcomes);
        let status: Status = Status.running;
        while (status === Status.running) {
          for (let k = 0; k < actions.length; k++) {
            const shaken = p.noise === 0 ? profile[k] : profile[k] + p.noise * hand.normal();
            actions[k] = Math.min(spec.actionHigh[k], Math.max(spec.actionLow[k], shaken));
          }
          status = environment.step(actions, outcomes, luck);
          reward.pay(outcomes, status, pay);
          for (let i = 0; i < n; i++) totals[i] += pay[i] / samples;
        }
      }
      return totals;
    },
  };
}

function settle(game: SteadyGame, start: number, p: Parameters): Profile {
  const { spec } = game;
  const size = spec.actionSize;
  const actions = Float64Array.from(spec.actionLow, (low, k) => low + start * (spec.actionHigh[k] - low));
  // Where agents are interchangeable, one of them answers for all, and meets itself half way.
  const together = spec.symmetric && spec.agents.length > 1;
  const answering = together ? size : actions.length;
  let best: Profile | undefined;
  for (let sweep = 0; sweep < p.sweeps; sweep++) {
    let moved = 0;
    let regret = 0;
    const before = Float64Array.from(actions);
    const paid = Float64Array.from(game.play(actions));
    for (let k = 0; k < answering; k++) {
      const player = Math.floor(k / size);
      const range = spec.actionHigh[k] - spec.actionLow[k];
      const current = actions[k];
      const now = game.play(actions)[player];
      const answer = maximise(
        (x) => {
          actions[k] = x;
          return game.play(actions)[player];
        },
        spec.actionLow[k],
        spec.actionHigh[k],
        p.levels,
        TOLERANCE * range * 0.1,
      );
      // Keep what is as good already: without a gain there is no reason to move.
      const gain = answer.value - now;
      const next = gain > 1e-12 * Math.abs(now) ? answer.at : current;
      regret = Math.max(regret, gain / Math.max(Math.abs(now), Number.MIN_VALUE));
      actions[k] = together && sweep > 2 ? (current + next) / 2 : next;
      moved = Math.max(moved, Math.abs(next - current) / range);
    }
    if (together) for (let k = size; k < actions.length; k++) actions[k] = actions[k % size];
    // In a round without much movement the regrets are those of one profile, the one that the round began with.
    if (best === undefined || regret < best.regret) {
      best = { actions: before, regret, pay: paid.reduce((a, b) => a + b, 0) / paid.length };
    }
    if (moved < TOLERANCE) break;
  }
  return best ?? { actions, regret: Number.POSITIVE_INFINITY, pay: Number.NaN };
}
