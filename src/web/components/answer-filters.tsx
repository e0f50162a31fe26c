// Filters for questions: by text, by differences between variants, and by bounds on marks.

import { words } from "../../evaluation/number-format.ts";
import type { AnswerPage } from "../../lab/view/answer-data.ts";
import { sideName } from "../../lab/view/answer-rows.ts";
import { adjust, chosen, type PageChoice } from "../chosen.ts";
import { Conditions } from "./episode-filters.tsx";
import { TypedField } from "./typed-field.tsx";

interface AnswerFiltersProps {
  readonly data: AnswerPage;
  /** Whether differing words are highlighted. */
  readonly marked: PageChoice;
  /** Name of the first column. */
  readonly first: string;
}

export function AnswerFilters({ data: { sides, marks }, marked, first }: AnswerFiltersProps) {
  const search = chosen.value;
  const change = (to: Parameters<typeof adjust>[0]) => adjust({ ...to, page: "" });
  const isOneRun = new Set(sides.map(({ run }) => run)).size === 1;
  return (
    <form class="filters" aria-label="Which questions" onSubmit={(event) => event.preventDefault()}>
      <TypedField
        label="words"
        type="search"
        placeholder="in question or answer"
        value={search.get("find") ?? ""}
        onEnter={(find) => change({ find })}
      />
      {sides.length > 1 && (
        <label>
          questions{" "}
          <select
            value={search.get("differs") ?? ""}
            onChange={(event) => change({ differs: event.currentTarget.value })}
          >
            <option value="">all</option>
            <option value="any">where variants differ</option>
            {marks.map(({ name, called }) => (
              <option key={name} value={name}>
                where they differ in {words(called ?? name)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Conditions measures={marks} />
      {sides.length > 1 && search.has("where") && (
        <label>
          of{" "}
          <select value={search.get("of") ?? ""} onChange={(event) => change({ of: event.currentTarget.value })}>
            <option value="">any variant</option>
            {sides.map((side) => (
              <option key={sideName(side)} value={sideName(side)}>
                {isOneRun ? side.variant : sideName(side)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <input
          type="checkbox"
          checked={search.get("whole") === "yes"}
          onChange={(event) => adjust({ whole: event.currentTarget.checked ? "yes" : "" }, true)}
        />
        whole texts
      </label>
      {sides.length > 1 && (
        <label>
          <input
            type="checkbox"
            checked={marked.value === "yes"}
            onChange={(event) => {
              marked.value = event.currentTarget.checked ? "yes" : "no";
            }}
          />
          mark words that differ from {first}
        </label>
      )}
    </form>
  );
}
