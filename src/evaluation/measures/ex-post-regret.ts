// Ex-post regret in the first step of an episode: the gain of a seat's best alternative action with all other actions and random numbers
// unchanged.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";

const parameters = z.strictObject({
  channel: z.string().default("payoff").describe("what a seat would gain more of"),
  rounds: whole(1, 1_000_000, 100).describe("rounds that are drawn"),
  actions: whole(2, 10_000, 31).describe(
    "other actions that each seat tries: from the smallest to the largest in equal steps, of choices all",
  ),
  take: oneOf(["mean", "largest"], "mean").describe("over rounds and seats: the mean regret, or the largest"),
});

export const exPostRegret = bind({
  id: "ex-post-regret",
  summary: "what a seat would have gained in an episode's first round by another action, all else as it was",
  source: "Dütting et al., arXiv 1706.03459, section 2",
  parameters,
  example: { environment: "markets/auction", parameters: { rounds: 20 } },
  make:
    ({ channel, rounds, actions: steps, take }): MeasurePlan =>
    ({ spec, asker }) => {
      const gained = channelIndex(channel, spec.channels, ["channel"]);
      if (asker !== undefined) {
        const what = "ex-post regret plays each round many times over, and this world asks others at each step";
        throw new UserError({ code: "asks-others", what, path: [] });
      }
      if (spec.actionSize !== 1) {
        const what = `ex-post regret tries actions of one number, and this world's have ${spec.actionSize}`;
        throw new UserError({ code: "several-numbers", what });
      }
      const { unit, low, high } = spec.channels[gained];
      const { choices } = spec;
      return {
        unit,
        low: 0,
        high: high - low,
        meaning: `${take === "mean" ? "the" : "the largest"} ${channel} that a seat would have gained in the first round by the best of ${choices ?? steps} actions`,
        async measure({ makeEnvironment, agents, random, signal }) {
          const runner = episodeRunner(makeEnvironment());
          const { episode } = runner;
          const own = seated(spec, agents);
          const taken = new Float64Array(spec.agents.length);
          const outcomes = new Float64Array(spec.agents.length * spec.channels.length);
          let [sum, largest, measured] = [0, 0, 0];
          for (let round = 0; round < rounds; round++) {
            signal?.throwIfAborted();
            const stream = random.stream("round", round);
            const begin = () => runner.begin(stream.stream("world"));
            begin();
            await own.reset?.((seat) => stream.stream("agent", seat));
            await own.act(episode);
            taken.set(episode.actions);
            runner.step();
            outcomes.set(episode.outcomes);
            for (let seat = 0; seat < spec.agents.length; seat++) {
              let most = 0;
              for (const action of actionsOf(spec, seat, steps)) {
                begin();
                episode.actions.set(taken);
                episode.actions[seat] = action;
                runner.step();
                const at = seat * spec.channels.length + gained;
                most = Math.max(most, episode.outcomes[at] - outcomes[at]);
              }
              sum += most;
              largest = Math.max(largest, most);
              measured += 1;
            }
          }
          return take === "mean" ? sum / measured : largest;
        },
      };
    },
});

/** The alternative actions that are evaluated for a seat. */
function actionsOf({ choices, actionLow, actionHigh }: NumericSpec, seat: number, steps: number): number[] {
  if (choices !== undefined) return Array.from({ length: choices }, (_, choice) => choice);
  const [low, high] = [actionLow[seat], actionHigh[seat]];
  return Array.from({ length: steps }, (_, k) => low + ((high - low) * k) / (steps - 1));
}
