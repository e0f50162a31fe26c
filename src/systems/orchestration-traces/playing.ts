// Episodes of the fact-finding team, one at a time and with the world's state left as the episode ended.

import type { Agent } from "../../core/agent.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { type FactFinding, makeFactFinding } from "../../environments/team/fact-finding.ts";
import { parameters, type TeamParameters } from "../../environments/team/protocol.ts";

/** The world with some of its parameters. */
export const teamOf = (some: Partial<TeamParameters> = {}): FactFinding => makeFactFinding(parameters.parse(some));

/**
 * Plays an episode of a seed; the sums of the channels: payoff, task, worker cost, time cost, workers, rounds. The player's
 * choices need no await.
 */
export function playOnce(world: FactFinding, player: Agent, seed: number, episode: number): Float64Array {
  const { spec } = world;
  const outcomes = new Float64Array(spec.channels.length);
  const sums = new Float64Array(spec.channels.length);
  const observation = new Float32Array(spec.observationSize);
  const action = new Float64Array(1);
  const rng = Random.of(seed, "environment", episode);
  world.reset(rng, outcomes);
  player.reset(Random.of(seed, "agent", 0, episode));
  let status: Status = Status.running;
  while (status === Status.running) {
    world.observe(observation);
    player.act(observation, action);
    status = world.step(action, outcomes, rng);
    for (let c = 0; c < sums.length; c++) sums[c] += outcomes[c];
  }
  return sums;
}
