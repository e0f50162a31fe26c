// All runs of the store: experiment, progress, duration and finding. Selected runs can be compared; search, filters and order are stored in
// the URL.

import { count, duration } from "../../evaluation/number-format.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { adjust, choiceOf, chosen } from "../chosen.ts";
import { LIST_ORDERS, listed, RUN_STATES, secondsOf } from "../listed-runs.ts";
import { runs } from "../view-state.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { Tags } from "./run-tools.tsx";
import { SearchField } from "./search-field.tsx";

const state = choiceOf("state", RUN_STATES, "");
const order = choiceOf("sort", LIST_ORDERS, "time");

export function RunsList() {
  const all = runs.value;
  const compared = chosen.value.getAll("compare");
  const experiments = [...new Set((all ?? []).flatMap((run) => run.experiment ?? []))].sort();
  const experiment = choiceOf("experiment", experiments, "");
  const text = chosen.value.get("search") ?? "";
  const sort = LIST_ORDERS.find((one) => one === order.value) ?? "time";
  const now = Date.now();
  const shown = listed(all ?? [], { text, state: state.value, experiment: experiment.value, order: sort }, now);
  const mark = (run: string, isMarked: boolean) => {
    const others = compared.filter((one) => one !== run);
    adjust({ compare: isMarked ? [...others, run] : others }, true);
  };
  return (
    <main class="runs">
      <h1>Runs</h1>
      {all === undefined && <p class="empty">Asking the server …</p>}
      {all?.length === 0 && (
        <p class="empty">
          This store holds no run yet. <code>agon run FILE</code> makes one, and it appears here at once.
        </p>
      )}
      {all !== undefined && all.length > 1 && (
        <search class="filters">
          <SearchField text={text} search={(search) => adjust({ search }, true)} />
          <Choice label="State" chosen={state} options={["", ...RUN_STATES]} />
          <Choice label="Experiment" chosen={experiment} options={["", ...experiments]} />
          <Choice label="Sort by" chosen={order} options={LIST_ORDERS} />
          <span role="status">
            {shown.length < all.length ? `${shown.length} of ${count(all.length, "run")}` : count(all.length, "run")}
          </span>
        </search>
      )}
      {compared.length > 0 && (
        <p class="compare">
          <ChoiceLink to={{ side: compared }}>Side by side: {count(compared.length, "run")}</ChoiceLink>
        </p>
      )}
      {all !== undefined && all.length > 0 && shown.length === 0 && <p class="empty">No run fits.</p>}
      <ol>
        {shown.map((run) => (
          <Row key={run.run} run={run} now={now} isCompared={compared.includes(run.run)} onMark={mark} />
        ))}
      </ol>
    </main>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly chosen: { value: string };
  /** The empty option means all. */
  readonly options: readonly string[];
}

function Choice({ label, chosen: choice, options }: ChoiceProps) {
  const choose = (value: string): void => {
    choice.value = value;
  };
  return (
    <label>
      {label}{" "}
      <select value={choice.value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option === "" ? "all" : option}
          </option>
        ))}
      </select>
    </label>
  );
}

interface RowProps {
  readonly run: RunRow;
  readonly now: number;
  readonly isCompared: boolean;
  readonly onMark: (run: string, isMarked: boolean) => void;
}

function Row({ run: summary, now, isCompared, onMark }: RowProps) {
  const { run, title, begun, variants, finding, failure, note = "", tags = [] } = summary;
  const { planned, done } = summary.cells;
  const seconds = secondsOf(summary, now);
  return (
    <li>
      <h2>
        <ChoiceLink to={{ run }}>{title}</ChoiceLink>
      </h2>
      <p class="when">
        <span class={`run-state ${summary.state}`}>{summary.state}</span> <time dateTime={begun}>{moment(begun)}</time>
        {seconds !== null && `, ${summary.state === "running" ? "for" : "took"} ${duration(seconds)}`}
        {summary.earlier === true && ", computed under the keys of an earlier version"}
      </p>
      {failure !== undefined && <p class="failure">{failure.split("\n")[0]}</p>}
      {(failure === undefined || finding !== null) && (
        <p class="says">
          {finding?.text ??
            (summary.state === "done" ? `No report was asked for: agon report ${run} writes one.` : "No report yet.")}
        </p>
      )}
      {(note !== "" || tags.length > 0) && (
        <p class="notes">
          <Tags tags={tags} />
          {note !== "" && <span class="run-note">{note}</span>}
        </p>
      )}
      <p class="about">
        <label class="mark-run">
          <input
            type="checkbox"
            aria-label={`compare ${title}, ${run}`}
            checked={isCompared}
            onChange={(event) => onMark(run, event.currentTarget.checked)}
          />
          compare
        </label>
        <code>{run}</code> {count(variants.length, "variant")},{" "}
        {done < planned ? `${done} of ${count(planned, "cell")}` : count(done, "cell")}
        {done < planned && (
          <progress class="run-bar" value={done} max={planned} aria-label={`${done} of ${planned} cells`} />
        )}
      </p>
    </li>
  );
}

/** Formats date and time in the user's locale. */
const moment = (begun: string): string =>
  new Date(begun).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
