// Page of variants of one run or of several side by side: only differences of their files and results, with paired statistics.

import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import {
  count,
  decimalsFor,
  effectSizeInWords,
  number,
  probability,
  signed,
  withInterval,
  words,
} from "../../evaluation/number-format.ts";
import type { Effect, ReportData } from "../../lab/report/report-data.ts";
import type { RunVariant, SideBySide, SideMeasure, SideReport } from "../../lab/view/side-data.ts";
import { besideName } from "../beside-name.ts";
import { adjust } from "../chosen.ts";
import { answered, useFetched } from "../fetched.ts";
import { readReport } from "../state.ts";
import { runs } from "../view-state.ts";
import { Answers } from "./answers.tsx";
import { TableBox } from "./boxes.tsx";
import { ChoiceLink } from "./choice-link.tsx";
import { Problem } from "./code-text.tsx";
import { Curves, type CurvesProps, measuresOver } from "./curves.tsx";
import { VariantMark } from "./variant-mark.tsx";

const TITLES: Readonly<Record<CurvesProps["of"], string>> = { curves: "Over steps", training: "Training" };

/** Curves of variants of several runs in one figure: over the steps of an episode and of a training. */
function SideCurves({ sides, stamp }: { readonly sides: readonly SideReport[]; readonly stamp: string }) {
  const data = useReports(sides, stamp);
  if (data === "waiting") return <p class="empty">Curves are being read …</p>;
  if (data === undefined) return null;
  return (["curves", "training"] as const).map(
    (of) =>
      measuresOver(data, of).length > 0 && (
        <section key={of} aria-labelledby={`${of}-title`}>
          <h2 id={`${of}-title`}>{TITLES[of]}</h2>
          <Curves data={data} of={of} />
        </section>
      ),
  );
}

/** Returns the reports of the sides' runs merged into one, with the sides only; undefined where one cannot be read. */
function useReports(sides: readonly SideReport[], stamp: string): ReportData | "waiting" | undefined {
  const [data, setData] = useState<ReportData | "waiting" | undefined>("waiting");
  const wanted = sides.map(({ run, variant }) => `${run}/${variant}`).join();
  useEffect(() => {
    const left = new AbortController();
    const runs = [...new Set(sides.map(({ run }) => run))];
    const read = async (run: string) => {
      const state = readReport(await answered(`./api/runs/${encodeURIComponent(run)}/report`, { signal: left.signal }));
      return "data" in state ? [[run, state.data] as const] : [];
    };
    Promise.all(runs.map(read)).then(
      (reports) => setData(together(sides, new Map(reports.flat()))),
      () => left.signal.aborted || setData(undefined),
    );
    return () => left.abort();
  }, [wanted, stamp]);
  return data;
}

function together(sides: readonly SideReport[], reports: ReadonlyMap<string, ReportData>): ReportData | undefined {
  const [first] = reports.values();
  if (first === undefined) return undefined;
  const variants = sides.flatMap(({ run, variant }) => {
    const report = reports.get(run)?.variants.find(({ name }) => name === variant);
    const isShared = sides.some((side) => side.variant === variant && side.run !== run);
    return report === undefined ? [] : [{ ...report, name: isShared ? `${variant} (${run})` : variant }];
  });
  return variants.length === sides.length ? { ...first, variants } : undefined;
}

const nameOf = ({ run, variant }: RunVariant): string => `${run}/${variant}`;

export function SidesPage({ sides }: { readonly sides: readonly string[] }) {
  const query = new URLSearchParams(sides.map((side) => ["side", side]));
  // A change of results of any of the runs changes the comparison.
  const stamp = (runs.value ?? []).flatMap(({ run, results }) =>
    sides.some((side) => side.split("/")[0] === run) ? results : [],
  );
  const { data, problem, waiting } = useFetched<SideBySide>(`./api/sides?${query}`, stamp.join());
  return (
    <main class="compared" aria-busy={waiting}>
      <h1>Side by side</h1>
      <Problem text={problem} />
      {data === undefined && problem === undefined && <p class="empty">Runs are being read …</p>}
      {data !== undefined && problem === undefined && (
        <>
          <Settings data={data} />
          <Results data={data} />
          <SideCurves sides={data.sides} stamp={stamp.join()} />
          <Texts sides={data.sides} stamp={stamp.join()} />
        </>
      )}
    </main>
  );
}

/** The texts of the sides, where their agents write. */
function Texts({ sides, stamp }: { readonly sides: readonly RunVariant[]; readonly stamp: string }) {
  return (
    <Answers sides={sides.map(nameOf)} stamp={stamp} markOf={(_, column) => column} isMarked>
      <h2>What they answered</h2>
    </Answers>
  );
}

interface SidesProps {
  readonly data: SideBySide;
}

/** A header for every side, with buttons that make it the first and remove it. */
function Heads({ data: { sides } }: SidesProps) {
  const runs = new Map(sides.map(({ run, title }) => [run, title]));
  // An experiment that was edited and run again often keeps its title.
  const isShared = new Set(runs.values()).size < runs.size;
  const order = (first: RunVariant) => [first, ...sides.filter((side) => side !== first)].map(nameOf);
  return (
    <tr>
      <td />
      {sides.map((side, k) => (
        <th key={nameOf(side)} scope="col">
          <VariantMark index={k} />
          <ChoiceLink to={{ run: side.run }}>{side.variant}</ChoiceLink>
          {runs.size > 1 && <span class="of">{side.title}</span>}
          {isShared && <code class="of">{side.run}</code>}
          <span class="of">{count(side.cells, "seed")}</span>
          <span class="deeds">
            {k > 0 && (
              <button type="button" onClick={() => adjust({ side: order(side) })}>
                compare with this one
              </button>
            )}
            {sides.length > 2 && (
              <button
                type="button"
                aria-label={`leave out ${side.variant}`}
                onClick={() => adjust({ side: sides.filter((one) => one !== side).map(nameOf) })}
              >
                ✕
              </button>
            )}
          </span>
        </th>
      ))}
    </tr>
  );
}

function Settings({ data }: SidesProps) {
  const { settings, sameSettings, sides } = data;
  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title">What differs in their files</h2>
      <p class="about">
        {count(sameSettings, "setting")} that all of them share {sameSettings === 1 ? "is" : "are"} left out.
      </p>
      <TableBox label="Settings that differ">
        <table>
          <thead>
            <Heads data={data} />
          </thead>
          <tbody>
            {settings.length === 0 && (
              <tr>
                <td colSpan={sides.length + 1}>Nothing: they compute the same.</td>
              </tr>
            )}
            {settings.map(({ path, values }) => (
              <tr key={path}>
                <th scope="row">
                  <code>{path}</code>
                </th>
                {values.map((value, k) => (
                  <td key={nameOf(sides[k])} class={value === values[0] ? "alike" : ""}>
                    {value === null ? "–" : <code>{value}</code>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </section>
  );
}

function Results({ data }: SidesProps) {
  const { measures, sameMeasures, sides } = data;
  return (
    <section aria-labelledby="results-title">
      <h2 id="results-title">What differs in their results</h2>
      <p class="about">
        Means over seeds with 95&nbsp;% intervals. Below each stands its paired difference from {sides[0].variant}, on
        the seeds that both have: bold where its interval excludes zero. Intervals and p of differences are corrected
        (Holm) for all that are compared with it.
        {sameMeasures.length > 0 && ` The same in all: ${sameMeasures.map(words).join(", ")}.`}
      </p>
      <TableBox label="Measures that differ">
        <table>
          <thead>
            <Heads data={data} />
          </thead>
          <tbody>
            {measures.map((measure) => (
              <Row key={measure.name} measure={measure} sides={sides} />
            ))}
          </tbody>
        </table>
      </TableBox>
    </section>
  );
}

function Row({ measure, sides }: { readonly measure: SideMeasure; readonly sides: readonly SideReport[] }) {
  const { name, meaning, estimates, effects, apart } = measure;
  const decimals = decimalsFor(estimates.flatMap((one) => (one === null ? [] : [one])));
  return (
    <tr>
      <th scope="row" title={meaning}>
        {words(name)}
        <span class="of">{besideName(measure)}</span>
        {apart !== null && <span class="of">not compared: {apart}</span>}
      </th>
      {estimates.map((estimate, k) => (
        <td key={nameOf(sides[k])}>
          {estimate === null ? "–" : <data value={String(estimate.mean)}>{withInterval(estimate, decimals)}</data>}
          <EffectLine effect={effects[k]} side={sides[k]} />
        </td>
      ))}
    </tr>
  );
}

interface EffectLineProps {
  readonly effect: Effect | null;
  readonly side: SideReport;
}

/** The paired difference; the number of seeds is given where it is not all of the side's. */
function EffectLine({ effect, side }: EffectLineProps) {
  if (effect === null) return null;
  const { difference, low, high, effectSize: d, corrected, n } = effect;
  const decimals = decimalsFor([{ mean: difference, low, high }]);
  const isClear = low !== null && high !== null && (low > 0 || high < 0);
  const p = probability(corrected);
  const also = [
    ...(d === null ? [] : [effectSizeInWords(d)]),
    ...(corrected === null ? [] : [`p ${p.startsWith("<") ? p : `= ${p}`}`]),
    ...(n < side.cells ? [count(n, "seed")] : []),
  ];
  return (
    <span class={`effect ${isClear ? "clear" : ""}`}>
      <span>
        <data value={String(difference)}>{signed(difference, decimals)}</data> [{number(low, decimals)},{" "}
        {number(high, decimals)}]
      </span>
      {also.map((part) => (
        <Fragment key={part}>
          , <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
