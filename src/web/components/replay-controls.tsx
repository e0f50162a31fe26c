// Controls of a replay: buttons, a slider, the speed, and the keyboard. Step and speed are stored in the URL.

import { useEffect, useMemo } from "preact/hooks";
import { count, number } from "../../evaluation/number-format.ts";
import { adjust, chosen } from "../chosen.ts";
import { player, type ReplayClock, rateOf, SPEEDS } from "../player.ts";

/** Returns a clock that exists as long as the page, and is controlled by the keyboard. */
export function useReplayClock(): ReplayClock {
  const clock = useMemo(
    () =>
      player(chosen.peek().has("step") ? numberIn("step", 0) : undefined, numberIn("speed", 1), ({ moment, speed }) =>
        adjust({ step: String(moment.value), speed: speed.value === 1 ? "" : String(speed.value) }, true),
      ),
    [],
  );
  useEffect(() => {
    const listener = (event: KeyboardEvent) => steer(clock, event);
    addEventListener("keydown", listener);
    return () => {
      removeEventListener("keydown", listener);
      clock.close();
    };
  }, [clock]);
  return clock;
}

/** Returns a number from the URL. */
export function numberIn(name: string, otherwise: number): number {
  const value = Number(chosen.peek().get(name) ?? otherwise);
  return Number.isFinite(value) ? value : otherwise;
}

export function ReplayControls({ clock }: { readonly clock: ReplayClock }) {
  const { shown, playing, speed, steps } = clock;
  return (
    <section class="controls" aria-label="Player">
      <button type="button" class="play" onClick={() => clock.toggle()} aria-keyshortcuts="Space">
        {playing.value ? "Pause" : "Play"}
      </button>
      <button type="button" onClick={() => clock.seek(shown.value - 1)} aria-label="One step back">
        ‹
      </button>
      <button type="button" onClick={() => clock.seek(shown.value + 1)} aria-label="One step on">
        ›
      </button>
      <input
        type="range"
        aria-label="Step"
        min={0}
        max={Math.max(1, steps.value)}
        value={shown.value}
        onInput={(event) => clock.seek(event.currentTarget.valueAsNumber)}
      />
      <output>
        step {shown.value}
        {steps.value > 0 && ` of ${steps.value}`}
      </output>
      <label>
        speed{" "}
        <select
          value={String(speed.value)}
          onChange={(event) => clock.hurry(SPEEDS.indexOf(Number(event.currentTarget.value)))}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={String(one)}>
              {one}×
            </option>
          ))}
        </select>
      </label>
      {steps.value > 0 && <span class="pace">{paceOf(steps.value, speed.value)}</span>}
      <p class="keys">
        Space plays and pauses, ← → step (with Shift by ten), ↑ ↓ change the speed, Home and End jump. In a text, arrows
        walk its characters.
      </p>
    </section>
  );
}

/** Formats the speed of a replay, and how long it takes. */
function paceOf(steps: number, speed: number): string {
  const rate = rateOf(steps) * speed;
  const seconds = count(Math.max(1, Math.round(steps / rate)), "second");
  return `${number(rate, Number.isInteger(rate) ? 0 : 1)} ${rate === 1 ? "step" : "steps"} a second, ${seconds} in all`;
}

/** Handles a key, unless the focused element needs it. */
function steer(clock: ReplayClock, event: KeyboardEvent): void {
  // The handler of a text in which the reader moves has processed the key.
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const focused = document.activeElement;
  if (focused?.matches('select, textarea, input:not([type="range"], [type="checkbox"])') === true) return;
  const isPressed = focused?.matches('button, a, summary, input[type="checkbox"]') === true;
  if (isPressed && event.key === " ") return;
  const by = event.shiftKey ? 10 : 1;
  const deeds: Readonly<Record<string, () => void>> = {
    " ": () => clock.toggle(),
    ArrowLeft: () => clock.seek(clock.shown.value - by),
    ArrowRight: () => clock.seek(clock.shown.value + by),
    ArrowUp: () => clock.hurry(SPEEDS.indexOf(clock.speed.value) + 1),
    ArrowDown: () => clock.hurry(SPEEDS.indexOf(clock.speed.value) - 1),
    Home: () => clock.seek(0),
    End: () => clock.seek(clock.steps.value),
  };
  const deed = deeds[event.key];
  if (deed === undefined) return;
  event.preventDefault();
  deed();
}
