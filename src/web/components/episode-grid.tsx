// All episodes of a run in one grid, page by page: the server filters and sorts, and each row links to its replay.

import { listed } from "../../core/checked.ts";
import { count, decimalsFor, number, words } from "../../evaluation/number-format.ts";
import { ALL_REPLAYS } from "../../lab/view/embedded-data.ts";
import type { GridPage, GridRow, Picked } from "../../lab/view/grid-data.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { adjust, choiceOf, chosen, chosenAll } from "../chosen.ts";
import { episodeCsv } from "../csv-rows.ts";
import { useFetched } from "../fetched.ts";
import { TableBox } from "./boxes.tsx";
import { Problem } from "./code-text.tsx";
import { ColumnChoice, withColumns } from "./column-choice.tsx";
import { CsvButton } from "./csv-button.tsx";
import { contradiction, EpisodeFilters } from "./episode-filters.tsx";
import { PageSteps } from "./page-steps.tsx";
import { PickedEpisodes } from "./picked-episodes.tsx";
import { ReplayLink } from "./replay-link.tsx";
import { VariantMark } from "./variant-mark.tsx";

/** Query parameters of a grid query, beside its page. */
const ASKED = ["variant", "seed", "failed", "differs", "where", "sort"] as const;

export function EpisodeGridPage({ run }: { readonly run: RunRow | undefined }) {
  return run === undefined ? <p class="empty">The store has no such run.</p> : <Episodes run={run} />;
}

function Episodes({ run }: { readonly run: RunRow }) {
  const query = new URLSearchParams();
  for (const name of ASKED) for (const value of chosen.value.getAll(name)) query.append(name, value);
  const address = `./api/runs/${encodeURIComponent(run.run)}/episodes?${query}`;
  const page = chosen.value.get("page") ?? "1";
  const { data, problem, waiting } = useFetched<GridPage>(`${address}&page=${encodeURIComponent(page)}`, run.results);
  const { data: picked = [] } = useFetched<readonly Picked[]>(
    `./api/runs/${encodeURIComponent(run.run)}/picked`,
    run.results,
  );
  return (
    <main class="episodes" aria-busy={waiting}>
      <h1>Episodes</h1>
      <Problem text={problem} />
      {data === undefined && problem === undefined && <p class="empty">Episodes are being read …</p>}
      {data !== undefined && (
        <>
          <PickedEpisodes run={run} picked={picked} isReplayed={data.replays > 0} />
          {data.total > 0 && <EpisodeFilters data={data} />}
          <HeldReplays data={data} />
          <SameMeasures data={data} />
          <ColumnChoice data={data} shown={namesIn(shownColumns(data))} />
          <Table run={run} data={shownColumns(data)} />
          <Pages data={data} />
          {data.matched > 0 && <CsvButton address={address} name={run.run} rowsOf={episodeCsv} />}
        </>
      )}
    </main>
  );
}

interface GridProps {
  readonly run: RunRow;
  readonly data: GridPage;
}

/** Lists which episodes can be replayed, where not all can. */
function HeldReplays({ data: { replays, total } }: { readonly data: GridPage }) {
  if (replays === total) return null;
  const { episodes, bytes } = ALL_REPLAYS;
  return (
    <p class="about">
      {replays === 0 ? (
        <>
          No episode can be replayed: <code>record: steps</code> keeps what a replay needs.
        </>
      ) : (
        <>
          These pages hold replays of {number(replays, 0)} of {count(total, "episode")}: of those that are worth a look,
          in every variant. They hold all replays of a run that has at most {count(episodes, "episode")} and{" "}
          {number(bytes / 1e6, 0)} MB of them. <code>agon view</code> replays every one.
        </>
      )}
    </p>
  );
}

/** Lists the measures with one value in all episodes, or with those of another, and shows their columns on demand. */
function SameMeasures({ data: { same } }: { readonly data: GridPage }) {
  if (same.length === 0) return null;
  const shown = allColumns();
  const isShown = shown.value === "all";
  const constant = same.filter(({ repeats }) => repeats === undefined);
  const repeated = (["pay", "objective"] as const).flatMap((of) => {
    const names = same.flatMap(({ name, repeats }) => (repeats === of ? [words(name)] : []));
    return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? "is" : "are"} the ${of}`];
  });
  const list = constant.map(({ name, value }) => `${words(name)} ${number(value)}`).join(", ");
  return (
    <p class="about same">
      {constant.length > 0 &&
        `${count(constant.length, "measure")} ${constant.length === 1 ? "is" : "are"} the same in all episodes: ${list}. `}
      {repeated.length > 0 && `In every episode ${repeated.join(", ")}. `}
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => {
          adjust({ columns: isShown ? "" : "all", column: [] }, true);
        }}
      >
        Show their columns
      </button>
    </p>
  );
}

/** Whether columns with one value in all episodes are shown. */
const allColumns = () => choiceOf("columns", ["all"], "");

function Table({ run, data }: GridProps) {
  const { measures, rows } = data;
  const isParted = chosen.value.has("differs");
  const decimals = measures.map((_, k) =>
    decimalsFor(rows.map(({ values }) => ({ mean: values[k], low: null, high: null }))),
  );
  if (rows.length === 0) return <Problem text={whyNone({ run, data })} />;
  return (
    <TableBox label="Episodes">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">variant</th>
            {data.replays > 0 && <th scope="col">replay</th>}
            <th scope="col" class="number">
              seed
            </th>
            <th scope="col" class="number">
              episode
            </th>
            {isParted && (
              <th scope="col" class="number">
                variants part by
              </th>
            )}
            {measures.map((measure) => (
              <SortedBy key={measure.name} measure={measure} />
            ))}
            {data.texts.map((name) => (
              <th key={name} scope="col">
                {words(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.variant} ${row.seed} ${row.episode}`} {...{ run, data, row, isParted, decimals }} />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

const namesIn = ({ measures, texts }: GridPage): string[] => [...measures.map(({ name }) => name), ...texts];

/**
 * Returns a page with its chosen columns. Where none are chosen, measures that have one value in all episodes, or repeat another, are left
 * out unless all columns are shown or the page is sorted by one.
 */
function shownColumns(data: GridPage): GridPage {
  const own = chosenAll("column");
  if (own.length > 0) return withColumns(data, (name) => own.includes(name));
  const isAll = allColumns().value === "all";
  const sorted = chosen.value.get("sort")?.replace(/^-/, "");
  return withColumns(data, (name) => isAll || name === sorted || data.same.every((one) => one.name !== name));
}

/** Returns a message why there is no row. */
function whyNone({ run: { state, failure }, data: { total } }: GridProps): string {
  if (total > 0) return contradiction(chosen.value.getAll("where")) ?? "No episode fits these filters.";
  if (state === "running") return "The run has no episodes yet: no cell is done.";
  return failure === undefined
    ? "The run has no episodes: it was stopped before its first cell was done."
    : `The run failed before its first cell was done: ${failure}`;
}

/** Header of a column, which sorts the grid: first in descending, then in ascending order. */
function SortedBy({ measure: { name, called, unit, meaning } }: { readonly measure: GridPage["measures"][number] }) {
  const sort = chosen.value.get("sort");
  const order = sort === name ? "ascending" : sort === `-${name}` ? "descending" : "none";
  return (
    <th scope="col" class="number" aria-sort={order} title={unit === "" ? meaning : `${meaning} (${unit})`}>
      <button type="button" onClick={() => adjust({ sort: order === "descending" ? name : `-${name}`, page: "" })}>
        {words(name)}
        {order === "none" ? "" : order === "ascending" ? " ↑" : " ↓"}
      </button>
      {called !== undefined && <span class="unit">{words(called)}</span>}
    </th>
  );
}

interface RowProps extends GridProps {
  readonly row: GridRow;
  readonly isParted: boolean;
  /** Decimals of each measure. */
  readonly decimals: readonly number[];
}

function Row({ run, data: { variants, measures, texts, replays }, row, isParted, decimals }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <VariantMark index={variants.indexOf(row.variant)} />
        {row.variant}
        {row.failed && <span class="failed"> failed</span>}
      </th>
      {replays > 0 && (
        <td>
          {row.replayed ? <ReplayLink run={run} place={row} text="replay" /> : "–"}
          {row.replayed && row.partner !== null && variants.length > 2 && (
            <span class="beside"> beside {row.partner}</span>
          )}
        </td>
      )}
      <td class="number">{row.seed}</td>
      <td class="number">{row.episode}</td>
      {isParted && <td class="number">{number(row.parted)}</td>}
      {row.values.map((value, k) => (
        <td key={measures[k].name} class="number">
          <data value={String(value)}>{number(value, decimals[k])}</data>
        </td>
      ))}
      {row.texts.map((text, k) => (
        <td key={texts[k]} class="text" title={text}>
          {text}
        </td>
      ))}
    </tr>
  );
}

function Pages({ data: { matched, total, page, pages, rows } }: { readonly data: GridPage }) {
  if (total === 0) return null;
  return (
    <PageSteps page={page} pages={pages}>
      {count(rows.length, "row")} of {count(matched, "episode")}
      {matched < total && ` that fit, of ${number(total, 0)} in all`}
    </PageSteps>
  );
}
