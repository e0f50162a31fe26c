// A learner of one's own: hill climbing. Every seat keeps one action for all steps. In turn each tries another one nearby, and keeps it
// where an episode then pays it more.

import {
  type Agent,
  defineAlgorithm,
  episodeRunner,
  streamsBelow,
  type Training,
  type TrainingCheckpoint,
  type TrainingContext,
  UserError,
  z,
} from "agonlab";

const parameters = z.strictObject({
  rounds: z.int().min(1).max(100_000).default(60).describe("changes that each seat tries"),
  reach: z.number().gt(0).max(1).default(0.1).describe("deviation of a change, as a share of what an action may be"),
});

function climb(
  { rounds, reach }: z.output<typeof parameters>,
  context: TrainingContext,
  from: TrainingCheckpoint | undefined,
): Training {
  const { spec, seats, random, partners } = context;
  const { actionSize, actionLow, actionHigh } = spec;
  if (partners.some((partner) => partner !== undefined))
    throw new UserError({
      code: "partners",
      what: "hill climbing learns for all seats",
      hint: "give no other policies",
    });
  const runner = episodeRunner(context.makeEnvironment(), [() => context.makeReward(), () => context.makeObjective()]);
  // A checkpoint holds 32 bits of a number, and so does what is learnt.
  const kept = Float32Array.from(actionLow, (low, k) => (low + actionHigh[k]) / 2);
  kept.set(from?.tensors[0].data ?? []);
  let updates = from?.updates ?? 0;
  let steps = 0;

  /** What an episode of these actions pays, and what was wanted of it: sums over its steps, by seat. */
  const play = (actions: Float32Array) => {
    // Both sides of a comparison meet the same luck.
    const streams = streamsBelow(random.stream("episode", updates));
    const { totals, steps: length } = runner.play({ act: (episode) => episode.actions.set(actions) }, streams);
    steps += length;
    return totals.map((total) => total.slice());
  };

  return {
    update() {
      if (updates >= rounds) return undefined;
      const rng = random.stream("round", updates);
      let [pay, wanted] = play(kept);
      for (const seat of seats) {
        const tried = kept.slice();
        for (let k = seat * actionSize; k < (seat + 1) * actionSize; k++) {
          const change = reach * (actionHigh[k] - actionLow[k]) * rng.normal();
          tried[k] = Math.min(actionHigh[k], Math.max(actionLow[k], kept[k] + change));
        }
        const [paid, objective] = play(tried);
        if (!(paid[seat] > pay[seat])) continue;
        kept.set(tried);
        [pay, wanted] = [paid, objective];
      }
      updates += 1;
      const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;
      return { steps, share: updates / rounds, measures: { pay: mean(pay), objective: mean(wanted) } };
    },
    checkpoint: () => ({ updates, tensors: [{ name: "actions", shape: [kept.length], data: kept.slice() }] }),
    player(seat): Agent {
      const own = kept.slice(seat * actionSize, (seat + 1) * actionSize);
      return { reset() {}, act: (_observation, action) => action.set(own) };
    },
    close() {},
  };
}

export default defineAlgorithm({
  summary: "hill climbing: each seat changes its one action, and keeps what pays it more",
  parameters,
  make: (options) => ({
    check({ choices }) {
      if (choices === undefined) return;
      throw new UserError({ code: "choices", what: "hill climbing takes small steps, and choices have no order" });
    },
    train: (context, from) => climb(options, context, from),
  }),
});
