// `npm run forecast`: how far forecasts of `agon weigh` were right, on tables and on a small language model. With --write the figures go
// into the record that the command reads, and into the manual's page. Seeds are kept in a folder, so that a stopped run goes on.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { note, print, table } from "../../src/cli/output.ts";
import { number, withInterval } from "../../src/evaluation/number-format.ts";
import { mean } from "../../src/evaluation/statistics/moments.ts";
import { markdown, replaceBlock } from "../page.ts";
import {
  type Claim,
  LANGUAGE_KLS,
  LANGUAGE_SEEDS,
  LEAST,
  languageClaims,
  TABLE_KLS,
  TABLE_SEEDS,
  tableClaims,
} from "./claims.ts";
import { type LanguageSeed, languageSeed } from "./language.ts";
import { type TablePay, tableSeed } from "./tables.ts";
import { FORECASTS, type ForecastKind, overSeeds, scoreOf, type TriedPay } from "./trial.ts";

const { values: flags } = parseArgs({
  options: {
    keep: { type: "string", default: "dist-bench/forecast-seeds" },
    write: { type: "boolean", default: false },
  },
});

const here = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PAGE = here("docs/guides/how-right-forecasts-are.md");
const RECORD = here("src/lab/weigh/forecast-record.ts");

mkdirSync(flags.keep, { recursive: true });

/** Computes a seed, or reads it where it is kept. */
function kept<T>(name: string, seed: number, compute: () => T): T {
  const file = join(flags.keep, `${name}-${seed}.json`);
  if (!existsSync(file)) {
    note(`${name}: seed ${seed}`);
    writeFileSync(file, JSON.stringify(compute()));
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

const seedsOf = ({ first, count }: { readonly first: number; readonly count: number }): number[] =>
  Array.from({ length: count }, (_, k) => first + k);

const tables = seedsOf(TABLE_SEEDS).map((seed) => kept<TablePay[][]>("tables", seed, () => tableSeed(seed, TABLE_KLS)));
const language = seedsOf(LANGUAGE_SEEDS).map((seed) =>
  kept<LanguageSeed>("language", seed, () => languageSeed(seed, LANGUAGE_KLS, note)),
);

const NAMES: Readonly<Record<ForecastKind, string>> = {
  correlation: "agreement over all answers",
  bestOf: "best of n",
  tilt: "tilt",
  attack: "tilt, with the audit's answers",
};

type Seeds = readonly (readonly TriedPay[])[];

/** Scores of each forecast; agreement is no gain, and has no error. */
const scores = (seeds: Seeds, least: number) => ({
  head: ["forecast", "rank correlation", "right signs", "mean error"],
  rows: FORECASTS.map((kind) => {
    const { rank, sign, error } = overSeeds(seeds.map((pays) => scoreOf(pays, kind, least)));
    const [first, second, third] = [rank, sign, error].map((one) => withInterval(one));
    return [NAMES[kind], first, second, kind === "correlation" ? "–" : third];
  }),
});

const verdicts = (claims: readonly Claim[]) => ({
  head: ["claim", "bound", "measured", "verdict"],
  rows: claims.map(({ words, bound, figure, verdict }) => [words, bound, withInterval(figure), verdict]),
});

const tried = (at: number) => language.map((seed) => seed.tried[at]);
const blocks: readonly (readonly [name: string, part: ReturnType<typeof scores>])[] = [
  ...TABLE_KLS.map(
    (kl, at) =>
      [
        `tables at ${kl}`,
        scores(
          tables.map((seed) => seed[at]),
          LEAST.tables,
        ),
      ] as const,
  ),
  ["claims on tables", verdicts(tableClaims(tables))],
  ...LANGUAGE_KLS.map((kl, at) => [`language at ${kl}`, scores(tried(at), LEAST.language)] as const),
  ["claims on the language model", verdicts(languageClaims(language))],
  ["pays", byPay(language)],
];
for (const [name, { head, rows }] of blocks) print("", name, table(head, rows));
if (flags.write) {
  for (const [name, part] of blocks) replaceBlock(PAGE, name, markdown({ title: name, ...part }));
  writeRecord(language);
}

/** Means over seeds of what each pay was forecast to buy, and bought. */
function byPay(seeds: readonly LanguageSeed[]) {
  const at = LANGUAGE_KLS.length - 1;
  const all = seeds.flatMap((seed) => seed.tried[at].map((pay) => ({ ...pay, fidelity: seed.fidelity[pay.name] })));
  const names = [...new Set(all.map(({ name }) => name))];
  const rows = names.map((name) => {
    const own = all.filter((pay) => pay.name === name);
    const { fidelity } = own[0];
    return {
      bought: mean(own.map(({ bought }) => bought)),
      cells: [
        name,
        fidelity === undefined ? "–" : number(mean(own.map((pay) => pay.fidelity)), 2),
        number(mean(own.map(({ forecast }) => forecast.tilt)), 2),
        number(mean(own.map(({ bought }) => bought)), 2),
        String(own.length),
      ],
    };
  });
  rows.sort((a, b) => b.bought - a.bought);
  return { head: ["pay", "fidelity", "forecast", "bought", "seeds"], rows: rows.map(({ cells }) => cells) };
}

/** An object as the formatter writes it. */
function asCode(record: object): string {
  const json = JSON.stringify(record, undefined, 2);
  return json.replaceAll(/"(\w+)":/g, "$1:").replaceAll(/([^{,])\n/g, "$1,\n");
}

function writeRecord(seeds: readonly LanguageSeed[]): void {
  const at = LANGUAGE_KLS.length - 1;
  const { rank, sign, error } = overSeeds(tried(at).map((own) => scoreOf(own, "tilt", LEAST.language)));
  const pays = Math.max(...tried(at).map((own) => own.length));
  const record = { kl: LANGUAGE_KLS[at], seeds: seeds.length, pays, rank, sign, error };
  const text = [
    "// Written by `npm run forecast -- --write`: how far forecasts on a small language model were right.",
    "",
    `export const FORECAST_RECORD = ${asCode(record)} as const;`,
    "",
  ];
  writeFileSync(RECORD, text.join("\n"));
}
