// The clock of a replay: which moment is shown, whether it runs, and how fast.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";

/** A replay at play. */
export interface ReplayClock {
  /** Steps that are over; 0 is the beginning. An address may ask for more than there are. */
  readonly moment: Signal<number>;
  /** The moment within the episodes that are known. */
  readonly shown: ReadonlySignal<number>;
  readonly playing: Signal<boolean>;
  /** Times the usual speed. */
  readonly speed: Signal<number>;
  /** Steps of the longest episode; 0 before any is known. */
  readonly steps: ReadonlySignal<number>;
  /** Begins at the beginning where it stands at the end. */
  toggle(): void;
  /** Goes to a moment, within the episode, and stands still. */
  seek(moment: number): void;
  /** Takes the speed at this place among all, or the one at the end that it lies beyond. */
  hurry(place: number): void;
  /** Says how many steps a side's episode has; the function that comes back takes the side away. */
  lasts(side: string, steps: number): () => void;
  /** Ends the clock. */
  close(): void;
}

export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4, 8];
/** Seconds that an episode takes at the usual speed, about, within these steps a second. */
const LASTS = 12;
const [SLOWEST, FASTEST] = [2, 60];

/** Steps a second at the usual speed, a whole number. */
export const rateOf = (steps: number): number => Math.min(FASTEST, Math.max(SLOWEST, Math.round(steps / LASTS)));

/** A clock that stands at `moment`; `rested` is told of the moment whenever it comes to stand. */
export function player(moment: number, speed: number, rested: (player: ReplayClock) => void): ReplayClock {
  let frame = 0;
  let before = 0;
  let exact = moment;
  const lengths = signal<ReadonlyMap<string, number>>(new Map());
  const clock: ReplayClock = {
    moment: signal(Math.max(0, Math.round(moment))),
    shown: computed(() => Math.min(clock.moment.value, clock.steps.value || Number.POSITIVE_INFINITY)),
    playing: signal(false),
    speed: signal(SPEEDS.includes(speed) ? speed : 1),
    steps: computed(() => Math.max(0, ...lengths.value.values())),
    toggle() {
      if (clock.playing.value) return rest();
      if (clock.moment.value >= clock.steps.value) clock.moment.value = 0;
      exact = clock.moment.value;
      before = performance.now();
      clock.playing.value = true;
      frame = requestAnimationFrame(tick);
      return undefined;
    },
    seek(wanted) {
      clock.moment.value = Math.min(clock.steps.value, Math.max(0, Math.round(wanted)));
      rest();
    },
    hurry(place) {
      clock.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))];
      if (!clock.playing.value) rested(clock);
    },
    lasts(side, steps) {
      lengths.value = new Map([...lengths.peek(), [side, steps]]);
      return () => {
        lengths.value = new Map([...lengths.peek()].filter(([other]) => other !== side));
        if (lengths.value.size > 0) clock.moment.value = Math.min(clock.moment.peek(), clock.steps.value);
      };
    },
    close() {
      cancelAnimationFrame(frame);
    },
  };
  function rest(): void {
    cancelAnimationFrame(frame);
    clock.playing.value = false;
    rested(clock);
  }
  function tick(now: number): void {
    // A frame's time may lie before the press that it follows.
    exact += (Math.max(0, now - before) / 1000) * rateOf(clock.steps.value) * clock.speed.value;
    before = now;
    clock.moment.value = Math.min(clock.steps.value, Math.floor(exact));
    if (clock.moment.value >= clock.steps.value) rest();
    else frame = requestAnimationFrame(tick);
  }
  return clock;
}
