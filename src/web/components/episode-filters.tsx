// Filters of the grid of episodes: by variant, seed, failure, differences between variants, and bounds on any measure.

import { useState } from "preact/hooks";
import { words } from "../../evaluation/number-format.ts";
import { conditionIn, type GridCondition } from "../../lab/view/grid-condition.ts";
import type { GridPage } from "../../lab/view/grid-data.ts";
import { adjust, chosen } from "../chosen.ts";
import { TypedField } from "./typed-field.tsx";
import { VariantMark } from "./variant-mark.tsx";

export function EpisodeFilters({ data: { variants, measures } }: { readonly data: GridPage }) {
  const search = chosen.value;
  const shown = search.getAll("variant");
  const change = (to: Parameters<typeof adjust>[0]) => adjust({ ...to, page: "" });
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        <input
          type="checkbox"
          checked={search.has("differs")}
          disabled={variants.length < 2}
          onChange={(event) => change({ differs: event.currentTarget.checked ? "objective" : "", sort: "" })}
        />
        differs between variants under the same seed
      </label>
      {search.has("differs") && (
        <span>
          in{" "}
          <MeasureSelect
            label="Measure in which variants differ"
            measures={measures}
            value={search.get("differs") ?? "objective"}
            onChange={(differs) => change({ differs })}
          />
        </span>
      )}
      {variants.length > 1 && (
        <fieldset>
          <legend>Variants</legend>
          {variants.map((variant, index) => (
            <label key={variant}>
              <input
                type="checkbox"
                checked={shown.length === 0 || shown.includes(variant)}
                onChange={() => {
                  const before = shown.length === 0 ? variants : shown;
                  const after = variants.filter((one) => (one === variant) !== before.includes(one));
                  change({ variant: after.length === variants.length ? [] : after });
                }}
              />
              <VariantMark index={index} />
              {variant}
            </label>
          ))}
        </fieldset>
      )}
      <TypedField label="seed" type="number" value={search.get("seed") ?? ""} onEnter={(seed) => change({ seed })} />
      <label>
        <input
          type="checkbox"
          checked={search.get("failed") === "yes"}
          onChange={(event) => change({ failed: event.currentTarget.checked ? "yes" : "" })}
        />
        failed
      </label>
      <Conditions measures={measures} />
    </form>
  );
}

/** List of the bounds in the URL, with a form to add one. */
export function Conditions({ measures }: { readonly measures: GridPage["measures"] }) {
  const conditions = chosen.value.getAll("where");
  return (
    <>
      {conditions.map((condition) => (
        <button
          key={condition}
          type="button"
          class="condition"
          aria-label={`without ${inWords(condition)}`}
          onClick={() => adjust({ where: conditions.filter((one) => one !== condition), page: "" })}
        >
          {inWords(condition)} ✕
        </button>
      ))}
      <Condition measures={measures} onAdd={(where) => adjust({ where: [...conditions, where], page: "" })} />
    </>
  );
}

/** Formats `pay:0..5` for people. */
function inWords(condition: string): string {
  const { low, high, measure } = partsOf(condition);
  const name = words(measure);
  if (low !== "" && high !== "") return `${name} from ${low} to ${high}`;
  return low === "" ? `${name} at most ${high}` : `${name} at least ${low}`;
}

/** Parses `pay:0..5`; an omitted bound is empty. */
const partsOf = (condition: string): GridCondition =>
  conditionIn(condition) ?? { measure: condition, low: "", high: "" };

/** Returns, as a sentence, why no episode can match one of these conditions; undefined where some may. */
export function contradiction(conditions: readonly string[]): string | undefined {
  const crossed = conditions.find((condition) => {
    const { low, high } = partsOf(condition);
    return low !== "" && high !== "" && Number(low) > Number(high);
  });
  return crossed && `No episode can fit ${inWords(crossed)}: its least value is above its largest.`;
}

interface MeasureSelectProps {
  readonly label: string;
  readonly measures: GridPage["measures"];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

const MeasureSelect = ({ label, measures, value, onChange }: MeasureSelectProps) => (
  <select value={value} aria-label={label} onChange={(event) => onChange(event.currentTarget.value)}>
    {measures.map(({ name }) => (
      <option key={name} value={name}>
        {words(name)}
      </option>
    ))}
  </select>
);

interface ConditionProps {
  readonly measures: GridPage["measures"];
  readonly onAdd: (condition: string) => void;
}

/** Form that adds a condition on one measure. */
function Condition({ measures, onAdd }: ConditionProps) {
  const [measure, setMeasure] = useState("objective");
  const [low, setLow] = useState("");
  const [high, setHigh] = useState("");
  const condition = `${measure}:${low}..${high}`;
  const wrong = contradiction([condition]);
  const bound = (label: string, value: string, set: (value: string) => void) => (
    <input
      type="number"
      step="any"
      class="short"
      value={value}
      aria-label={label}
      placeholder={label}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <span class="add">
      <MeasureSelect label="Measure" measures={measures} value={measure} onChange={setMeasure} /> from{" "}
      {bound("at least", low, setLow)} to {bound("at most", high, setHigh)}{" "}
      <button
        type="button"
        disabled={(low === "" && high === "") || wrong !== undefined}
        onClick={() => {
          onAdd(condition);
          setLow("");
          setHigh("");
        }}
      >
        Filter
      </button>{" "}
      <span role="status">{wrong}</span>
    </span>
  );
}
