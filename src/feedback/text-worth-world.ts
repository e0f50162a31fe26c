// A world with one more channel: the learnt worth of its text, at the end of an episode. As a channel, the worth can be part of a declared
// reward.

import type { Channel } from "../core/channel.ts";
import { type NumericEnvironment, Status } from "../core/environment.ts";
import { UserError, unknownName } from "../core/errors.ts";

/** The reader, and what it is shown. */
export interface TextWorthOptions {
  readonly channel: string;
  /** Which of the world's texts is read. */
  readonly text: string;
  /** Bound on the absolute worth of a text. */
  readonly bound: number;
  /** Learnt worth of a text; 0 for every text before anything is learnt. */
  readonly worthOf?: ((text: string) => number) | undefined;
}

/** `world` with one more channel, the same for all agents. Throws a UserError where the world has no such text, or has that channel. */
export function textWorthWorld(world: NumericEnvironment, options: TextWorthOptions): NumericEnvironment {
  const { channel: name, text, bound, worthOf = () => 0 } = options;
  const { spec } = world;
  const texts = world.texts ?? {};
  if (!Object.hasOwn(texts, text)) {
    const names = Object.keys(texts);
    if (names.length > 0) throw new UserError(unknownName("text of this world", text, names));
    const hint = "choose a world of text, such as language/sort, or let the reward be learnt of features";
    throw new UserError({ code: "no-text", what: "this world writes no text that could be read", hint });
  }
  if (spec.channels.some((channel) => channel.name === name)) {
    const what = `the world has a channel "${name}", and so has a learnt reward that reads`;
    throw new UserError({ code: "same-channel", what, hint: "give the channel of the world another name" });
  }
  const read = texts[text];
  const [agents, own] = [spec.agents.length, spec.channels.length];
  const channel: Channel = {
    ...{ name, unit: "log-odds", low: -bound, high: bound, over: "sum", state: false },
    meaning: `at the end: what the text ${text} is worth by what was learnt from comparisons; 0 before`,
    judge: "a reader that learnt from comparisons",
  };
  const before = new Float64Array(agents * own);
  const write = (outcomes: Float64Array, worth: number): void => {
    for (let i = 0; i < agents; i++) {
      outcomes.set(before.subarray(i * own, (i + 1) * own), i * (own + 1));
      outcomes[i * (own + 1) + own] = worth;
    }
  };
  return {
    ...world,
    spec: { ...spec, channels: [...spec.channels, channel] },
    reset(random, outcomes, place) {
      world.reset(random, before, place);
      write(outcomes, 0);
    },
    step(actions, outcomes, random) {
      const status = world.step(actions, before, random);
      write(outcomes, status === Status.running ? 0 : worthOf(read()));
      return status;
    },
  };
}
