// A file of answers as what judges compare: players that wrote to the same prompts, JSON Lines, CSV or Parquet with the columns player,
// prompt and text.

import { UserError } from "../../core/errors.ts";
import { grouped } from "../../core/grouped.ts";
import { readAnswers, type TextSource } from "../../logs/texts.ts";
import type { JudgingQuestion } from "./judging-data.ts";
import { questionOf } from "./judging-question.ts";
import { type JudgedSubject, MOST_PLAYERS } from "./subject.ts";

const QUESTION = "Which of the two texts is better?";

/** A UserError tells a bad row by its line, or that no two players wrote to one prompt. */
export async function judgedAnswers(source: TextSource, override: Partial<JudgingQuestion>): Promise<JudgedSubject> {
  const records = await readAnswers(source);
  const players = [...new Set(records.map(({ player }) => player))];
  if (players.length < 2 || players.length > MOST_PLAYERS) {
    const what = `names ${players.length} player${players.length === 1 ? "" : "s"}`;
    throw new UserError({
      code: "not-judged",
      what,
      where: source.file,
      hint: `from 2 to ${MOST_PLAYERS} can be judged`,
    });
  }
  /** Texts of each player by prompt. */
  const written = new Map(
    [...grouped(records, ({ player }) => player)].map(([player, own]) => [
      player,
      grouped(own, ({ prompt }) => prompt),
    ]),
  );
  const textsOf = (player: string, prompt: string | null) =>
    (prompt === null ? undefined : written.get(player)?.get(prompt)) ?? [];
  const shared = (first: number, second: number) => {
    const [one, other] = [players[first], players[second]];
    const places = [...(written.get(one)?.keys() ?? [])].flatMap((prompt) => {
      const length = Math.min(textsOf(one, prompt).length, textsOf(other, prompt).length);
      return Array.from({ length }, (_, episode) => ({ seed: null, prompt, episode }));
    });
    return { count: places.length, at: (k: number) => places[k] };
  };
  if (players.every((_, a) => players.every((_, b) => a === b || shared(a, b).count === 0))) {
    const what = "has no prompt to which two players wrote";
    throw new UserError({ code: "not-judged", what, where: source.file });
  }
  return {
    run: null,
    players,
    question: questionOf(override, QUESTION),
    shared,
    text: (player, { prompt, episode }) => textsOf(player, prompt)[episode]?.text ?? null,
  };
}
