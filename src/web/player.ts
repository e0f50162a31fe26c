// The clock of a replay: the shown moment, whether it is playing, and how fast.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";

/** State and controls of a replay. */
export interface ReplayClock {
  /** Number of completed steps; 0 is the beginning. A URL may request more than there are. */
  readonly moment: Signal<number>;
  /** The moment, limited to the known episodes. */
  readonly shown: ReadonlySignal<number>;
  readonly playing: Signal<boolean>;
  /** Multiple of the usual speed. */
  readonly speed: Signal<number>;
  /** Steps of the longest episode; 0 before any is known. */
  readonly steps: ReadonlySignal<number>;
  /** Starts or stops; at the end it starts from the beginning. */
  toggle(): void;
  /** Stops at a moment within the episode. */
  seek(moment: number): void;
  /** Selects a speed by its index, limited to the existing ones. */
  hurry(place: number): void;
  /**
   * Registers the number of steps of a side's episode. Returns a function that removes the side. A text is shown whole until the reader
   * moves the clock, where the URL requests no moment.
   */
  lasts(side: string, steps: number, isText?: boolean): () => void;
  /** Stops the clock for good. */
  close(): void;
}

export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4, 8];
/** Approximate seconds of an episode at the usual speed, within the limits on steps per second. */
const LASTS = 12;
const [SLOWEST, FASTEST] = [2, 60];

/** Returns the steps per second at the usual speed, an integer. */
export const rateOf = (steps: number): number => Math.min(FASTEST, Math.max(SLOWEST, Math.round(steps / LASTS)));

/** Returns a clock at `moment`, if one is requested; `rested` is called with the moment whenever it stops. */
export function player(moment: number | undefined, speed: number, rested: (player: ReplayClock) => void): ReplayClock {
  let frame = 0;
  let before = 0;
  let exact = 0;
  let isUntouched = moment === undefined;
  const lengths = signal<ReadonlyMap<string, number>>(new Map());
  const clock: ReplayClock = {
    moment: signal(Math.max(0, Math.round(moment ?? 0))),
    shown: computed(() => Math.min(clock.moment.value, clock.steps.value || Number.POSITIVE_INFINITY)),
    playing: signal(false),
    speed: signal(SPEEDS.includes(speed) ? speed : 1),
    steps: computed(() => Math.max(0, ...lengths.value.values())),
    toggle() {
      isUntouched = false;
      if (clock.playing.value) return rest();
      if (clock.moment.value >= clock.steps.value) clock.moment.value = 0;
      exact = clock.moment.value;
      before = performance.now();
      clock.playing.value = true;
      frame = requestAnimationFrame(tick);
      return undefined;
    },
    seek(wanted) {
      isUntouched = false;
      clock.moment.value = Math.min(clock.steps.value, Math.max(0, Math.round(wanted)));
      rest();
    },
    hurry(place) {
      clock.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))];
      if (!clock.playing.value) rested(clock);
    },
    lasts(side, steps, isText = false) {
      lengths.value = new Map([...lengths.peek(), [side, steps]]);
      if (isUntouched && isText) clock.moment.value = clock.steps.value;
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
    // The time of a frame may precede the key press that started it.
    exact += (Math.max(0, now - before) / 1000) * rateOf(clock.steps.value) * clock.speed.value;
    before = now;
    clock.moment.value = Math.min(clock.steps.value, Math.floor(exact));
    if (clock.moment.value >= clock.steps.value) rest();
    else frame = requestAnimationFrame(tick);
  }
  return clock;
}
