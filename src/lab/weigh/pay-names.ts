// What the want and the pays of a weighing are: columns, formulas, and rewards of texts, whose scores become columns.

import { UserError } from "../../core/errors.ts";
import { type OpenedRollouts, ROLLOUT_COLUMNS, type RolloutReading, type RolloutSource } from "../../logs/rollouts.ts";
import { missingColumn } from "../../logs/usual-columns.ts";
import {
  isTextReward,
  movedScore,
  type TextRewardOptions,
  USUAL_REWARD_OPTIONS,
} from "../text-rewards/named-reward.ts";
import type { PictureFiles } from "../text-rewards/picture-files.ts";
import { type NamedScore, scoredRows } from "../text-rewards/scored-rows.ts";

/** Want and pays, each a column, a formula over columns, or a reward of texts. */
export interface ScoredPays {
  readonly want: string;
  readonly pays: readonly string[];
  /** A score of all answers, where the want is known of a part of them. */
  readonly judge?: string;
  /** Rewards of texts with names, for formulas. */
  readonly scores?: readonly NamedScore[];
}

/** How rewards of texts are computed. */
export interface ScoringWay {
  readonly rewards?: Partial<Omit<TextRewardOptions, "directory" | "onNotice">>;
  /** Folder from which their paths start; default the working folder. */
  readonly folder?: string;
  /** Folder of results, which keeps scores of texts; default `.agon`. */
  readonly store?: string;
  /** Pictures, where answers are paths of them. */
  readonly pictures?: PictureFiles;
}

/** `fmt=./fmt.py:score`: a name for a reward of texts, which formulas may use. Throws a UserError where it is none. */
export function namedScore(text: string): NamedScore {
  const [, name, reward] = /^([A-Za-z_]\w*)=(.+)$/s.exec(text) ?? [];
  if (name !== undefined && isTextReward(reward)) return { name, reward };
  const what = `${JSON.stringify(text)} names no reward of texts`;
  throw new UserError({ code: "bad-score", what, where: "--score", hint: "--score fmt=./fmt.py:score" });
}

/** Scores as a file in the folder `to` has them that were written in `from`; pays whose text changes keep it as their name. */
export function movedPays<
  T extends { readonly want?: string; readonly judge?: string; readonly scores?: readonly NamedScore[] } & {
    readonly pays?: readonly string[] | Readonly<Record<string, string>>;
  },
>(scores: T, from: string, to: string): T {
  const moved = (text: string): string => movedScore(text, from, to);
  const { want, judge, pays, scores: named } = scores;
  return {
    ...scores,
    ...(want === undefined ? {} : { want: moved(want) }),
    ...(judge === undefined ? {} : { judge: moved(judge) }),
    ...(pays === undefined ? {} : { pays: movedTexts(pays, moved) }),
    ...(named === undefined ? {} : { scores: named.map(({ name, reward }) => ({ name, reward: moved(reward) })) }),
  };
}

function movedTexts(
  pays: readonly string[] | Readonly<Record<string, string>>,
  moved: (text: string) => string,
): readonly string[] | Readonly<Record<string, string>> {
  const named: readonly (readonly [string, string])[] = Array.isArray(pays)
    ? pays.map((text: string) => [text, text] as const)
    : Object.entries(pays);
  if (named.every(([, text]) => moved(text) === text)) return pays;
  return Object.fromEntries(named.map(([id, text]) => [id, moved(text)]));
}

/** How rollouts are read in which rewards of texts are scored: their usual columns, and the scores. */
export function scoredSource(
  { want, pays, judge, scores = [], columns = {} }: ScoredPays & Pick<RolloutSource, "columns">,
  {
    rewards,
    store = ".agon",
    directory = process.cwd(),
    folder = directory,
    pictures,
    ...watch
  }: ScoringWay & Omit<RolloutReading, "groups" | "words">,
): Pick<RolloutSource, "columns" | "scored"> {
  const formulas = [want, ...pays, ...(judge === undefined ? [] : [judge])];
  if (scores.length === 0 && !formulas.some(isTextReward)) return { columns };
  const usual: readonly string[] = ROLLOUT_COLUMNS.map(({ name }) => name);
  const part = (isUsual: boolean) =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => usual.includes(name) === isUsual));
  const renamed = part(false);
  return {
    columns: part(true),
    scored: async (log: OpenedRollouts) => {
      const names = log.shape.columns.map(({ name }) => name);
      const gone = Object.entries(renamed).filter(([, own]) => !names.includes(own));
      if (gone.length > 0)
        throw new UserError(
          gone.map(([name, own]) => missingColumn(own, names, log.file.heading, `--columns ${name}=…`)),
        );
      const asked = scoresOf(scores, formulas, names);
      return scoredRows(log, asked, {
        ...USUAL_REWARD_OPTIONS,
        ...rewards,
        ...watch,
        pictures,
        store,
        directory: folder,
        renamed,
      });
    },
  };
}

/** Scores to compute: those with names, and formulas that are a reward of texts themselves, unless a column has that name. */
function scoresOf(named: readonly NamedScore[], formulas: readonly string[], columns: readonly string[]): NamedScore[] {
  const names = named.map(({ name }) => name);
  const twice = names.find((name, k) => columns.includes(name) || names.indexOf(name) < k);
  if (twice !== undefined) {
    const what = columns.includes(twice) ? `the file has a column ${twice}` : `${twice} is named twice`;
    throw new UserError({ code: "twice", what, where: "--score", hint: "give the score another name" });
  }
  const own = formulas.filter((text) => !columns.includes(text) && !names.includes(text) && isTextReward(text));
  return [...named, ...[...new Set(own)].map((text) => ({ name: text, reward: text }))];
}
