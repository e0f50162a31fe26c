// Page with the answers of a run's variants to each question.

import { MOST_VARIANTS } from "../../lab/view/answer-data.ts";
import { sideName } from "../../lab/view/answer-rows.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { adjust, chosen } from "../chosen.ts";
import { Answers } from "./answers.tsx";
import { VariantMark } from "./variant-mark.tsx";

export function AnswersPage({ run }: { readonly run: RunRow }) {
  const variants = chosen.value.getAll("variant").filter((name) => run.variants.includes(name));
  const shown = variants.length === 0 ? run.variants.slice(0, MOST_VARIANTS) : variants;
  return (
    <main class="answers">
      <h1>Answers</h1>
      <Variants run={run} shown={shown} />
      <Answers
        sides={shown.map((variant) => sideName({ run: run.run, variant }))}
        stamp={run.results}
        markOf={({ variant }) => run.variants.indexOf(variant)}
      />
    </main>
  );
}

/** Selection of the variants that have a column. */
function Variants({ run, shown }: { readonly run: RunRow; readonly shown: readonly string[] }) {
  if (run.variants.length < 2) return null;
  return (
    <fieldset class="sides-choice">
      <legend>Variants</legend>
      {run.variants.map((variant, index) => {
        const isShown = shown.includes(variant);
        return (
          <label key={variant}>
            <input
              type="checkbox"
              checked={isShown}
              disabled={isShown ? shown.length === 1 : shown.length === MOST_VARIANTS}
              onChange={() => {
                const after = run.variants.filter((one) => (one === variant ? !isShown : shown.includes(one)));
                adjust({ variant: after.length === run.variants.length ? [] : after, of: "", page: "" });
              }}
            />
            <VariantMark index={index} />
            {variant}
          </label>
        );
      })}
    </fieldset>
  );
}
