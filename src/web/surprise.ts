// Surprise of a text's characters for the player that wrote them, from the probabilities in a replay.

import { isNumber, type Maybe } from "../evaluation/number-format.ts";
import type { EpisodeReplay, StepMeasure } from "../lab/report/replay-data.ts";
import type { EpisodeText } from "../lab/report/text-data.ts";

/** Selects a measure that players report; a channel of the world may have the same name. */
export const playersOwn =
  (name: string) =>
  (measure: StepMeasure): boolean =>
    measure.ofPlayers === true && measure.name === name;

/** Returns the writer's value of a measure in a step; undefined where it has none, or the step is not loaded. */
export function valueAt({ measures, from }: EpisodeReplay, is: (measure: StepMeasure) => boolean, step: number): Maybe {
  return step < 0 ? undefined : measures.find(is)?.values[step - from]?.[0];
}

/** Returns −ln of the probability of each character, in nats; 0 where it is unknown. */
export function surprisesOf(data: EpisodeReplay, { steps }: EpisodeText): number[] {
  return steps.map((step) => {
    const probability = valueAt(data, playersOwn("probability"), step);
    return isNumber(probability) ? -Math.log(probability) : 0;
  });
}

export const mostSurprising = (data: EpisodeReplay, text: EpisodeText): number =>
  surprisesOf(data, text).reduce((most, surprise) => Math.max(most, surprise), 0);
