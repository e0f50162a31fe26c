// Briefs of a user's file: a row each.

import { type Problem, UserError, unknownName } from "../../core/errors.ts";
import { type DataTable, placeIn } from "../../logs/table.ts";
import { type Brief, FORM } from "./brief.ts";
import { MOST_SLIDES } from "./deck.ts";
import { contentWords } from "./words.ts";

/** Columns that a file must have, and those that it may have. */
const NEEDED = ["topic", "audience", "slides"] as const;
const FURTHER = ["words", "sections", "confidence", "research"] as const;

/** Usual words of a slide and sections, where a file says none. */
const USUAL = { words: 50, sections: 3, confidence: FORM.confidence } as const;
const MOST = { slides: MOST_SLIDES, words: 400, sections: 8, confidence: 1 } as const;

/** Errors that are reported at once. */
const MOST_TOLD = 10;

/**
 * Briefs of a table with columns topic, audience and slides, and perhaps words, sections, confidence and research, whose parts
 * between semicolons a search finds. Throws a UserError with line and column where a row is no brief.
 */
export function briefsOf(table: DataTable, shown: string): Brief[] {
  for (const name of NEEDED) {
    if (!table.columns.includes(name))
      throw new UserError({ ...unknownName(`column of ${shown}`, name, table.columns), path: ["file"] });
  }
  const problems: Problem[] = [];
  const briefs = table.rows.map((row, k): Brief => {
    const where = (name: string, what: string) =>
      problems.push({ code: "bad-brief", where: placeIn(shown, table, k), what: `${name} ${what}` });
    const text = (name: string) => String(row[name] ?? "").trim();
    const number = (name: keyof typeof MOST, usual: number) => {
      if (text(name) === "") return usual;
      const value = Number(text(name));
      const isRight =
        name === "confidence" ? value >= 0 && value <= 1 : Number.isInteger(value) && value >= 1 && value <= MOST[name];
      if (!isRight)
        where(
          name,
          `is "${text(name)}", and must be ${name === "confidence" ? "a number from 0 to 1" : `a whole number from 1 to ${MOST[name]}`}`,
        );
      return value;
    };
    if (contentWords(text("topic")).length === 0) where("topic", "has no word but stop words");
    if (text("audience") === "") where("audience", "is empty");
    if (text("slides") === "") where("slides", "is empty");
    return {
      topic: text("topic"),
      audience: text("audience"),
      slides: number("slides", 1),
      words: number("words", USUAL.words),
      sections: number("sections", USUAL.sections),
      confidence: number("confidence", USUAL.confidence),
      notes: text(FURTHER[3])
        .split(";")
        .map((note) => note.trim())
        .filter((note) => note !== ""),
    };
  });
  if (problems.length > 0) throw new UserError(problems.slice(0, MOST_TOLD));
  return briefs;
}
