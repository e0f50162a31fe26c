// The fact-finding team played an episode at a time, and played once more with some reports lost: the recorded workers read
// what they read; workers beyond them meet fresh luck, the same for the same seed.

import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { drawNoise, type FactFinding, loseReport, makeFactFinding } from "../../environments/team/fact-finding.ts";
import { parameters, Tally, type TeamParameters } from "../../environments/team/protocol.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { channel } from "../../rewards/channel-reward.ts";

/** The world with some of its parameters. */
export const teamOf = (some: Partial<TeamParameters> = {}): FactFinding => makeFactFinding(parameters.parse(some));

/**
 * Plays an episode of a seed and leaves the world's state as the episode ended; the sums of the channels: payoff, task, worker
 * cost, time cost, workers, rounds. The player answers at once.
 */
export function playOnce(world: FactFinding, player: Agent, seed: number, episode: number): Float64Array {
  const sums = new Float64Array(world.spec.channels.length);
  episodeRunner(world).play(seated(world.spec, [player]), streamsOf(seed, episode), ({ outcomes }) => {
    for (let c = 0; c < sums.length; c++) sums[c] += outcomes[c];
  });
  return sums;
}

/** Pay of the episode, replayed without the reports of some workers. */
type TeamReplay = (without: Iterable<number>, seed: number) => number;

/**
 * Replays of the episode that `world` has just ended, by a player whose choices need no await. The world's state is used for
 * them; a replay that loses nothing pays what the episode paid if the player is the one that played it.
 */
export function teamReplay(world: FactFinding, player: Agent): TeamReplay {
  const { state, spec } = world;
  const { views } = state;
  const recorded = state.buffer.slice();
  const workers = views.tally[Tally.workers];
  let lost: Iterable<number> = [];
  const again = {
    ...world,
    reset(random: Random) {
      state.buffer.set(recorded);
      drawNoise(state, workers, random);
      for (const worker of lost) loseReport(state, worker);
      views.log.fill(0);
      views.tally.fill(0);
    },
  };
  const runner = episodeRunner(again, [channel("payoff")]);
  const policy = seated(spec, [player]);
  return (without, seed) => {
    lost = without;
    const random = Random.of(seed, "replay");
    return runner.play(policy, { world: random, agent: () => random.stream("player") }).totals[0][0];
  };
}

/** The worker that an event of a trace belongs to, by the event's id. Throws where it belongs to none. */
export function workerOf(event: string): number {
  const found = /^w(\d+)\./.exec(event)?.[1];
  if (found === undefined) throw new Error(`no worker has an event "${event}"`);
  return Number(found);
}

/** A player that draws every choice of four alike. */
export function anyChoice(): Agent {
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(_observation, action) {
      action[0] = hand?.integer(4) ?? 0;
    },
  };
}
