// From an order of a page to a game: a world with its other players and what is paid, or a variant of a run with the players that it trained.

import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { checked } from "../../core/checked.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { parametersOf, yamlValue } from "../experiment/assignment.ts";
import { loadCatalogue } from "../experiment/catalogue.ts";
import { declaredParts } from "../experiment/declared-parts.ts";
import { type Description, descriptionSchema } from "../experiment/description.ts";
import { seatNamed } from "../experiment/seats.ts";
import { prepared, type Setting } from "../experiment/setting.ts";
import { keptIn } from "../experiment/store-place.ts";
import { refuseForeignDraft, refuseForeignWork } from "../experiment/trust.ts";
import { keptPlayers } from "../run/kept-players.ts";
import { readRecord, settingsOfRun, trustQuestion } from "../store/run-record.ts";
import type { SeatedGame } from "./game.ts";
import { paidSetting } from "./paid-setting.ts";
import type { GameLook, GameOrder } from "./play-data.ts";
import { seatPlayers } from "./seat-players.ts";

const text = z.string().max(4000).exactOptional();

export const gameOrder: z.ZodType<GameOrder> = z.strictObject({
  world: z.string().max(300).exactOptional(),
  set: z.array(z.string().max(4000)).max(100).readonly().exactOptional(),
  run: z.string().max(300).exactOptional(),
  variant: z.string().max(300).exactOptional(),
  ...{ against: text, reward: text, objective: text, seat: text },
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).exactOptional(),
});

/** A game that is ready, and what its recording keeps of its setting. */
export interface OrderedGame {
  readonly game: SeatedGame;
  readonly title: string;
  readonly description: Description;
  readonly objective: unknown;
  /** Seeds of the run; null for a world. */
  readonly seeds: readonly number[] | null;
}

/** Prepares a game of a store. Throws a UserError where the order names what is not there, or may not be loaded. */
export async function orderedGame(store: string, order: GameOrder, signal?: AbortSignal): Promise<OrderedGame> {
  const made = order.run === undefined ? await worldOf(store, order) : await variantOf(store, order, order.run);
  const { seat: name } = order;
  const seat = name === undefined || name === "" ? 0 : seatNamed(name, made.game.setting.spec, ["seat"]);
  return { ...made, game: { ...made.game, seat, ...(signal && { signal }) } };
}

/** What a page offers to choose before a game. */
export function lookAt({ game: { setting }, seeds }: OrderedGame): GameLook {
  const { spec, about, pay, objective } = setting;
  const channels = spec.channels.map(({ name }) => name);
  return { about, agents: seatPlayers(setting), channels, pay, objective: objective.name, seeds };
}

const isGiven = (typed: string | undefined): typed is string => typed !== undefined && typed.trim() !== "";

async function worldOf(store: string, order: GameOrder): Promise<OrderedGame> {
  const { world: id = "", set = [], against, reward, objective: wanted, seed = 0 } = order;
  const directory = dirname(resolve(store));
  const parameters = parametersOf(set);
  const description = checked(descriptionSchema, {
    environment: { id, ...(typeof parameters === "object" ? parameters : {}) },
    agents: isGiven(against) ? yamlValue(against) : "random",
    reward: isGiven(reward) ? yamlValue(reward) : "private",
  });
  const objective = isGiven(wanted) ? yamlValue(wanted) : undefined;
  const way = "run an experiment there in a terminal";
  refuseForeignDraft({ directory, descriptions: [description], objective }, way);
  const place = { directory, cache: keptIn(store) };
  const parts = await loadCatalogue(directory, declaredParts(description, objective));
  const ready = await prepared(description, parts, place);
  const made = paidSetting(ready, { objective, chosen: isGiven(reward) }, parts);
  return {
    game: { setting: made.setting, seat: 0, seed, directory, path: ["against"] },
    title: id,
    description: { ...description, reward: made.description.reward },
    ...{ objective, seeds: null },
  };
}

async function variantOf(store: string, order: GameOrder, run: string): Promise<OrderedGame> {
  const folder = join(store, run);
  const record = readRecord(folder);
  const names = record.variants.map(({ name }) => name);
  const { variant = names[0] } = order;
  const index = names.indexOf(variant);
  if (index < 0) throw new UserError(unknownName("variant of this run", variant, names));
  const origin = trustQuestion(folder, record);
  refuseForeignWork(origin);
  const setting = (await settingsOfRun(folder, record))[index];
  const { description, key } = record.variants[index];
  const { seed = record.seeds[0] } = order;
  const learners = setting.agents.flatMap(({ kind }, seat) => (kind === "algorithm" ? [seat] : []));
  if (learners.length > 0 && !record.seeds.includes(seed)) {
    const what = `the players of ${variant} have learnt on other seeds than ${seed}`;
    throw new UserError({ code: "not-trained", what, hint: `choose among ${record.seeds.join(", ")}` });
  }
  return {
    game: {
      ...{ setting, seat: 0, seed, episodes: record.episodes, directory: origin.directory, path: ["agents"] },
      learnt: learntIn(setting, { store, key, seed }, learners),
    },
    title: names.length === 1 ? record.title : `${record.title}: ${variant}`,
    ...{ description, objective: record.objective, seeds: record.seeds },
  };
}

/** Gives the players of a cell, which are loaded with the first one. */
function learntIn(
  setting: Setting,
  cell: Parameters<typeof keptPlayers>[1],
  learners: readonly number[],
): NonNullable<SeatedGame["learnt"]> {
  let players: ReturnType<typeof keptPlayers> | undefined;
  return (seat) => {
    players ??= keptPlayers(setting, cell, learners);
    return players[learners.indexOf(seat)];
  };
}
