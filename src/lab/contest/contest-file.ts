// A contest as its file describes it: an arena, programs, who meets whom, and how they are rated.

import { basename, dirname, resolve } from "node:path";
import { z } from "zod";
import { checked } from "../../core/checked.ts";
import { type Path, retold, UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { Arena, Entrant } from "../../environments/arenas/arena.ts";
import { arenas } from "../../environments/arenas/index.ts";
import { ratings } from "../../evaluation/ratings/index.ts";
import { SWISS_PAIRINGS } from "../../evaluation/tournaments/swiss.ts";
import { assigned, assignmentOf } from "../assignment.ts";
import { readYaml } from "../yaml.ts";
import { type NamedEntrant, namedEntrant } from "./fighters.ts";

/** A name, alone or with parameters beside it. */
const named = z
  .union([
    z
      .string()
      .min(1)
      .transform((id) => ({ id })),
    z.looseObject({ id: z.string().min(1) }),
  ])
  .transform(({ id, ...parameters }) => ({ id, parameters }));

const schedule = z.discriminatedUnion("id", [
  z.strictObject({ id: z.literal("round-robin") }),
  z.strictObject({
    id: z.literal("swiss"),
    rounds: z.int().min(1).max(1000).optional().describe("default: as many as find one winner of all games, log₂ n"),
    pairing: z.enum(SWISS_PAIRINGS).default("dutch").describe("who of equal score meets whom"),
  }),
]);

export const contestSchema = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  arena: named.describe("where they fight: a name, or { id: …, parameters }"),
  players: z
    .record(z.string().min(1).max(100), z.string().min(1))
    .describe("programs, or addresses of snakes, by the names of their players: { dwarf: ./dwarf.red }"),
  schedule: z
    .union([z.enum(["round-robin", "swiss"]).transform((id) => schedule.parse({ id })), schedule])
    .default({ id: "round-robin" })
    .describe("who meets whom: round-robin, swiss, or { id: swiss, rounds: 5, pairing: monrad }"),
  games: z
    .int()
    .min(2)
    .max(100_000)
    .default(20)
    .refine((games) => games % 2 === 0, "it must be even: each game is played again with seats swapped")
    .describe("of a pairing; half of them are the others with seats swapped"),
  seed: z.int().min(0).default(0),
  rating: named
    .default({ id: "bradley-terry", parameters: {} })
    .describe("how players are rated: a name of `agon list ratings`, or { id: … }"),
});

/** A player with its program. */
export interface ContestEntrant extends NamedEntrant {
  readonly name: string;
}

/** A contest, read and checked. */
export interface ReadContest extends Omit<z.output<typeof contestSchema>, "players"> {
  readonly file: string;
  readonly title: string;
  readonly players: readonly ContestEntrant[];
  /** What a person should know of the programs: which of them cannot play. */
  readonly notices: readonly string[];
}

/** Reads a contest with `path=value` in the place of what the file says. A UserError tells each mistake with its line, also one in a program. */
export async function readContest(file: string, set: readonly string[] = []): Promise<ReadContest> {
  const yaml = readYaml(file);
  const located = async <T>(make: () => T | Promise<T>, path: Path = []): Promise<T> => {
    try {
      return await make();
    } catch (error) {
      throw retold(error, (problem) =>
        problem.where === undefined ? yaml.locate({ ...problem, path: [...path, ...(problem.path ?? [])] }) : problem,
      );
    }
  };
  return located(async () => {
    let raw = yaml.value;
    for (const assignment of set.map(assignmentOf)) raw = assigned(raw, assignment);
    const found = checked(contestSchema, raw);
    const directory = dirname(resolve(file));
    const players = await Promise.all(
      Object.entries(found.players).map(([name, own]) =>
        located(() => ({ name, ...namedEntrant(own, directory) }), ["players", name]),
      ),
    );
    if (players.length < 2) {
      throw new UserError({ code: "few-players", what: "names fewer than two programs", path: ["players"] });
    }
    const { arena } = found;
    const place = (await arenas.get(arena.id, ["arena"])).make(arena.parameters, ["arena"]);
    if (place.entrants[0] > 2 || place.entrants[1] < 2) {
      throw new UserError({ code: "entrants", what: `${arena.id} is not fought by two`, path: ["arena"] });
    }
    (await ratings.get(found.rating.id, ["rating"])).complete(found.rating.parameters, ["rating"]);
    // A program that cannot be read is told before anything is played.
    const notices = players.flatMap(({ runs, ...text }) => (runs === undefined ? noticesOf(place, text) : []));
    const { title = basename(file).replace(/\.ya?ml$/i, "") } = found;
    return { ...found, title, file, players, notices };
  });
}

function noticesOf(arena: Arena, text: Entrant): readonly string[] {
  const games = arena.begin([text, text], Random.of(0));
  games.close?.();
  return [...new Set(games.notices)];
}
