// How a judge becomes a reward: a world that a judge watches, who says of each step which sub-goals it reached. What
// is said is reported as channels, and channels are what rewards are declared over.

import type { Channel } from "../core/channel.ts";
import type { NumericEnvironment, NumericSpec } from "../core/environment.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { isReached, type Judge } from "./judge.ts";

export interface JudgedWorldOptions {
  readonly judge: Judge;
  /** Which of the world's texts the judge reads. */
  readonly text: string;
}

/**
 * `world` with one more channel for each sub-goal, called by its name: 1 at a step that the judge says reached it. Throws
 * a UserError where the world has no such text, more than one agent, or a channel of that name.
 */
export function judgedWorld(world: NumericEnvironment, { judge, text }: JudgedWorldOptions): NumericEnvironment {
  const { spec } = world;
  const texts = world.texts ?? {};
  if (!Object.hasOwn(texts, text)) throw new UserError(unknownName("text of this world", text, Object.keys(texts)));
  if (spec.agents.length !== 1) {
    const what = `a judge watches one agent, and this world has ${spec.agents.length}`;
    throw new UserError({ code: "several-agents", what, hint: "choose a world of one agent" });
  }
  const read = texts[text];
  const own = new Float64Array(spec.channels.length);
  const judged: Channel[] = judge.subgoals.map(({ name, meaning: reached }) => {
    const meaning = `1 where the judge says of the step: ${reached}`;
    return {
      name,
      unit: "sub-goals",
      low: 0,
      high: 1,
      over: "sum",
      state: false,
      meaning,
      judge: "a judge of sub-goals",
    };
  });
  const taken = judged.find(({ name }) => spec.channels.some((channel) => channel.name === name));
  if (taken !== undefined) {
    const what = `the world has a channel "${taken.name}", and so has the judge`;
    throw new UserError({ code: "same-channel", what, hint: "give the sub-goal another name" });
  }
  const nameOf = actionNamer(spec);
  return {
    ...world,
    spec: { ...spec, channels: [...spec.channels, ...judged] },
    reset(random, outcomes, place) {
      world.reset(random, own, place);
      outcomes.set(own);
      outcomes.fill(0, own.length);
    },
    step(actions, outcomes, random) {
      const before = read();
      const status = world.step(actions, own, random);
      const verdict = judge.verdict({ before, action: nameOf(actions), after: read() });
      outcomes.set(own);
      for (let k = 0; k < judged.length; k++) outcomes[own.length + k] = isReached(verdict, k) ? 1 : 0;
      return status;
    },
  };
}

/** What an action is called: its name where the world names its choices, else its numbers. */
function actionNamer({ choiceNames: names }: NumericSpec): (actions: Float64Array) => string {
  if (names === undefined) return (actions) => Array.from(actions).join(" ");
  return ([action]) => names[Math.min(names.length - 1, Math.max(0, Math.round(action)))];
}
