// Selection of the columns of the grid of episodes. The selection is stored in the URL; without one, columns that tell episodes apart are
// shown.

import { words } from "../../evaluation/number-format.ts";
import type { GridPage } from "../../lab/view/grid-data.ts";
import { adjust, chosenAll } from "../chosen.ts";

interface ColumnChoiceProps {
  readonly data: GridPage;
  /** Names of the columns that are shown. */
  readonly shown: readonly string[];
}

export function ColumnChoice({ data: { measures, texts }, shown }: ColumnChoiceProps) {
  const names = [...measures.map(({ name }) => name), ...texts];
  const toggled = (name: string) => names.filter((one) => (one === name ? !shown.includes(one) : shown.includes(one)));
  return (
    <details class="columns">
      <summary>Columns</summary>
      <fieldset class="sides-choice">
        {names.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={shown.includes(name)}
              disabled={shown.length === 1 && shown[0] === name}
              onChange={() => adjust({ column: toggled(name) }, true)}
            />
            {words(name)}
          </label>
        ))}
        {chosenAll("column").length > 0 && (
          <button type="button" onClick={() => adjust({ column: [] }, true)}>
            As at first
          </button>
        )}
      </fieldset>
    </details>
  );
}

/** Returns a page with the columns that `isShown` selects by name, the objective first as in all tables. */
export function withColumns(data: GridPage, isShown: (name: string) => boolean): GridPage {
  const places = (names: readonly string[]) => names.flatMap((name, k) => (isShown(name) ? [k] : []));
  const measures = places(data.measures.map(({ name }) => name)).toSorted(
    (a, b) => Number(data.measures[b].name === "objective") - Number(data.measures[a].name === "objective"),
  );
  const texts = places(data.texts);
  return {
    ...data,
    measures: measures.map((k) => data.measures[k]),
    texts: texts.map((k) => data.texts[k]),
    rows: data.rows.map((row) => ({
      ...row,
      values: measures.map((k) => row.values[k]),
      texts: texts.map((k) => row.texts[k]),
    })),
  };
}
