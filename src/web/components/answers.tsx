// A grid of questions and variants: every answer as text with its marks and pay, and differences from the first variant.

import type { ComponentChildren } from "preact";
import { count, number, words } from "../../evaluation/number-format.ts";
import type { AnswerPage, AnswerSide } from "../../lab/view/answer-data.ts";
import { choiceOf, chosen, chosenWith } from "../chosen.ts";
import { answerCsv } from "../csv-rows.ts";
import { useFetched } from "../fetched.ts";
import { AnswerFilters } from "./answer-filters.tsx";
import { AnswerTable } from "./answer-table.tsx";
import { ChoiceLink } from "./choice-link.tsx";
import { CodeText } from "./code-text.tsx";
import { CsvButton } from "./csv-button.tsx";
import { PageSteps } from "./page-steps.tsx";

/** Query parameters of a query for answers, beside its page. */
const ASKED = ["find", "differs", "where", "of", "again"] as const;

interface AnswersProps {
  /** Variants as a URL names them, `RUN/VARIANT`. */
  readonly sides: readonly string[];
  /** Changes with the results of their runs. */
  readonly stamp: string;
  /** Returns the index of a variant's mark (symbol). */
  readonly markOf: (side: AnswerSide, column: number) => number;
  /** Content above the grid. With it, nothing is shown where there are no answers; without it, a message is. */
  readonly children?: ComponentChildren;
  /** Whether differing words are highlighted initially. */
  readonly isMarked?: boolean;
}

export function Answers({ sides, stamp, markOf, children, isMarked = false }: AnswersProps) {
  const query = new URLSearchParams(sides.map((side) => ["side", side]));
  for (const name of ASKED) for (const value of chosen.value.getAll(name)) query.append(name, value);
  const address = `./api/answers?${query}`;
  const page = chosen.value.get("page") ?? "1";
  const { data, problem, waiting } = useFetched<AnswerPage>(`${address}&page=${encodeURIComponent(page)}`, stamp);
  const hasOwnEmptyText = children === undefined;
  const marked = choiceOf("words", ["yes", "no"], isMarked ? "yes" : "no");
  if (problem !== undefined)
    return (
      <p class="empty">
        <CodeText text={problem} />
      </p>
    );
  if (data === undefined) return hasOwnEmptyText ? <p class="empty">Answers are being read …</p> : null;
  if (!data.isText) return hasOwnEmptyText ? <Silent silent={data.silent} /> : null;
  return (
    <section class="answer-grid" aria-label="Answers" aria-busy={waiting}>
      {children}
      {chosen.value.has("again") && (
        <p>
          One question, each time that it was put.{" "}
          <ChoiceLink to={chosenWith({ again: "", page: "" })}>All questions</ChoiceLink>
        </p>
      )}
      <AnswerFilters data={data} marked={marked} first={firstOf(data.sides)} />
      <About data={data} />
      {data.rows.length > 0 && <AnswerTable data={data} markOf={markOf} isMarked={marked.value === "yes"} />}
      <PageSteps page={data.page} pages={data.pages}>
        {data.matched < data.total && `${number(data.matched, 0)} of `}
        {count(data.total, chosen.value.has("again") ? "time" : "question")}
        {data.matched < data.total && " fit"}
      </PageSteps>
      {data.rows.length > 0 && <CsvButton address={address} name="answers" rowsOf={answerCsv} />}
    </section>
  );
}

/** A message why there is no grid. */
function Silent({ silent }: Pick<AnswerPage, "silent">) {
  return (
    <p class="empty">
      There are no answers of {silent.map((name) => `“${name}”`).join(", ")}: agents choose numbers there and write no
      texts. <b>Episodes</b> shows what they did.
    </p>
  );
}

/** Name of the first column. */
const firstOf = ([first, ...others]: AnswerPage["sides"]): string =>
  others.some(({ variant }) => variant === first.variant) ? "the first" : first.variant;

/** Notes that apply to all answers, and on what cannot be shown. */
function About({ data: { sides, rows, same, isReadable, unsearched, unfolded } }: { readonly data: AnswerPage }) {
  return (
    <p class="about">
      {sides.length > 1 && (
        <>
          ▲ is above and ▼ below <b>{firstOf(sides)}</b> on the same question. Ground follows the objective.{" "}
        </>
      )}
      {same.length > 0 &&
        `The same in all answers: ${same.map(({ mark: { called, name }, value }) => `${words(called ?? name)} ${number(value)}`).join(", ")}. `}
      {sides.some(({ writers }) => writers !== undefined) && "Marks are means over the writers. "}
      {!isReadable && (
        <>
          Words cannot be read of every variant: <code>record: steps</code> keeps what that needs.{" "}
        </>
      )}
      {rows.some(({ times }) => times !== undefined) &&
        "Of a question that was put several times the first answer is shown, with the mean of each mark and its lowest and highest value. "}
      {unfolded > 0 &&
        `Questions of ${count(unfolded, "episode")} are not known before they are shown: these stand apart, even where they repeat others. `}
      {unsearched > 0 &&
        `Words of ${count(unsearched, "episode")} were not searched yet: other filters make them fewer.`}
    </p>
  );
}
