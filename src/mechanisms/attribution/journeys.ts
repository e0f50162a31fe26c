// Journeys of customers: the touches of advertising channels that a customer met on the way, its features, and whether it bought.

/** Journeys side by side. The touches of one lie together, the earliest first. */
export interface Journeys {
  readonly channels: readonly string[];
  /** Names of what is known of a customer. */
  readonly features: readonly string[];
  /** [journeys + 1]: the touches of journey k are `starts[k]` … `starts[k + 1]` − 1. */
  readonly starts: Int32Array;
  /** [touches] */
  readonly channel: Int32Array;
  /** [touches]: time from the touch to the journey's end, at least 0. */
  readonly before: Float64Array;
  /** [journeys × features] */
  readonly user: Float64Array;
  /** [journeys]: 1 where the journey ended with a purchase, else 0. */
  readonly converted: Uint8Array;
}

/** What rules and chains look at. */
export type JourneyPaths = Pick<Journeys, "channels" | "starts" | "channel" | "before" | "converted">;

/** Anything that tells chances of a purchase. */
export interface JourneyModel {
  /** P(purchase) of each journey, which may have no touches. */
  probabilities(journeys: Journeys): Float64Array;
}

export function journeyCount({ starts }: Pick<Journeys, "starts">): number {
  return starts.length - 1;
}

/** Touches of the longest journey, at least 1. */
export function mostTouches({ starts }: Pick<Journeys, "starts">): number {
  let most = 1;
  for (let k = 1; k < starts.length; k++) most = Math.max(most, starts[k] - starts[k - 1]);
  return most;
}

/** Numbers of the journeys that ended with a purchase. */
export function converters({ converted }: Journeys): number[] {
  return Array.from(converted.keys()).filter((k) => converted[k] === 1);
}

/** The journeys of the given numbers, in their order, a number as often as it is named, with the touches that `keep` keeps. */
export function chosenJourneys(
  journeys: Journeys,
  which: ArrayLike<number>,
  keep: (touch: number, at: number) => boolean = () => true,
): Journeys {
  const { starts, channel, before, user, converted, features } = journeys;
  const touches: number[] = [];
  const first = new Int32Array(which.length + 1);
  const known = new Float64Array(which.length * features.length);
  for (let at = 0; at < which.length; at++) {
    const k = which[at];
    for (let t = starts[k]; t < starts[k + 1]; t++) if (keep(t, at)) touches.push(t);
    first[at + 1] = touches.length;
    known.set(user.subarray(k * features.length, (k + 1) * features.length), at * features.length);
  }
  return {
    ...journeys,
    starts: first,
    channel: Int32Array.from(touches, (t) => channel[t]),
    before: Float64Array.from(touches, (t) => before[t]),
    user: known,
    converted: Uint8Array.from(which, (k) => converted[k]),
  };
}

/** The same customers without any touch of a channel. */
export function withoutChannel(journeys: Journeys, removed: number): Journeys {
  const all = Int32Array.from({ length: journeyCount(journeys) }, (_, k) => k);
  return chosenJourneys(journeys, all, (touch) => journeys.channel[touch] !== removed);
}
