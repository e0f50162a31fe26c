// Every episode of a run in one grid, page by page: filtered and sorted by the server, and each row a link to its replay.

import { useState } from "preact/hooks";
import { count, decimalsFor, number, words } from "../../evaluation/number-format.ts";
import { ALL_REPLAYS } from "../../lab/embedded-data.ts";
import type { GridPage, GridRow, PairedPlace, Picked } from "../../lab/grid-data.ts";
import type { ToldRun } from "../../lab/view-data.ts";
import { useAsked } from "../asked.ts";
import { adjust, chosen } from "../chosen.ts";
import { TableBox } from "./boxes.tsx";
import { ChoiceLink } from "./choice-link.tsx";
import { Told } from "./told.tsx";
import { VariantMark } from "./variant-mark.tsx";

/** Names in the address that a query of the grid is made of. */
const ASKED = ["variant", "seed", "failed", "differs", "where", "sort", "page"] as const;

export function EpisodeGridPage({ run }: { readonly run: ToldRun | undefined }) {
  return run === undefined ? <p class="empty">The store has no such run.</p> : <Episodes run={run} />;
}

function Episodes({ run }: { readonly run: ToldRun }) {
  const query = new URLSearchParams();
  for (const name of ASKED) for (const value of chosen.value.getAll(name)) query.append(name, value);
  const address = `./api/runs/${encodeURIComponent(run.run)}/episodes?${query}`;
  const { data, problem, waiting } = useAsked<GridPage>(address, run.results);
  const { data: picked = [] } = useAsked<readonly Picked[]>(
    `./api/runs/${encodeURIComponent(run.run)}/picked`,
    run.results,
  );
  return (
    <main class="episodes" aria-busy={waiting}>
      <h1>Episodes</h1>
      {problem !== undefined && (
        <p class="empty">
          <Told text={problem} />
        </p>
      )}
      {data === undefined && problem === undefined && <p class="empty">Episodes are being read …</p>}
      {data !== undefined && (
        <>
          <PickedOut run={run} picked={picked} isReplayed={data.replays > 0} />
          <Filters data={data} />
          <HeldReplays data={data} />
          <Table run={run} data={data} />
          <Pages data={data} />
        </>
      )}
    </main>
  );
}

interface GridProps {
  readonly run: ToldRun;
  readonly data: GridPage;
}

/** The replay of an episode, beside the variant that differs most from it on the same seed. */
const replayOf = (run: ToldRun, { variant, seed, episode, partner }: PairedPlace) => ({
  ...{ run: run.run, show: "replay", seed: String(seed), episode: String(episode) },
  variant: partner === null ? [variant] : [variant, partner],
});

const inTitle = ({ partner }: PairedPlace): string =>
  partner === null ? "replay" : `replay beside ${partner}, which differs most on this seed`;

interface PickedOutProps {
  readonly run: ToldRun;
  readonly picked: readonly Picked[];
  readonly isReplayed: boolean;
}

function PickedOut({ run, picked, isReplayed }: PickedOutProps) {
  if (picked.length === 0) return null;
  const link = (place: PairedPlace | null) => {
    if (place === null) return "–";
    const name = `seed ${place.seed}, episode ${place.episode}`;
    if (!isReplayed) return name;
    return (
      <ChoiceLink to={replayOf(run, place)} title={inTitle(place)}>
        {name}
      </ChoiceLink>
    );
  };
  const same = ({ typical, worst }: Picked) => typical.seed === worst.seed && typical.episode === worst.episode;
  const columns: readonly (readonly [string, (one: Picked) => PairedPlace | null | "the same"])[] = [
    ["typical", ({ typical }) => typical],
    ["worst", (one) => (same(one) ? "the same" : one.worst)],
    ["paid most beyond what was wanted", ({ gap }) => gap],
  ];
  return (
    <TableBox label="Episodes that are worth a look">
      <table class="picked">
        <caption>
          Worth a look: the episode with the median objective, the one with the lowest, and the one whose rank by pay is
          furthest above its rank by objective.
        </caption>
        <thead>
          <tr>
            <th scope="col">variant</th>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {picked.map((one) => (
            <tr key={one.variant}>
              <th scope="row">
                <VariantMark index={run.variants.indexOf(one.variant)} />
                {one.variant}
              </th>
              {columns.map(([name, placeOf]) => {
                const place = placeOf(one);
                return <td key={name}>{place === "the same" ? "the typical one" : link(place)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** Says which episodes can be replayed where not all of them can. */
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

function Filters({ data: { variants, measures } }: { readonly data: GridPage }) {
  const asked = chosen.value;
  const shown = asked.getAll("variant");
  const conditions = asked.getAll("where");
  const change = (to: Parameters<typeof adjust>[0]) => adjust({ ...to, page: "" });
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        <input
          type="checkbox"
          checked={asked.has("differs")}
          disabled={variants.length < 2}
          onChange={(event) => change({ differs: event.currentTarget.checked ? "objective" : "", sort: "" })}
        />
        differs between variants under the same seed
      </label>
      {asked.has("differs") && (
        <span>
          in{" "}
          <MeasureSelect
            label="Measure in which variants differ"
            measures={measures}
            value={asked.get("differs") ?? "objective"}
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
      <label>
        seed{" "}
        <input
          type="number"
          class="short"
          value={asked.get("seed") ?? ""}
          onChange={(event) => change({ seed: event.currentTarget.value })}
        />
      </label>
      <label>
        <input
          type="checkbox"
          checked={asked.get("failed") === "yes"}
          onChange={(event) => change({ failed: event.currentTarget.checked ? "yes" : "" })}
        />
        failed
      </label>
      {conditions.map((condition) => (
        <button
          key={condition}
          type="button"
          class="condition"
          aria-label={`without ${condition}`}
          onClick={() => change({ where: conditions.filter((one) => one !== condition) })}
        >
          {inWords(condition)} ✕
        </button>
      ))}
      <Condition measures={measures} onAdd={(where) => change({ where: [...conditions, where] })} />
    </form>
  );
}

/** `pay:0..5` as a person writes it. */
function inWords(condition: string): string {
  const [low, high, measure] = boundsOf(condition);
  const name = words(measure);
  if (low !== "" && high !== "") return `${name} from ${low} to ${high}`;
  return low === "" ? `${name} at most ${high}` : `${name} at least ${low}`;
}

/** `pay:0..5` in its parts; a bound that is not given is empty. */
function boundsOf(condition: string): readonly [low: string, high: string, measure: string] {
  const [, measure = condition, low = "", high = ""] = /^([^:]+):(.*)\.\.(.*)$/.exec(condition) ?? [];
  return [low, high, measure];
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

/** Adds a condition on one measure. */
function Condition({ measures, onAdd }: ConditionProps) {
  const [measure, setMeasure] = useState("objective");
  const [low, setLow] = useState("");
  const [high, setHigh] = useState("");
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
        disabled={low === "" && high === ""}
        onClick={() => {
          onAdd(`${measure}:${low}..${high}`);
          setLow("");
          setHigh("");
        }}
      >
        Filter
      </button>
    </span>
  );
}

function Table({ run, data }: GridProps) {
  const { measures, rows } = data;
  const isParted = chosen.value.has("differs");
  const decimals = measures.map((_, k) =>
    decimalsFor(rows.map(({ values }) => ({ mean: values[k], low: null, high: null }))),
  );
  if (rows.length === 0) return <p class="empty">{whyNone(data)}</p>;
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
            {measures.map(({ name, unit, meaning }) => (
              <SortedBy key={name} name={name} title={unit === "" ? meaning : `${meaning} (${unit})`} />
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

/** Why there is no row. */
function whyNone({ total }: GridPage): string {
  if (total === 0) return "The run has no episodes yet: none of its cells is done.";
  const crossed = chosen.value.getAll("where").find((condition) => {
    const [low, high] = boundsOf(condition);
    return low !== "" && high !== "" && Number(low) > Number(high);
  });
  if (crossed !== undefined) return `No episode can fit ${inWords(crossed)}: its least value is above its largest.`;
  return "No episode fits these filters.";
}

/** The head of a column, by which the grid is sorted: first from the largest on, then from the smallest. */
function SortedBy({ name, title }: { readonly name: string; readonly title: string }) {
  const sort = chosen.value.get("sort");
  const order = sort === name ? "ascending" : sort === `-${name}` ? "descending" : "none";
  return (
    <th scope="col" class="number" aria-sort={order} title={title}>
      <button type="button" onClick={() => adjust({ sort: order === "descending" ? name : `-${name}`, page: "" })}>
        {words(name)}
        {order === "none" ? "" : order === "ascending" ? " ↑" : " ↓"}
      </button>
    </th>
  );
}

interface RowProps extends GridProps {
  readonly row: GridRow;
  readonly isParted: boolean;
  /** Of each measure's numbers. */
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
          {row.replayed ? (
            <ChoiceLink to={replayOf(run, row)} title={inTitle(row)}>
              replay
            </ChoiceLink>
          ) : (
            "–"
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
  const go = (to: number) => adjust({ page: to === 1 ? "" : String(to) });
  return (
    <p class="pages">
      <span role="status">
        {count(rows.length, "row")} of {count(matched, "episode")}
        {matched < total && ` that fit, of ${number(total, 0)} in all`}, page {page} of {number(pages, 0)}
      </span>
      {pages > 1 && (
        <>
          <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
            Before
          </button>
          <button type="button" disabled={page >= pages} onClick={() => go(page + 1)}>
            Next
          </button>
        </>
      )}
    </p>
  );
}
