// One choice of several: a row of radio buttons where they fit, otherwise a drop-down list. Both are native elements, so that keyboard and
// screen readers work as usual.

import { useId } from "preact/hooks";
import type { PageChoice } from "../chosen.ts";

export interface SelectorProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: PageChoice;
  /** Maximum total letters for radio buttons (default 60). */
  readonly room?: number;
}

export function Selector({ label, options, chosen, room = 60 }: SelectorProps) {
  const id = useId();
  if (options.length < 2) return null;
  const letters = options.reduce((sum, option) => sum + option.label.length + 2, 0);
  if (letters > room)
    return (
      <div class="selector">
        <label for={id}>{label}</label>
        <select id={id} value={chosen.value} onChange={(event) => choose(chosen, event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    );
  return (
    <fieldset class="selector">
      <legend>{label}</legend>
      <div class="choices">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={chosen.value === option.value}
              onChange={() => choose(chosen, option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function choose(chosen: PageChoice, value: string): void {
  chosen.value = value;
}
