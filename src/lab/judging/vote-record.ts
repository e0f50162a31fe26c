// A vote as a line of JSON. `agon rate` reads its columns by their usual names: left, right, winner, judge, date, id, takes_back.

import { z } from "zod";
import { isMap } from "../../core/checked.ts";
import type { Ballot } from "./judging-data.ts";

const side = z.enum(["left", "right", "both", "neither"]);

/** A name that a judge gives itself. */
export const judgeName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^\P{C}*$/u);

const vote = z
  .strictObject({
    id: z.string().min(1),
    date: z.iso.datetime(),
    judge: judgeName,
    left: z.string(),
    right: z.string(),
    winner: z.string().describe("name of the better player, or a word for a tie"),
    run: z.string().nullable(),
    seed: z.int().nullable(),
    prompt: z.string().nullable(),
    episode: z.int().min(0),
    answers: z.record(z.string(), side),
    reason: z.string(),
    takes_back: z.null().describe("in every line, so that readers of columns know it from the first one on"),
  })
  .refine(({ left, right }) => left !== right, { error: "left and right are one player" })
  .refine(({ left, right, winner }) => sideOf(winner, left, right) !== undefined, {
    error: "the winner is neither player, and no tie",
    path: ["winner"],
  });

/** A vote. */
export type CastVote = Readonly<z.output<typeof vote>>;

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

/** What stands for a tie of two players: a word that is no name of theirs. */
const tieOf = (left: string, right: string): string =>
  TIES.find((word) => ![left.trim(), right.trim()].includes(word)) ?? TIES[0];

/** How the winner is written. Sides would be taken for names where a player is called left. */
export const winnerOf = (better: Ballot["better"], left: string, right: string): string =>
  better === "left" ? left : better === "right" ? right : tieOf(left, right);

/** What a winner as it is written means; undefined where it means nothing. */
function sideOf(winner: string, left: string, right: string): Ballot["better"] | undefined {
  const sides = ["left", "right", "same"] as const;
  return sides.find((better) => winnerOf(better, left, right) === winner);
}

/** Which side a vote is for. */
export const betterIn = ({ left, right, winner }: CastVote): Ballot["better"] => sideOf(winner, left, right) ?? "same";
