// A rule that judges texts by a channel of the world: it confirms a text where the channel reaches its maximum. A text that
// was not written in the batch is judged by the world itself, which is asked the same question once more and written to.

import type { TrainingContext } from "../../../core/algorithm.ts";
import { channelIndex } from "../../../core/channel.ts";
import { type NumericSpec, Status } from "../../../core/environment.ts";
import { type Problem, UserError } from "../../../core/errors.ts";
import type { Random } from "../../../core/random.ts";
import { alphabetOf, choicesOf } from "../../../core/text.ts";
import { episodeRunner } from "../../../play/episode.ts";
import { channel } from "../../../rewards/channel-reward.ts";
import { type Completions, questionStream } from "../completions.ts";

/** A channel whose sum over an episode says whether a text is confirmed. */
export interface ChannelRule {
  /** Whether a text that was written is confirmed. */
  confirmed(texts: Completions, row: number): boolean;
  /**
   * Whether `completion` would be confirmed as an answer to a question of the batch that was written by `random`. What the world
   * draws while it is answered may differ from what it drew then.
   */
  wouldConfirm(completion: string, question: number, random: Random): boolean;
}

/** Throws a UserError where the world has no such channel, or one without a maximum. */
export function channelRule(
  { spec, makeEnvironment }: Pick<TrainingContext, "spec" | "makeEnvironment">,
  name: string,
): ChannelRule {
  const { index, high } = ruleChannel(spec, name);
  const runner = episodeRunner(makeEnvironment(), [channel(name)]);
  const { actions, totals } = runner.episode;
  return {
    confirmed: (texts, row) => texts.outcomes[row * spec.channels.length + index] >= high,
    wouldConfirm(completion, question, random) {
      runner.begin(random.stream("replay", question), questionStream(random, question));
      for (const choice of choicesOf(completion, alphabetOf(spec))) {
        actions[0] = choice;
        if (runner.step() !== Status.running) break;
      }
      return totals[0][0] >= high;
    },
  };
}

/** Place and maximum of a channel. Throws a UserError where there is none. */
export function ruleChannel(
  { channels }: NumericSpec,
  name: string,
  path: Problem["path"] = [],
): { readonly index: number; readonly high: number } {
  const index = channelIndex(name, channels, path);
  const { high } = channels[index];
  if (Number.isFinite(high)) return { index, high };
  throw new UserError({
    code: "no-maximum",
    what: `the channel ${name} has no maximum that a text could reach`,
    path,
    hint: "name a channel that says whether an answer is right, as `correct` does",
  });
}
