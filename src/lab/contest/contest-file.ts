// A contest as its file describes it: an arena, programs, who meets whom, and how they are rated.

import { basename, dirname, resolve } from "node:path";
import { z } from "zod";
import { programLimits } from "../../agents/program-limits.ts";
import { OPPONENT_WEIGHTINGS } from "../../algorithms/self-play/opponent-weights.ts";
import { checked } from "../../core/checked.ts";
import { type Path, retold, UserError, unknownName } from "../../core/errors.ts";
import { orderedEntries } from "../../core/key-order.ts";
import { Random } from "../../core/random.ts";
import { readYaml } from "../../core/yaml.ts";
import type { Arena, Entrant } from "../../environments/arenas/arena.ts";
import { arenas } from "../../environments/arenas/index.ts";
import { ratings } from "../../evaluation/ratings/index.ts";
import { SWISS_PAIRINGS } from "../../evaluation/tournaments/swiss.ts";
import { assigned, assignmentOf } from "../experiment/assignment.ts";
import { refuseOtherKind } from "../experiment/file-kinds.ts";
import { readProgram } from "../experiment/program-text.ts";
import { asksModel, type EditorPlan, editorSchema, modelOf } from "./editors.ts";
import { type NamedEntrant, namedEntrant, processNotices, versioned } from "./fighters.ts";

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

const SCHEDULES = [
  "round-robin",
  "swiss",
  "ladder",
  "double-elimination",
  "mirror",
  "population",
  "edit-and-compete",
] as const;

const schedule = z.discriminatedUnion("id", [
  z.strictObject({ id: z.literal("round-robin") }),
  z.strictObject({
    id: z.literal("swiss"),
    rounds: z.int().min(1).max(1000).optional().describe("default: as many as find one winner of all games, log₂ n"),
    pairing: z.enum(SWISS_PAIRINGS).default("dutch").describe("how players of equal score are paired"),
  }),
  z
    .strictObject({
      id: z.literal("ladder"),
      challenger: z.string().min(1).optional().describe("the player that climbs; default: the last one"),
      matches: z.int().min(1).max(1000).default(5).describe("on a rung, at most"),
      wins: z.int().min(1).max(1000).default(2).describe("of these, by which a rung is passed"),
    })
    .refine(({ matches, wins }) => wins <= matches, { error: "must be no more than matches", path: ["wins"] })
    .describe("the others are rungs, in the order of players"),
  z
    .strictObject({ id: z.literal("double-elimination") })
    .describe("the second lost match ends a player's contest; the order of players is that of their seeds"),
  z.strictObject({ id: z.literal("mirror") }).describe("the versions of each player meet each other"),
  z
    .strictObject({
      id: z.literal("population"),
      rounds: z.int().min(1).max(10_000).default(10),
      weighting: z
        .enum(OPPONENT_WEIGHTINGS)
        .default("squared")
        .describe("of opponents, by the own win rate p: (1 − p)², 1 − p, the same with ½ at most, or p·(1 − p)"),
    })
    .describe("in each round each player meets one that is drawn, the likelier the more it has won against it"),
  z
    .strictObject({
      id: z.literal("edit-and-compete"),
      rounds: z.int().min(1).max(1000).default(15).describe("after round 0, in which all play what they began with"),
      trials: z.int().min(0).max(10_000).default(30).describe("of an editor in a phase of edits"),
      trialGames: z
        .int()
        .min(2)
        .max(10_000)
        .multipleOf(2)
        .default(20)
        .describe("of a trial against each other program"),
    })
    .describe("each pair has a tournament: before each round of games the players' editors change their programs"),
]);

/** A program, or a player's versions. */
const programs = z.union([
  z.string().min(1),
  z.array(z.string().min(1)).min(1).max(1000),
  z.strictObject({ program: z.string().min(1), editor: editorSchema }),
]);

export const contestSchema = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  arena: named.describe("where they fight: a name, or { id: …, parameters }"),
  players: z
    .record(z.string().min(1).max(100), programs)
    .describe(
      "programs, or addresses of snakes, by the names of their players: { dwarf: ./dwarf.red }; a list has versions, each of which plays; { program: …, editor: tester } is edited",
    ),
  schedule: z
    .union([z.enum(SCHEDULES).transform((id) => schedule.parse({ id })), schedule])
    .default({ id: "round-robin" })
    .describe(`the pairings: ${SCHEDULES.join(", ")}, or one with parameters: { id: swiss, rounds: 5 }`),
  samples: z.array(z.string().min(1)).max(100).default([]).describe("programs that editors may play against in trials"),
  games: z
    .int()
    .min(2)
    .max(100_000)
    .default(20)
    .refine((games) => games % 2 === 0, "it must be even: each game is played again with seats swapped")
    .describe("of a pairing; half of them are the others with seats swapped"),
  seed: z.int().min(0).default(0),
  limits: programLimits.prefault({}),
  rating: named
    .default({ id: "bradley-terry", parameters: {} })
    .describe("how players are rated: a name of `agon list ratings`, or { id: … }"),
});

export interface ContestEntrant extends NamedEntrant {
  readonly name: string;
  /** Of a player with versions: the player's own name, and which version this is, from 1. */
  readonly version?: { readonly of: string; readonly number: number };
  /** Its editor, where rounds are edited; its templates are texts. */
  readonly editor?: EditorPlan;
}

export interface ReadContest extends Omit<z.output<typeof contestSchema>, "players" | "samples"> {
  readonly file: string;
  readonly title: string;
  readonly players: readonly ContestEntrant[];
  /** Texts of programs. */
  readonly samples: readonly string[];
  /** Tells the place in the file of a mistake that `make` finds later. */
  located<T>(make: () => T): T;
  /** What a person should know of the programs: which of them cannot play, and which are not confined. */
  readonly notices: readonly string[];
}

/** Reads a contest with `path=value` in the place of what the file says. A UserError tells each mistake with its line, also one in a program. */
export async function readContest(file: string, set: readonly string[] = []): Promise<ReadContest> {
  const yaml = readYaml(file);
  refuseOtherKind("contest", yaml.value, file);
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
    const contest = checked(contestSchema, raw);
    const directory = dirname(resolve(file));
    const versions: string[] = [];
    const players = await Promise.all(
      programsOf(contest.players).map(async ({ own, path, editor, ...rest }) => {
        if (editor !== undefined && asksModel(editor))
          await located(() => modelOf(editor, directory), ["players", rest.name, "editor"]);
        return located(async () => {
          const plan = editor === undefined ? {} : { editor: withTexts(editor, directory) };
          const { entrant, notices } = await versioned(namedEntrant(own, directory, contest.limits));
          versions.push(...notices);
          return { ...rest, ...plan, ...entrant };
        }, path);
      }),
    );
    refuseSchedule(contest.schedule, players);
    const samples = await Promise.all(
      contest.samples.map((own, k) => located(() => readProgram(resolve(directory, own)), ["samples", k])),
    );
    if (players.length < 2) {
      throw new UserError({ code: "few-players", what: "names fewer than two programs", path: ["players"] });
    }
    const { arena } = contest;
    const place = (await arenas.get(arena.id, ["arena"])).make(arena.parameters, ["arena"]);
    if (place.entrants[0] > 2 || place.entrants[1] < 2) {
      throw new UserError({ code: "entrants", what: `${arena.id} is not fought by two`, path: ["arena"] });
    }
    (await ratings.get(contest.rating.id, ["rating"])).complete(contest.rating.parameters, ["rating"]);
    // A program that cannot be read is told before anything is played.
    const texts = players.flatMap(({ runs, ...text }) => (runs === undefined ? noticesOf(place, text) : []));
    const notices = [...processNotices(players), ...versions.sort(), ...texts];
    const { title = basename(file).replace(/\.ya?ml$/i, "") } = contest;
    const later = <T>(make: () => T): T => {
      try {
        return make();
      } catch (error) {
        throw retold(error, (problem) => (problem.where === undefined ? yaml.locate(problem) : problem));
      }
    };
    return { ...contest, title, file, players, samples, located: later, notices };
  });
}

/** A program as the file has it, and where it stands there. */
interface NamedProgram extends Pick<ContestEntrant, "name" | "version" | "editor"> {
  readonly own: string;
  readonly path: Path;
}

/** The programs of all players; versions are players of their own. */
function programsOf(players: z.output<typeof contestSchema>["players"]): NamedProgram[] {
  return orderedEntries(players).flatMap(([of, own]): NamedProgram[] => {
    if (typeof own === "string") return [{ name: of, own, path: ["players", of] }];
    if ("program" in own) return [{ name: of, own: own.program, path: ["players", of, "program"], editor: own.editor }];
    return own.map((one, k) => {
      const version = { of, number: k + 1 };
      return { name: `${of} ${version.number}`, own: one, path: ["players", of, k], version };
    });
  });
}

/** A plan whose templates are texts. A UserError where one cannot be read. */
const withTexts = (plan: EditorPlan, directory: string): EditorPlan =>
  plan.id === "log-reader"
    ? { ...plan, templates: plan.templates.map((file) => readProgram(resolve(directory, file))) }
    : plan;

/** A UserError where the players do not fit the schedule. */
function refuseSchedule(own: z.output<typeof schedule>, players: readonly ContestEntrant[]): void {
  const names = players.map(({ name }) => name);
  const twice = names.find((name, k) => names.indexOf(name) !== k);
  if (twice !== undefined) {
    const what = `two players are called "${twice}", as versions are numbered`;
    throw new UserError({ code: "twice", what, path: ["players"] });
  }
  // An even number of players has n − 1 rounds until all have met; of an odd number one rests in each of n.
  const most = names.length - ((names.length + 1) % 2);
  if (own.id === "swiss" && own.rounds !== undefined && own.rounds > most) {
    const what = `is ${own.rounds}, and ${names.length} players have all met after ${most === 1 ? "1 round" : `${most} rounds`}`;
    const hint = `write ${most} at most, or schedule: round-robin`;
    throw new UserError({ code: "no-pairing", what, path: ["schedule", "rounds"], hint });
  }
  if (own.id === "ladder" && own.challenger !== undefined && !names.includes(own.challenger)) {
    throw new UserError({ ...unknownName("player", own.challenger, names), path: ["schedule", "challenger"] });
  }
  const edits = own.id === "edit-and-compete";
  const edited = players.find(({ editor }) => editor !== undefined);
  if (!edits && edited !== undefined) {
    const what = `${edited.name} has an editor, and rounds are not edited`;
    const hint = "write schedule: edit-and-compete";
    throw new UserError({ code: "no-edits", what, path: ["schedule"], hint });
  }
  const outside = players.find(({ runs }) => runs !== undefined);
  if (edits && outside !== undefined) {
    const what = `${outside.name} is no text that could be edited`;
    throw new UserError({ code: "not-a-text", what, path: ["players", outside.name] });
  }
  if (own.id === "mirror" && !players.some(({ version }) => version !== undefined && version.number > 1)) {
    const hint = "write players: { snake: [./v1.js, ./v2.js] }";
    throw new UserError({ code: "no-versions", what: "no player has two versions", path: ["players"], hint });
  }
}

function noticesOf(arena: Arena, text: Entrant): readonly string[] {
  const games = arena.begin([text, text], Random.of(0));
  games.close?.();
  return [...new Set(games.notices)];
}
