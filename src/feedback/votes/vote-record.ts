// A vote as a line of JSON. `agon rate` reads its columns by their usual names: left, right, winner, judge, date, id, takes_back; `agon
// preferences` those of texts: prompt, response_a, response_b. A reward is learnt from outcomes.

import { z } from "zod";
import { isMap } from "../../core/checked.ts";
import { CANNOT_TELL } from "../../logs/standing-rows.ts";
import { type SideVerdict, VERDICTS } from "./verdict.ts";

const side = z.enum(["left", "right", "both", "neither"]);

/** A name that a judge gives itself. */
export const judgeName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^\P{C}*$/u);

const ofBoth = <T extends z.ZodType>(one: T) => z.strictObject({ left: one, right: one });

/** What episodes came to; a vote that was written before it was kept lacks it. */
const cameTo = {
  objective: ofBoth(z.number()).exactOptional().describe("the run's objective, mean over agents"),
  outcomes: ofBoth(z.record(z.string(), z.array(z.number()).min(1)))
    .exactOptional()
    .describe("each channel of the episode by its name, one number for each agent"),
};

/** The texts that were read, where texts are judged. */
const texts = { response_a: z.string().exactOptional(), response_b: z.string().exactOptional() };

const vote = z
  .strictObject({
    id: z.string().min(1),
    date: z.iso.datetime(),
    judge: judgeName,
    left: z.string(),
    right: z.string(),
    winner: z.string().describe("name of the better player, or a word for a tie, or that the judge cannot tell"),
    run: z.string().nullable(),
    seed: z.int().nullable(),
    prompt: z.string().nullable(),
    episode: z.int().min(0),
    answers: z.record(z.string(), side),
    reason: z.string(),
    ...texts,
    ...cameTo,
    takes_back: z.null().describe("in every line, so that readers of columns know it from the first one on"),
  })
  .refine(({ left, right }) => left !== right, { error: "left and right are one player" })
  .refine(({ left, right, winner }) => verdictOf(winner, left, right) !== undefined, {
    error: "the winner is neither player, and no tie",
    path: ["winner"],
  });

export type CastVote = Readonly<z.output<typeof vote>>;

/** What is kept of two sides beside a vote on them, so that the line is whole without the run or the file that they are from. */
export type JudgedFacts = Pick<CastVote, "response_a" | "response_b" | "objective" | "outcomes"> & {
  /** Where the two texts have one beginning that their world wrote. */
  readonly prompt?: string;
};

/** Characters of a line. */
export const LONGEST_LINE = 1 << 20;

/** A vote whose line is short enough: texts are left out where it is not, and then what episodes came to. */
export function shortEnough(vote: CastVote): CastVote {
  if (JSON.stringify(vote).length <= LONGEST_LINE) return vote;
  const { response_a: _, response_b: __, ...rest } = vote;
  if (JSON.stringify(rest).length <= LONGEST_LINE) return rest;
  const { outcomes: ___, ...short } = rest;
  return short;
}

const takenBack = z.strictObject({
  id: z.string().min(1),
  date: z.iso.datetime(),
  judge: judgeName,
  takes_back: z.string().min(1),
});

/** A line of a file of votes: a vote, or one that takes an earlier vote back. */
export type VoteRecord = CastVote | Readonly<z.output<typeof takenBack>>;

/** Reads a line, or tells the first thing that is wrong with it. */
export function voteRecordIn(value: unknown): VoteRecord | { readonly wrong: string } {
  const isTakenBack = isMap(value) && typeof value.takes_back === "string";
  const { data, error } = isTakenBack ? takenBack.safeParse(value) : vote.safeParse(value);
  if (data !== undefined) return data;
  const [{ path, message } = { path: [], message: "" }] = error?.issues ?? [];
  return { wrong: path.length === 0 ? message : `${path.join(".")}: ${message}` };
}

/** Words for a tie that `agon rate` knows. */
const TIES = ["tie", "draw", "="];

/** The first of some words that is no name of a player. */
const freeOf = (words: readonly string[], left: string, right: string): string =>
  words.find((word) => ![left.trim(), right.trim()].includes(word)) ?? words[0];

/** How the winner is written. Sides would be taken for names where a player is called left. */
export function winnerOf(better: SideVerdict, left: string, right: string): string {
  switch (better) {
    case "left":
      return left;
    case "right":
      return right;
    case "same":
      return freeOf(TIES, left, right);
    case "unclear":
      return freeOf(CANNOT_TELL, left, right);
    default:
      return better satisfies never;
  }
}

/** What a winner as it is written means; undefined where it means nothing. */
const verdictOf = (winner: string, left: string, right: string): SideVerdict | undefined =>
  VERDICTS.find((better) => winnerOf(better, left, right) === winner);

export const verdictIn = ({ left, right, winner }: CastVote): SideVerdict => verdictOf(winner, left, right) ?? "same";
