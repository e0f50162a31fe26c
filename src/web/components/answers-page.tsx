// Page with the answers of a run's variants to each question.

import { MOST_VARIANTS } from "../../lab/view/answer-data.ts";
import { sideName } from "../../lab/view/answer-rows.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { adjust, chosen } from "../chosen.ts";
import { Answers } from "./answers.tsx";
import { VariantsChoice } from "./variants-choice.tsx";

export function AnswersPage({ run }: { readonly run: RunRow }) {
  const variants = chosen.value.getAll("variant").filter((name) => run.variants.includes(name));
  const shown = variants.length === 0 ? run.variants.slice(0, MOST_VARIANTS) : variants;
  return (
    <main class="answers">
      <h1>Answers</h1>
      <VariantsChoice
        run={run}
        legend="Variants"
        shown={shown}
        most={MOST_VARIANTS}
        onChoice={(after) => adjust({ variant: after.length === run.variants.length ? [] : after, of: "", page: "" })}
      />
      <Answers
        sides={shown.map((variant) => sideName({ run: run.run, variant }))}
        stamp={run.results}
        markOf={({ variant }) => run.variants.indexOf(variant)}
      />
    </main>
  );
}
