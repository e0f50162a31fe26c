// A report in three formats with the same numbers: a table in the terminal, one JSON document, and the page.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { count, effectSize, isNumber, withUnit, words } from "../evaluation/number-format.ts";
import type { Estimate } from "../evaluation/statistics/interval.ts";
import { trustFolders, trustRun } from "../lab/experiment/trust.ts";
import { payApart } from "../lab/report/finding/comparable.ts";
import { doseAxes } from "../lab/report/finding/doses.ts";
import { AGES, claimsInWords } from "../lab/report/judged-claim.ts";
import {
  alike,
  effectBetween,
  headlineMeasures,
  measuredOnce,
  measureNamed,
  reversed,
  trainingPay,
} from "../lab/report/measures.ts";
import { type WrittenReport, writeReport } from "../lab/report/report.ts";
import { byHeadline, type Effect, type ReportData, type VariantReport } from "../lab/report/report-data.ts";
import { computedNotes } from "../lab/report/run-computed.ts";
import { readRecord, trustQuestion } from "../lab/store/run-record.ts";
import { findRun } from "../lab/store/store.ts";
import type { Flags } from "./commands.ts";
import { answer, intervals, leftOut, number, print, report, style, table } from "./output.ts";

const WIDTH = 48;

/** Returns a row for each estimate; an empty row where it has no mean. */
function intervalRows(estimates: readonly Pick<Estimate, "mean" | "low" | "high">[]): string[] {
  const ends = estimates.flatMap(({ mean, low, high }) => [mean, low, high].filter(isNumber));
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const place = (value: number) => (most > least ? Math.round(((value - least) / (most - least)) * (WIDTH - 1)) : 0);
  return estimates.map(({ mean, low, high }) => {
    if (!isNumber(mean)) return "";
    const row = new Array<string>(WIDTH).fill(" ");
    if (isNumber(low) && isNumber(high)) {
      row.fill("─", place(low), place(high) + 1);
      row[place(low)] = "├";
      row[place(high)] = "┤";
    }
    row[place(mean)] = "●";
    return row.join("").trimEnd();
  });
}

/** `agon report RUN`: rewrites the page from the store. Exit code 2 where damaged files had to be left out. */
export async function rebuild(name: string, flags: Flags<"report">): Promise<number> {
  const { store, run } = findRun(flags.store, name);
  const folder = resolve(store, run);
  if (flags.trust) {
    const code = trustQuestion(folder, readRecord(folder));
    trustRun(code);
    trustFolders(code);
  }
  const written = await writeReport(folder, flags.out === undefined ? folder : resolve(flags.out));
  const { data, page, damaged } = written;
  const embedded = flags.embed ? await (await import("../server/embed.ts")).embed(resolve(store), run) : undefined;
  answer(flags, { ...reportJson(data, store, page), ...(embedded && { embedded }) }, () => {
    printReport(data, page);
    if (embedded !== undefined) print(`pages:  ${embedded}, to be served by any web server`);
  });
  const left = leftOut(damaged, ", and running the experiment again computes it anew");
  return tellRefused(written) || left;
}

/** Prints, after the numbers, why a report could not be written. Returns the exit code. */
export const tellRefused = ({ refused }: WrittenReport): number => (refused === undefined ? 0 : report(refused, false));

/** Returns what `--json` prints of a run. */
export function reportJson(data: ReportData, store: string, page: string | null): object {
  const {
    run,
    flags,
    objective,
    finding,
    claims,
    claimsAge,
    variants,
    gamed,
    effects,
    cells,
    logs,
    failures,
    damaged,
    computed,
  } = data;
  return {
    run,
    store,
    report: page,
    flags,
    objective: { name: objective.name, unit: objective.unit },
    finding,
    ...(claims === undefined ? {} : { claims }),
    ...(claimsAge === undefined ? {} : { claimsAge }),
    cells,
    variants: variants.map((variant) => {
      const { name, settings, cells: done, episodes, outcomes, agents, overOptimisation } = variant;
      return {
        name,
        settings,
        cells: done,
        episodes,
        ...byHeadline((measure) => variant[measure]),
        channels: outcomes,
        ...(overOptimisation === null ? {} : { overOptimisation }),
        agents: agents.map(({ id, label, policy, pay, outcomes: own }) => ({ id, label, policy, pay, channels: own })),
      };
    }),
    ...(gamed === undefined ? {} : { gamed }),
    effects,
    logs,
    failures,
    damaged,
    computed,
  };
}

function printGamed({ gamed = [] }: ReportData): void {
  if (gamed.length === 0) return;
  print(style("bold", "was the pay gamed?"));
  for (const { variant, text } of gamed) print(`  ${variant}: ${text}`);
  if (gamed.some(({ kind }) => kind === "not found")) print(style("dim", `  ${gamed[0].search} searches further`));
  print("");
}

/** Prints a run's numbers for a person. */
export function printReport(data: ReportData, page: string | null): void {
  const { objective, variants, cells } = data;
  const missing = cells.done < cells.planned ? style("yellow", ` (${cells.done} of ${cells.planned} cells)`) : "";
  print(
    `${style("bold", data.title)}${missing}`,
    `wanted: ${withUnit(objective.label ?? words(objective.name), objective.unit)}; means over seeds with 95 % intervals`,
    ...(data.flags === undefined || data.flags.length === 0 ? [] : [`run with: ${data.flags.join(" ")}`]),
    ...(data.stages ?? []).map(({ name, run }) => `stage ${name}: run ${run}`),
    "",
  );
  const headline = headlineMeasures(data).filter(({ key }) => key !== "terminated");
  const [wanted, ...others] = headline;
  const columns = [wanted, measuredOnce(data), trainingPay(data) ?? [], others].flat();
  const figures = columns.map(({ of }) => intervals(variants.map(of)));
  const rows = variants.map((variant, k) => [variant.name, ...figures.map((column) => column[k])]);
  print(table(["variant", ...columns.map(({ label }) => label)], rows), "");
  for (const { name, learning } of variants) if (learning.parted !== null) print(`${name}: ${learning.parted}`, "");
  for (const { name, overOptimisation } of variants)
    if (overOptimisation !== null)
      print(
        `${style("bold", name)}, paid by ${overOptimisation.measure === null ? "a judge's word" : "what was learnt"}: ${overOptimisation.text}`,
        "",
      );
  printGamed(data);
  printDoses(data);
  printChannels(variants);
  printEffects(data);
  printFailures(data);
  for (const log of data.logs) {
    const { skipped, dropped = 0 } = log;
    const bad = skipped === 0 ? "" : `, ${count(skipped, "bad row")} left out`;
    const left = style("yellow", dropped === 0 ? bad : `${bad}, ${count(dropped, "duplicate")} removed`);
    print(`log: ${log.file}, ${number(log.records)} ${log.kind}${left}; an episode is ${number(log.stretch)} of them`);
    print(style("dim", `     ${log.windows.text}`), "");
  }
  print(style("bold", data.finding.text), "");
  if (data.finding.notes.length > 0) print(data.finding.notes.join(" "), "");
  printClaims(data);
  for (const text of computedNotes(data)) print(style("dim", text));
  if (page !== null) print(`report: ${page}`, style("dim", `        ${pathToFileURL(page).href}`));
}

const COLOURS = { holds: "green", fails: "red", undecided: "yellow" } as const;

function printClaims({ claims = [], claimsAge }: ReportData): void {
  if (claims.length === 0) return;
  const rows = claims.map(({ name, text, measured, verdict }) => [
    ...[style(COLOURS[verdict], verdict), name, text, measured],
  ]);
  const [{ confidence }] = claims;
  const age = claimsAge === undefined ? "" : `; in git, ${AGES[claimsAge]}`;
  const wide = `intervals of ${number(100 * confidence)} %${age}`;
  print(
    `${style("bold", claimsInWords(claims))} ${style("dim", `(${wide})`)}`,
    table(["verdict", "claim", "", "measured"], rows, 4),
    "",
  );
}

/** Prints the objective by each numeric setting: a row per value, with its interval drawn on a common scale. */
function printDoses(data: ReportData): void {
  const [wanted] = headlineMeasures(data);
  for (const { label, lines } of doseAxes(data.variants)) {
    for (const { name, points } of lines.slice(0, MOST_LINES)) {
      const estimates = points.map(({ variant }) => wanted.of(variant));
      const [drawn, figures] = [intervalRows(estimates), intervals(estimates)];
      const rows = points.map(({ dose }, k) => [String(dose), drawn[k], figures[k]]);
      print(table([label, `${wanted.label}${name === "" ? "" : `, ${name}`}`, ""], rows, 2), "");
    }
    if (lines.length > MOST_LINES) print(style("dim", `… and ${lines.length - MOST_LINES} more curves in the report`));
  }
}

/** Maximum number of curves per setting. */
const MOST_LINES = 4;

function printChannels(variants: readonly VariantReport[]): void {
  const channels = variants.flatMap((variant) => variant.channels);
  const units = new Map(
    channels.map(({ name, unit, over, measured }) => {
      const how = measured === true ? "once a seed" : over;
      return [name, unit === "" ? how : `${unit}, ${how}`];
    }),
  );
  const shown = variants.slice(0, 6);
  const first = variants.some(({ agents }) => agents.length > 1) ? "channel, mean over agents" : "channel";
  const rows = [...units].map(([name, unit]) => [
    ...[words(name), unit],
    ...intervals(shown.map(({ outcomes }) => outcomes[name])),
  ]);
  print(table([first, "unit", ...shown.map(({ name }) => name)], rows, 2));
  if (variants.length > shown.length)
    print(style("dim", `… and ${variants.length - shown.length} more variants in the report`));
  print("");
}

/** Maximum number of rows of a table of effects. */
const MOST_ROWS = 12;

/** Prints the effects on the objective and on pay, those against the baseline first. */
function printEffects(data: ReportData): void {
  const baseline = data.baseline ?? data.variants[0]?.name;
  const all = (["objective", "pay"] as const)
    .map((name) => data.effects.filter(({ measure, difference }) => difference !== null && measure === name))
    .map((effects) =>
      effects
        .filter((effect) => isNews(data, effect))
        .map((effect) => (effect.b === baseline ? reversed(effect) : effect))
        .toSorted((one, other) => Number(other.a === baseline) - Number(one.a === baseline)),
    )
    .flatMap((effects) => {
      const figures = intervals(effects.map(({ difference, low, high }) => ({ mean: difference, low, high })));
      return effects.map((effect, k) => ({ ...effect, figure: figures[k] }));
    });
  const shown = all.slice(0, MOST_ROWS);
  if (shown.length === 0) return;
  const rows = shown.map(({ a, b, measure, figure, effectSize: d, corrected: p }) => [
    `${b} − ${a}`,
    measureNamed(data, measure).label,
    figure,
    effectSize(d),
    p === null ? "–" : p < 0.001 ? "<0.001" : p.toFixed(3),
  ]);
  print(table(["paired effect", "measure", "difference", "d", "p"], rows, 2));
  if (all.length > shown.length) print(style("dim", `… and ${all.length - shown.length} more in the report`));
  const pairs = data.effects.filter(({ measure }) => measure === "objective").length;
  if (pairs > 1)
    print(
      style("dim", `d is Cohen's, of paired differences. Intervals and p are corrected (Holm) for ${pairs} pairs.`),
    );
  print("");
}

/**
 * Whether a row of pay says something: amounts in two units are not compared, and pay that differs by as much as the objective, or not at
 * all, says nothing beside it.
 */
function isNews(data: ReportData, { a, b, measure, difference }: Effect): boolean {
  const [from, to] = [a, b].map((name) => data.variants.find((variant) => variant.name === name));
  if (measure !== "pay" || difference === null || from === undefined || to === undefined) return true;
  const wanted = effectBetween(data, "objective", a, b)?.difference ?? 0;
  return payApart(from, to) === undefined && difference !== 0 && !alike(difference, wanted);
}

/** Prints failed episodes by reason; their share is in the table of channels. */
function printFailures({ failures, variants }: ReportData): void {
  if (failures.length === 0) return;
  const all = new Map(variants.map(({ name, episodes }) => [name, episodes]));
  const rows = failures
    .slice(0, 12)
    .map(({ variant, reason, episodes }) => [variant, `${episodes} of ${all.get(variant) ?? episodes}`, reason]);
  print(table(["variant", "failed episodes", "why"], rows, 3), "");
}
