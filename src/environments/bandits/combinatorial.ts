// Combinatorial bandit: in each round a fixed number of items is chosen, and the payoff of each chosen item is observed, as on a page that
// shows five products.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { list, whole, wrong } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { clip, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { itemsScene } from "./scenes.ts";

const parameters = z
  .strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    means: list(z.number().min(0).max(1), 1, 1000, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.5]).describe(
      "probability with which each item pays 1 when it is chosen",
    ),
    chosen: whole(1, 1000, 3).describe("items that a round chooses: those of the largest scores"),
  })
  .refine(({ means, chosen }) => chosen <= means.length, wrong("chosen", "It must not exceed the number of items"));

export const combinatorialBandit: BoundEntry<NumericEnvironment> = bind({
  id: "bandits/combinatorial",
  summary: "a round chooses several items and sees what each of them paid (semi-bandit)",
  source: "Chen, Wang & Yuan (2013); Kveton, Wen, Ashkan & Szepesvári (2015)",
  parameters,
  make: ({ horizon, means, chosen: count }: z.output<typeof parameters>): NumericEnvironment => {
    const items = means.length;
    const most = [...means].sort((a, b) => b - a).reduce((sum, mean, k) => (k < count ? sum + mean : sum), 0);
    const state = layout({ chosen: [items], paid: [items], step: [1] });
    const { chosen, paid, step: counter } = state.views;
    const scores = new Float64Array(items);
    const items01 = (name: string, meaning: string) => field(name, 0, 1, meaning, { size: items });
    return {
      spec: singleAgentSpec({
        label: "player",
        horizon,
        action: { low: means.map(() => 0), high: means.map(() => 1) },
        actionUnit: "score",
        observation: [
          items01("chosen", "1 at the items chosen last"),
          items01("paid", "what each of them paid; 0 at the others"),
          field("choose", 1, 1000, "items that a round chooses"),
        ],
        channels: [
          flow("payoff", "reward", 0, count, "sum", "what the chosen items paid"),
          flow("regret", "reward", 0, count, "sum", "what the best items are worth more than the chosen"),
          flow("best", "share of rounds", 0, 1, "mean", "1 where the chosen items were worth as much as the best"),
        ],
        publicState: parts({ chosen: "chosen", paid: "paid" }),
        deterministic: means.every((mean) => mean === 0 || mean === 1),
      }),
      state,
      reset(_random, outcomes) {
        state.buffer.fill(0);
        outcomes.fill(0);
      },
      step(actions, outcomes, random) {
        for (let k = 0; k < items; k++) scores[k] = clip(actions[k], 0, 1);
        choose(scores, count, chosen);
        let [payoff, worth] = [0, 0];
        for (let k = 0; k < items; k++) {
          // Random numbers are drawn for all items, so that equal choices have equal results.
          const rng = random.uniform();
          paid[k] = chosen[k] === 1 && rng < means[k] ? 1 : 0;
          payoff += paid[k];
          if (chosen[k] === 1) worth += means[k];
        }
        const regret = most - worth;
        // Sums in different orders differ by rounding errors.
        const same = regret < 1e-12;
        outcomes[0] = payoff;
        outcomes[1] = same ? 0 : regret;
        outcomes[2] = same ? 1 : 0;
        counter[0] += 1;
        return counter[0] >= horizon ? Status.truncated : Status.running;
      },
      observe(observations) {
        observations.set(chosen);
        observations.set(paid, items);
        observations[2 * items] = count;
      },
      scene: () => itemsScene({ means, count, horizon, round: counter[0], chosen, paid }),
    };
  },
});

/** Marks the `count` largest of `scores` with 1 and the others with 0; ties by index. Allocates no memory. */
export function choose(scores: ArrayLike<number>, count: number, marks: Float64Array): void {
  marks.fill(0);
  for (let k = 0; k < count; k++) {
    let best = -1;
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] === 0 && (best < 0 || scores[i] > scores[best])) best = i;
    }
    marks[best] = 1;
  }
}
