// What `agon weigh` prints: the finding, the figures of each pay in order of merit, and texts.

import { brief, count, shortened } from "../evaluation/number-format.ts";
import type { TermSlope } from "../evaluation/overoptimisation/term-slopes.ts";
import type { BestOfPoint, ForecastPoint } from "../evaluation/overoptimisation/weighed-pay.ts";
import type { Estimate } from "../evaluation/statistics/interval.ts";
import { byMerit } from "../lab/weigh/merit.ts";
import type { JudgedWant, NamedPay, TextPair, WeighedLog, WeighedPart } from "../lab/weigh/weighing-data.ts";
import { interval, number, print, remark, style, table, whole } from "./output.ts";

/** Prints a weighing: the finding, figures by pay, and texts. */
export function printWeighing(weighed: WeighedLog): void {
  const { file, readAs, columns, want, answers, prompts, comparisons, parts, labels, trends = [] } = weighed;
  const pays = byMerit(weighed.pays, comparisons);
  const renamed = Object.entries(columns).filter(([name, own]) => name !== own);
  print(
    style("bold", weighed.finding),
    "",
    `${file}: ${whole(answers)} answers, ${count(prompts, "prompt")} with several; wanted: ${want}`,
    ...(readAs === undefined ? [] : [`read as ${readAs}`]),
    ...(renamed.length === 0 ? [] : [`read as ${renamed.map(([name, own]) => `${name}: ${own}`).join(", ")}`]),
    "",
    table(["pay", "course", "highest at KL", "at best of", "first step", "prompts that teach"], pays.map(rowOf)),
    "",
    `Gain of ${want} by KL from the policy of the log:`,
    byPressure(
      "KL",
      pays,
      ({ forecast }) => forecast.map((point) => [point.kl, point]),
      ({ reach }) => reach,
    ),
    ...(new Set(pays.map(({ reach }) => reach)).size > 1 ? [style("dim", BEYOND)] : []),
    "",
    `Gain of ${want} by the best of n answers:`,
    byPressure("n", pays, ({ bestOf }) => bestOf.filter(({ n }) => n > 1).map((point) => [point.n, point])),
  );
  if (comparisons.length > 0) {
    const ranked = byMerit(
      comparisons.map((one) => ({ ...one, id: one.other })),
      comparisons,
    );
    const rows = ranked.map(({ other, kl, more }) => [other, number(kl), interval(more)]);
    print("", `“${comparisons[0].best}” against the others:`, table(["pay", "at a KL of", `more, of ${want}`], rows));
  }
  if (labels !== undefined) printLabels(want, labels);
  for (const { id, slope } of pays) if (slope.terms !== undefined) printTerms(id, slope.terms, slope.normalised);
  for (const { id, verifier } of pays) if (verifier !== undefined) printVerifier(id, verifier);
  if (parts !== undefined) printParts(weighed, parts, pays);
  if (trends.length > 0) print("", ...byMerit(trends, comparisons).map(({ finding }) => finding));
  for (const pay of pays) if (pay.texts.length > 0) printTexts(pay);
  remark(...weighed.caveats);
}

const rowOf = ({ id, course, safe, slope }: NamedPay): string[] => [
  id,
  course,
  range(safe.kl, safe.low, safe.high),
  range(safe.n, safe.lowN, safe.highN),
  interval(slope.normalised),
  interval(slope.signal),
];

const range = (at: number, low: number, high: number): string =>
  low === high ? number(at) : `${number(at)} [${number(low)}, ${number(high)}]`;

/** In the place of a gain that the log cannot tell. */
const GREY = "░";
const BEYOND = `${GREY} too few answers carry the weight: the log cannot tell`;

type Bounded = Pick<ForecastPoint | BestOfPoint, "want" | "low" | "high">;

/** A row for each pressure, a column for each pay; the largest KL of each pay stands in a row of its own. */
function byPressure(
  head: string,
  pays: readonly NamedPay[],
  points: (pay: NamedPay) => readonly (readonly [pressure: number, gain: Bounded])[],
  reachOf = (_: NamedPay): number => Number.POSITIVE_INFINITY,
): string {
  const columns = pays.map((pay) => new Map(points(pay)));
  const pressures = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort((a, b) => a - b);
  const rows = pressures.map((pressure) => [
    number(pressure),
    ...columns.map((column, k) => {
      const gain = column.get(pressure);
      if (gain === undefined && pressure > reachOf(pays[k])) return GREY;
      return gain === undefined ? "" : interval({ mean: gain.want, low: gain.low, high: gain.high });
    }),
  ]);
  return table([head, ...pays.map(({ id }) => id)], rows);
}

function printLabels(want: string, { judge, labels, answers, verdicts, ...rates }: JudgedWant): void {
  const rows = [
    [`by ${whole(labels)} labels alone`, interval(rates.labelled)],
    [`by “${judge}” of ${whole(answers)} answers alone`, interval(rates.judged)],
    ["by both", interval(rates.corrected)],
    ...(verdicts === undefined ? [] : [["by the judge's rates of right and wrong", interval(verdicts.rate)]]),
  ];
  print("", table([`mean of ${want}`, ""], rows));
  if (verdicts !== undefined)
    print(
      `“${judge}” finds ${interval(verdicts.sensitivity)} of wanted answers right, and ${interval(verdicts.specificity)} of others wrong.`,
    );
}

function printTerms(id: string, terms: readonly TermSlope[], whole: Estimate): void {
  const rows = terms.map(({ term, normalised }) => [term, interval(normalised)]);
  print("", `First step of “${id}”, by its terms:`, table(["term", "first step"], [...rows, ["all", interval(whole)]]));
}

function printVerifier(
  id: string,
  { truePositive, falsePositive, j, halving }: NonNullable<NamedPay["verifier"]>,
): void {
  const rates = `pays ${interval(truePositive)} of wanted and ${interval(falsePositive)} of unwanted answers`;
  const sign = (j.low ?? -1) > 0 ? "for" : (j.high ?? 1) < 0 ? "against" : "not surely for";
  const time = halving === null ? "" : ` GRPO halves the unwanted answers in ${number(halving)} units of its rate.`;
  print("", `“${id}” ${rates}: the difference, ${interval(j)}, drives training ${sign} what is wanted.${time}`);
}

/** Characters of a text that are printed; `--json` has all. */
const MOST = 160;

const linesOf = ({ prompt, paid, wanted, lost }: TextPair): string[] => [
  `  ${shortened(inLine(prompt), MOST)}  (loses ${number(lost)})`,
  ...[paid, wanted].map(
    ({ pay, want, row, text }) =>
      `    paid ${brief(pay)}, worth ${brief(want)}, row ${whole(row)}: ${shortened(inLine(text), MOST)}`,
  ),
];

const inLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Prints what the answers share that a pay likes and that are worth less, and the worst of them. */
function printTexts({ id, losing, prompts, texts, clusters }: NamedPay): void {
  const shared = clusters.slice(0, 6).map(({ shares, prompts: on, of }) => `${shares} (${whole(on)} of ${whole(of)})`);
  print(
    "",
    `“${id}” pays best what is worth less on ${whole(losing)} of ${whole(prompts)} prompts.${shared.length === 0 ? "" : ` These answers share: ${shared.join(", ")}.`}`,
    ...texts.slice(0, 2).flatMap(linesOf),
  );
}

function printParts(
  { want, by = "value" }: WeighedLog,
  parts: readonly WeighedPart[],
  ranked: readonly NamedPay[],
): void {
  const ids = ranked.map(({ id }) => id);
  print(
    "",
    `First step of ${want}, and course, by ${by}:`,
    table(
      [by, "prompts", ...ids],
      parts.map(({ value, pays }) => [
        value,
        whole(pays[0].prompts),
        ...ids.map((id) => {
          const own = pays.find((pay) => pay.id === id) ?? pays[0];
          return `${interval(own.slope.normalised)} ${own.course}`;
        }),
      ]),
    ),
  );
}
