// Sub-goals found in demonstrations: what happens on the way to success and seldom elsewhere.

/** One episode, by which of the candidate events happened in it. */
export interface Demonstration {
  /** For each event the step at which it first happened, −1 where it did not. */
  readonly firsts: ArrayLike<number>;
  readonly success: boolean;
}

/** A suggested sub-goal. */
export interface Suggestion {
  /** Number of the event. */
  readonly event: number;
  /** How much more often it happens in episodes that succeed than in those that fail. */
  readonly lift: number;
  /** Mean step of its first time in episodes that succeed. */
  readonly step: number;
}

/**
 * The `most` events with the largest lift P(event | success)/P(event | failure), each share with one made-up episode of
 * either kind, among events that happen in successful episodes; in the order in which they first happen there.
 */
export function suggestByLift(demonstrations: readonly Demonstration[], most: number): Suggestion[] {
  const won = demonstrations.filter(({ success }) => success);
  const lost = demonstrations.filter(({ success }) => !success);
  const events = demonstrations.reduce((count, { firsts }) => Math.max(count, firsts.length), 0);
  const share = (episodes: readonly Demonstration[], event: number) =>
    (episodes.filter(({ firsts }) => firsts[event] >= 0).length + 1) / (episodes.length + 2);
  const all = Array.from({ length: events }, (_, event): Suggestion => {
    const steps = won.flatMap(({ firsts }) => (firsts[event] >= 0 ? [firsts[event]] : []));
    return {
      event,
      lift: share(won, event) / share(lost, event),
      step: steps.reduce((a, b) => a + b, 0) / steps.length,
    };
  });
  return all
    .filter(({ step }) => Number.isFinite(step))
    .sort((a, b) => b.lift - a.lift)
    .slice(0, most)
    .sort((a, b) => a.step - b.step);
}
