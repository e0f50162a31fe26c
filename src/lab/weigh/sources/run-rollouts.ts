// Episodes of a run of Agon's own store as rollouts. A prompt is what the answers to it share: the question where the world has texts,
// otherwise the seed and the episode, of which all variants meet the same luck.

import { basename, dirname } from "node:path";
import { identifier } from "../../../core/sql.ts";
import { openDatabase, type Row } from "../../store/database.ts";
import { readRecord } from "../../store/run-record.ts";
import type { AnswerText } from "../../view/answer-data.ts";
import { heldAnswers } from "../../view/answer-grid.ts";
import { type RolloutRow, rolloutRow } from "./rollout-rows.ts";
import type { LineWriter } from "./tool-logs.ts";

/** Limits on the episodes that are replayed to read their texts. */
const MOST = { episodes: 20_000, bytes: 1 << 30 };

/** Columns of the table of episodes that say which one it is. */
const KEYS = ["run", "variant", "seed", "episode", "agent", "label", "policy"];

/** Maximum number of seats that have columns of their own. */
const MOST_SEATS = 12;

/** What stands in a run's rows. */
export interface RunRollouts {
  /** What is taken for a prompt, in a sentence. */
  readonly prompts: string;
  /** Files that were left out as damaged. */
  readonly damaged: number;
}

/**
 * Writes the episodes of a run, a row each. Numbers are means over seats; `pay.buyer` is that of one seat. A failed episode has none. Throws a
 * UserError where the run is damaged, or needs code that is not trusted to read its texts.
 */
export async function writeRun(folder: string, out: LineWriter): Promise<RunRollouts> {
  const record = readRecord(folder);
  const texts = record.variants.some(({ isText }) => isText === true)
    ? textsOf(await heldAnswers(dirname(folder), basename(folder), MOST))
    : new Map<string, AnswerText>();
  const database = await openDatabase([folder], 1, { tables: ["episodes"], sorted: false, folders: [] });
  try {
    const { rows: described } = await database.query("DESCRIBE episodes");
    const names = described.map(({ column_name }) => String(column_name));
    const numbers = described
      .filter(({ column_type }) => /^(DOUBLE|FLOAT|U?(TINY|SMALL|BIG)?INT(EGER)?)$/.test(String(column_type)))
      .map(({ column_name }) => String(column_name))
      .filter((name) => !KEYS.includes(name));
    const { rows: seats } = await database.query(
      `SELECT DISTINCT label FROM episodes ORDER BY label LIMIT ${MOST_SEATS + 1}`,
    );
    const labels = seats.map(({ label }) => String(label));
    const isPlayed = names.includes("failed") ? "NOT coalesce(failed, false)" : "true";
    const means = numbers.map((name, k) => `avg(${identifier(name)}) FILTER (${isPlayed}) AS mean_${k}`);
    const each =
      labels.length < 2 || labels.length > MOST_SEATS
        ? []
        : numbers.flatMap((name, k) =>
            labels.map(
              (label, at) =>
                `avg(${identifier(name)}) FILTER (${isPlayed} AND label = '${label.replaceAll("'", "''")}') AS seat_${k}_${at}`,
            ),
          );
    const { rows } = await database.query(
      `SELECT ${["variant", "seed", "episode", ...means, ...each].join(", ")} FROM episodes
       GROUP BY variant, seed, episode ORDER BY seed, episode, variant`,
    );
    const isAlone = record.variants.length === 1;
    for (const row of rows) {
      const values = numbers.flatMap((name, k): [string, unknown][] => [
        [name, row[`mean_${k}`]],
        ...(each.length === 0
          ? []
          : labels.map((label, at): [string, unknown] => [`${name}.${label}`, row[`seat_${k}_${at}`]])),
      ]);
      await out.row(rowOf(row, texts.get(keyOf(row)), isAlone, Object.fromEntries(values)));
    }
    const fixed = isAlone
      ? "A prompt is a seed of the run, and its answers are the seed's episodes."
      : "A prompt is a seed and an episode of the run, and its answers are those of the variants, which meet the same luck.";
    const asked =
      "A prompt is a question of the run's world, and its answers are those of all variants, seeds and episodes.";
    return { prompts: texts.size > 0 ? asked : fixed, damaged: database.damaged.length };
  } finally {
    database.close();
  }
}

function rowOf(
  row: Row,
  text: AnswerText | undefined,
  isAlone: boolean,
  values: Readonly<Record<string, unknown>>,
): RolloutRow {
  const { variant, seed, episode } = row;
  const place = isAlone ? `seed ${seed}` : `seed ${seed}, episode ${episode}`;
  const said = text === undefined ? `${variant}, seed ${seed}, episode ${episode}` : answerOf(text);
  const own = { variant, seed, episode, ...values };
  const { cut: _, ...cells } = rolloutRow(text?.question ?? place, { text: said, isCut: false }, own);
  // A world of texts may count answers that were cut off itself.
  return typeof values.cut === "number" ? { ...cells, cut: values.cut } : cells;
}

/** One answer, or the turns after the question where there are several. */
function answerOf({ turns }: AnswerText): string {
  const own = turns.filter(({ isWorld }) => !isWorld);
  if (own.length === 1 && turns.length === 1) return own[0].text;
  return turns.map(({ isWorld, seat, text }) => `${isWorld ? "world" : (seat ?? "agent")}: ${text}`).join("\n\n");
}

const keyOf = ({ variant, seed, episode }: Row): string => JSON.stringify([variant, seed, episode]);

const textsOf = (sources: Awaited<ReturnType<typeof heldAnswers>>): Map<string, AnswerText> =>
  new Map(
    sources.flatMap(({ variant, episodes }) =>
      (episodes ?? []).flatMap(({ seed, episode, text }) =>
        text === null ? [] : [[keyOf({ variant, seed, episode }), text] as const],
      ),
    ),
  );
