// Episodes of the fact-finding team, one at a time and with the world's state left as the episode ended.

import type { Agent } from "../../core/agent.ts";
import { type FactFinding, makeFactFinding } from "../../environments/team/fact-finding.ts";
import { parameters, type TeamParameters } from "../../environments/team/protocol.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";

/** The world with some of its parameters. */
export const teamOf = (some: Partial<TeamParameters> = {}): FactFinding => makeFactFinding(parameters.parse(some));

/**
 * Plays an episode of a seed; the sums of the channels: payoff, task, worker cost, time cost, workers, rounds. The player
 * answers at once.
 */
export function playOnce(world: FactFinding, player: Agent, seed: number, episode: number): Float64Array {
  const sums = new Float64Array(world.spec.channels.length);
  episodeRunner(world).play(seated(world.spec, [player]), streamsOf(seed, episode), ({ outcomes }) => {
    for (let c = 0; c < sums.length; c++) sums[c] += outcomes[c];
  });
  return sums;
}
