// What a player keeps against the best answers to it: the other player tries all its choices in copies of the world.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { channelIndex } from "../../core/channel.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";

/** Steps that one episode's search may play. */
const MOST_STEPS = 200_000;

const parameters = z.strictObject({
  channel: z.string().default("payoff").describe("what the player of the first seat has of an episode"),
  episodes: whole(1, 1_000_000, 200).describe("episodes that are searched, the same for all variants"),
});

export const worstCase = bind({
  id: "worst-case",
  summary: "what the first seat's player keeps of a channel against the best answers to it, found by trying them all",
  parameters,
  example: {
    environment: "games/evidence-debate",
    parameters: { episodes: 10 },
  },
  make:
    ({ channel, episodes }): MeasurePlan =>
    ({ spec, asker }) => {
      const of = channelIndex(channel, spec.channels, ["channel"]);
      if (spec.agents.length !== 2 || spec.choices === undefined || asker !== undefined) {
        const what = "this measure searches worlds of two agents with choices, which send no requests";
        throw new UserError({ code: "not-searched", what, path: [], hint: "try games/evidence-debate" });
      }
      const { unit, low, high, over } = spec.channels[of];
      return {
        unit,
        low: over === "sum" ? -Number.MAX_VALUE : low,
        high: over === "sum" ? Number.MAX_VALUE : high,
        meaning: `${channel} that ${spec.labels[0]} keeps in an episode against best answers of ${spec.labels[1]}, which know what it will do`,
        async measure({ makeEnvironment, agents, random, signal }) {
          let sum = 0;
          for (let k = 0; k < episodes; k++) {
            signal?.throwIfAborted();
            sum += await leastOf(makeEnvironment(), agents[0], of, random.stream("episode", k));
          }
          return sum / episodes;
        },
      };
    },
});

/**
 * The least of a channel that the first seat can be brought to in one episode. The player must decide by what it observes. The search knows
 * what the world and the player will draw. Choices that lead to the same state and the same outcome are
 * followed once.
 */
async function leastOf(world: NumericEnvironment, player: Agent, of: number, random: Random): Promise<number> {
  const { spec, state } = world;
  const { choices = 0, channels, observationSize } = spec;
  const { over } = channels[of];
  const outcomes = new Float64Array(2 * channels.length);
  const observations = new Float32Array(2 * observationSize);
  const own = observations.subarray(0, observationSize);
  const action = new Float64Array(spec.actionSize);
  const actions = new Float64Array(2 * spec.actionSize);
  let played = 0;
  world.reset(random.stream("world"), outcomes);
  await player.reset(random.stream("player"));
  return search(0, 0);

  async function search(depth: number, before: number): Promise<number> {
    const start = state.buffer.slice();
    world.observe(observations);
    await player.act(own, action);
    const chosen = action[0];
    const seen: (readonly [state: Float64Array, value: number])[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (let choice = 0; choice < choices; choice++) {
      state.buffer.set(start);
      actions[0] = chosen;
      actions[1] = choice;
      const status = world.step(actions, outcomes, random.stream("step", depth));
      played += 1;
      if (played > MOST_STEPS) {
        const what = `an episode has more than ${MOST_STEPS} ways to go on`;
        throw new UserError({ code: "too-large", what, path: [], hint: "take a shorter one, or agon exploit" });
      }
      const value = outcomes[of];
      if (seen.some(([other, its]) => its === value && state.buffer.every((number, at) => number === other[at])))
        continue;
      seen.push([state.buffer.slice(), value]);
      const total = over === "last" ? value : before + value;
      const ended = status !== Status.running;
      const reached = ended ? (over === "mean" ? total / (depth + 1) : total) : await search(depth + 1, total);
      least = Math.min(least, reached);
    }
    return least;
  }
}
