// All studies: the paper and the result of each. Search and status are stored in the URL.

import { fittingStudies } from "../../lab/studies/fitting-studies.ts";
import type { ListedStudy } from "../../lab/studies/study-data.ts";
import { STUDY_STATES } from "../../study/verdict.ts";
import { adjust, choiceOf, chosen } from "../chosen.ts";
import { useFetched } from "../fetched.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { CodeText, Problem } from "./code-text.tsx";
import { SearchField } from "./search-field.tsx";
import { Selector } from "./selector.tsx";

export function StudiesList() {
  const { data, problem } = useFetched<readonly ListedStudy[]>("./api/studies");
  const states = STUDY_STATES.filter((state) => data?.some(({ status }) => status === state));
  const state = choiceOf("status", states, "");
  const text = chosen.value.get("search") ?? "";
  const shown = fittingStudies(data ?? [], text, state.value);
  return (
    <main class="runs studies">
      <h1>Studies</h1>
      <p class="about">
        Published systems, and what is shown of the headline claims of their abstracts. A verdict is read from 95 %
        intervals: a claim holds, fails, or is undecided. Exact tests decide facts.
      </p>
      <Problem text={problem} />
      {problem === undefined && data === undefined && <p class="empty">Asking the server …</p>}
      {data !== undefined && (
        <search class="filters">
          <SearchField text={text} search={(search) => adjust({ search }, true)} />
          <Selector
            label="Status"
            options={[{ value: "", label: "all" }, ...states.map((one) => ({ value: one, label: one }))]}
            chosen={state}
          />
          <span role="status">
            {shown.length < data.length ? `${shown.length} of ` : ""}
            {data.length} {data.length === 1 ? "study" : "studies"}
          </span>
        </search>
      )}
      {data !== undefined && shown.length === 0 && <p class="empty">No study fits.</p>}
      <ol>
        {shown.map(({ id, paper, status, outcome }) => (
          <li key={id}>
            <h2>
              <ChoiceLink to={{ study: id }}>{paper.title}</ChoiceLink>
            </h2>
            <p class="when">
              <span class={`study-state ${status.replaceAll(" ", "-")}`}>{status}</span>
            </p>
            <p class="says">
              <CodeText text={outcome} />
            </p>
            <p class="about">
              <code>{id}</code> {paper.citation}
            </p>
          </li>
        ))}
      </ol>
    </main>
  );
}
