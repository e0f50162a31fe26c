// `agon weigh`: what other pays would have bought of what is wanted, from rollouts that exist.

import { brief, shortened } from "../evaluation/number-format.ts";
import type { TermSlope } from "../evaluation/overoptimisation/term-slopes.ts";
import type { BestOfPoint, ForecastPoint } from "../evaluation/overoptimisation/weighed-pay.ts";
import type { Estimate } from "../evaluation/statistics/interval.ts";
import type { JudgedWant } from "../lab/weigh/partial-labels.ts";
import { namedScore } from "../lab/weigh/pay-names.ts";
import { type NamedPay, type WeighedLog, type WeighedPart, weighedLog } from "../lab/weigh/weighed-log.ts";
import type { TextPair } from "../lab/weigh/worst-prompts.ts";
import type { Flags } from "./commands.ts";
import { interval, number, print, remark, style, table, whole } from "./output.ts";
import { ownColumns } from "./place.ts";
import { computed } from "./progress.ts";
import { rewardFlags } from "./reward-flags.ts";

/** Exit code where `--fail-on falls` is given and a pay lowers the want. */
const FALLS = 3;

/** Prints the weighing of a log. */
export async function weigh(file: string, flags: Flags<"weigh">): Promise<number> {
  const { want, pay: pays, by, where, skipBadRows, store } = flags;
  const source = {
    ...{
      file,
      want,
      pays,
      skipBadRows,
      scores: flags.score.map(namedScore),
      columns: ownColumns("--columns", flags.columns, "prompt=question"),
    },
    ...(by === undefined ? {} : { by }),
    ...(where === undefined ? {} : { where }),
    ...(flags.judge === undefined ? {} : { judge: flags.judge }),
  };
  let isFallen = false;
  const code = await computed(
    flags,
    async (watched) => {
      const way = { directory: process.cwd(), store, rewards: rewardFlags(flags), onNotice: remark };
      const weighed = await weighedLog(source, { ...way, ...watched });
      isFallen = weighed.pays.some(({ course }) => course === "falls" || course === "turns");
      return weighed;
    },
    printWeighing,
  );
  return code === 0 && isFallen && flags.failOn === "falls" ? FALLS : code;
}

function printWeighing(weighed: WeighedLog): void {
  const { file, columns, want, answers, prompts, pays, comparisons, parts, labels } = weighed;
  const renamed = Object.entries(columns).filter(([name, own]) => name !== own);
  print(
    style("bold", weighed.finding),
    "",
    `${file}: ${whole(answers)} answers, ${whole(prompts)} prompts with several; wanted: ${want}`,
    ...(renamed.length === 0 ? [] : [`read as ${renamed.map(([name, own]) => `${name}: ${own}`).join(", ")}`]),
    "",
    table(["pay", "course", "highest at KL", "at best of", "first step", "prompts that teach"], pays.map(rowOf)),
    "",
    `Gain of ${want} by KL from the policy of the log:`,
    byPressure("KL", pays, ({ forecast }) => forecast.map((point) => [point.kl, point])),
    "",
    `Gain of ${want} by the best of n answers:`,
    byPressure("n", pays, ({ bestOf }) => bestOf.filter(({ n }) => n > 1).map((point) => [point.n, point])),
  );
  if (comparisons.length > 0) {
    const rows = comparisons.map(({ other, kl, more }) => [other, number(kl), interval(more)]);
    print("", `“${comparisons[0].best}” buys more than:`, table(["pay", "at a KL of", `by, of ${want}`], rows));
  }
  if (labels !== undefined) printLabels(want, labels);
  for (const { id, slope } of pays) if (slope.terms !== undefined) printTerms(id, slope.terms, slope.normalised);
  for (const { id, verifier } of pays) if (verifier !== undefined) printVerifier(id, verifier);
  if (parts !== undefined) printParts(parts, want);
  for (const { id, texts } of pays)
    if (texts.length > 0)
      print("", `Where “${id}” pays best what is worth less:`, ...texts.slice(0, 2).flatMap(linesOf));
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

type Bounded = Pick<ForecastPoint | BestOfPoint, "want" | "low" | "high">;

/** A row for each pressure, a column for each pay; the largest KL of each pay stands in a row of its own. */
function byPressure(
  head: string,
  pays: readonly NamedPay[],
  points: (pay: NamedPay) => readonly (readonly [pressure: number, gain: Bounded])[],
): string {
  const columns = pays.map((pay) => new Map(points(pay)));
  const pressures = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort((a, b) => a - b);
  const rows = pressures.map((pressure) => [
    number(pressure),
    ...columns.map((column) => {
      const gain = column.get(pressure);
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

function printParts(parts: readonly WeighedPart[], want: string): void {
  const ids = parts[0]?.pays.map(({ id }) => id) ?? [];
  print(
    "",
    `First step of ${want}, and course, by value:`,
    table(
      ["value", "prompts", ...ids],
      parts.map(({ value, pays }) => [
        value,
        whole(pays[0].prompts),
        ...pays.map(({ slope, course }) => `${interval(slope.normalised)} ${course}`),
      ]),
    ),
  );
}
