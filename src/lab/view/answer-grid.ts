// Reads the answers of variants to each question from their store. DuckDB reads marks and stored texts. Other texts are read by replaying
// episodes: for a page those that it shows, for a search all.

import { join } from "node:path";
import { canonical } from "../../core/json.ts";
import { identifier, quoted } from "../../core/sql.ts";
import { coinOf } from "../../rewards/coin.ts";
import type { Setting } from "../experiment/setting.ts";
import type { Measure } from "../report/report-data.ts";
import { openDatabase, type Row } from "../store/database.ts";
import { readRecord, settingsOfRun } from "../store/run-record.ts";
import type { AnswerEpisode, AnswerPage, AnswerQuery, AnswerSource, AnswerText, HeldSource } from "./answer-data.ts";
import { answerPage, answerRows, answerSheet, hasWords, shortened } from "./answer-rows.ts";
import { isTextWorld, questionReader, readAnswers, type UnreadEpisode } from "./answer-texts.ts";
import type { RunVariant } from "./side-data.ts";

export interface AnswerGrid {
  /** Returns a page. Throws a UserError where the query names an unknown mark, variant or episode. */
  page(query: AnswerQuery): Promise<AnswerPage>;
}

/** Limits on the episodes that are replayed for a page. */
interface AnswerLimits {
  /** Maximum number of episodes that a search replays; the next search continues with others. */
  readonly searched: number;
  /** Maximum number of episodes that are started in order to read their question. */
  readonly begun: number;
}

const LIMITS: AnswerLimits = { searched: 5_000, begun: 20_000 };

/** A source, and how to read those of its episodes whose text is not stored. */
interface ReadSource {
  readonly source: AnswerSource;
  unread(episode: AnswerEpisode, read: UnreadEpisode["read"]): UnreadEpisode;
}

/** Opens the answers of variants. Marks are compared with those of the first. `limits` apply to one page. */
export async function openAnswers(
  store: string,
  sides: readonly RunVariant[],
  limits: AnswerLimits = LIMITS,
): Promise<AnswerGrid> {
  const read: ReadSource[] = [];
  for (const run of new Set(sides.map((side) => side.run)))
    read.push(
      ...(await readSources(store, run, {
        ...limits,
        isWanted: (name) => sides.some((one) => one.run === run && one.variant === name),
      })),
    );
  const ordered = sides.flatMap(
    ({ run, variant }) => read.find(({ source }) => source.run === run && source.variant === variant) ?? [],
  );
  const sheet = answerSheet(ordered.map(({ source }) => source));
  const known = ordered.map(() => new Map<string, AnswerText>());
  const keyOf = ({ seed, episode }: AnswerEpisode) => `${seed} ${episode}`;
  const withTexts = (rows: AnswerPage["rows"]): AnswerPage["rows"] =>
    rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, k) => cell && { ...cell, text: cell.text ?? known[k].get(keyOf(cell)) ?? null }),
    }));
  /** Reads the texts of these rows; returns the number of episodes beyond the limit. */
  const readRows = async (rows: AnswerPage["rows"]): Promise<number> => {
    if (!sheet.isReadable) return 0;
    const wanted = rows.flatMap(({ cells }) =>
      cells.flatMap((cell, k): UnreadEpisode[] => {
        if (cell === null || cell.text !== null || known[k].has(keyOf(cell))) return [];
        return [ordered[k].unread(cell, (text) => known[k].set(keyOf(cell), text))];
      }),
    );
    await readAnswers(store, wanted.slice(0, limits.searched));
    return Math.max(0, wanted.length - limits.searched);
  };
  return {
    async page(query) {
      let rows: AnswerPage["rows"] = answerRows(sheet, query);
      let unsearched = 0;
      if (query.find !== "") {
        unsearched = await readRows(rows);
        rows = withTexts(rows).filter((row) => hasWords(row, query.find));
      }
      const page = answerPage(sheet, rows, query);
      await readRows(page.rows);
      return { ...page, rows: withTexts(page.rows).map(shortened), unsearched };
    },
  };
}

/**
 * Returns all data that a grid needs of the variants of a run, including every readable text. Episodes are left out where more of them
 * would have to be replayed, or more bytes stored, than `most` allows.
 */
export async function heldAnswers(
  store: string,
  run: string,
  most: { readonly episodes: number; readonly bytes: number },
): Promise<HeldSource[]> {
  const read = await readSources(store, run, { ...LIMITS, isWanted: () => true });
  const none = read.map(({ source }) => ({ ...source, episodes: null }));
  const texts = new Map<AnswerEpisode, AnswerText>();
  const wanted = read
    .filter(({ source }) => source.isReadable)
    .flatMap(({ source, unread }) =>
      source.episodes.filter(({ text }) => text === null).map((one) => unread(one, (text) => texts.set(one, text))),
    );
  if (wanted.length > most.episodes) return none;
  await readAnswers(store, wanted);
  const sources = read.map(({ source: { unfolded, ...source } }) => {
    const episodes = source.episodes.map((episode) => {
      const { question, ...one } = episode;
      const text = one.text ?? texts.get(episode) ?? null;
      return { ...one, text, ...(text === null && question !== undefined && { question }) };
    });
    return { ...source, episodes };
  });
  return JSON.stringify(sources).length > most.bytes ? none : sources;
}

async function readSources(
  store: string,
  run: string,
  { begun, isWanted }: Pick<AnswerLimits, "begun"> & { readonly isWanted: (variant: string) => boolean },
): Promise<ReadSource[]> {
  const folder = join(store, run);
  const record = readRecord(folder);
  const settings = await settingsOfRun(folder, record);
  const database = await openDatabase([folder], 1, { tables: ["episodes"], sorted: false });
  try {
    const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
    const sources: ReadSource[] = [];
    // Variants of one world have the same questions on the same seeds.
    const cache = { known: new Map<string, string | undefined>(), most: begun };
    for (const [k, { name: variant, key, description, settings: told }] of record.variants.entries()) {
      if (!isWanted(variant)) continue;
      const setting = settings[k];
      const marks = marksOf(setting).filter(({ name }) => columns.includes(name));
      const keeps = setting.makeEnvironment().keeps ?? [];
      const kept = ["question", "reply", "answer"].filter((name) => keeps.includes(name) && columns.includes(name));
      const isKept = kept.includes("question") && kept.includes("reply");
      const failed = columns.includes("failed") ? "coalesce(bool_or(failed), false)" : "false";
      const isText = isTextWorld(setting.spec);
      const { rows } =
        isText && columns.includes("episode")
          ? await database.query(`
          SELECT seed, episode, ${failed} AS failed
            ${marks.map(({ name }) => `, avg(${identifier(name)}::DOUBLE) AS ${identifier(name)}`).join("")}
            ${kept.map((name) => `, any_value(${identifier(name)}) AS ${identifier(`kept ${name}`)}`).join("")}
          FROM episodes WHERE variant = ${quoted(variant)} GROUP BY seed, episode ORDER BY seed, episode`)
          : { rows: [] };
      const cell = { store, key, episodes: record.episodes };
      const isReadable = isKept || record.record === "steps";
      const stored = rows.map((row) => episodeOf(row, marks, isKept));
      const isBegun = isText && isReadable && !isKept;
      const episodes = isBegun
        ? withQuestions(stored, setting, { ...description, episodes: record.episodes }, cache)
        : stored;
      sources.push({
        source: {
          ...{ run, variant, title: record.title, settings: told, isText },
          ...{ isReadable, isReplayed: record.record === "steps" },
          ...(isText && !isKept && setting.spec.agents.length > 1 && { writers: setting.spec.labels }),
          marks,
          coin: coinOf(description.reward, setting.spec.channels),
          objective: JSON.stringify(record.objective),
          ...(isBegun && { unfolded: episodes.filter(({ question }) => question === undefined).length }),
          episodes,
        },
        unread: ({ seed, episode }, read) => ({ cell: { ...cell, seed }, setting, episode, read }),
      });
    }
    return sources;
  } finally {
    database.close();
  }
}

/** Returns episodes with their questions, which are read by starting the episodes. The size of `known` limits how many. */
function withQuestions(
  episodes: readonly AnswerEpisode[],
  setting: Setting,
  { environment, episodes: perCell }: { readonly environment: unknown; readonly episodes: number },
  { known, most }: { readonly known: Map<string, string | undefined>; readonly most: number },
): AnswerEpisode[] {
  const world = canonical(environment);
  const read = questionReader(setting, perCell);
  return episodes.map((one) => {
    const place = `${one.seed} ${one.episode} ${world}`;
    if (!known.has(place) && known.size < most) known.set(place, read(one));
    const question = known.get(place);
    return question === undefined ? one : { ...one, question };
  });
}

/** Returns pay, the objective and the binary channels of an episode, with their labels. */
const marksOf = ({ spec, objective }: Setting): Measure[] => [
  { name: "pay", unit: "", meaning: "what the episode paid" },
  { name: "objective", called: objective.name, unit: objective.unit, meaning: objective.meaning },
  ...spec.channels
    .filter(({ once }) => once === true)
    .map(({ name, label, unit, meaning }) => ({ name, ...(label !== undefined && { called: label }), unit, meaning })),
];

const episodeOf = (row: Row, marks: readonly Measure[], isKept: boolean): AnswerEpisode => ({
  ...{ seed: Number(row.seed), episode: Number(row.episode), failed: row.failed === true },
  values: marks.map(({ name }) => {
    const value = row[name];
    return typeof value === "number" && Number.isFinite(value) ? value : null;
  }),
  text: isKept && row["kept question"] !== null ? keptText(row) : null,
});

const keptText = (row: Row): AnswerText => ({
  question: String(row["kept question"]),
  turns: [{ isWorld: false, text: String(row["kept reply"] ?? "") }],
  right: typeof row["kept answer"] === "string" && row["kept answer"] !== "" ? row["kept answer"] : null,
});
