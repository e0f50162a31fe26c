// Games that people have played lie in the store, each as a recording: the setting, the seed, and every step. A page replays them.

import { randomUUID } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { choiceOf } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { writing } from "../../core/files.ts";
import { keepWhole, keptNames, makeStore, readKeptText } from "../../core/kept-files.ts";
import { episodeRunner } from "../../play/episode.ts";
import { streamsOf } from "../../play/streams.ts";
import { descriptionSchema } from "../experiment/description.ts";
import { type Setting, settingsOf } from "../experiment/setting.ts";
import { keptIn } from "../experiment/store-place.ts";
import { refuseForeignCode, trustRun } from "../experiment/trust.ts";
import { textReader } from "../report/replay.ts";
import type { EpisodeReplay, StepMeasure } from "../report/replay-data.ts";
import { MOST_STEPS } from "../view/episode-replay.ts";
import { pooledScenes } from "../view/pooled-scenes.ts";
import type { GameResult } from "./game.ts";
import type { OrderedGame } from "./game-order.ts";
import { type GameSteps, type KeptStep, keptStep } from "./game-steps.ts";
import type { ListedGame } from "./play-data.ts";
import { seatPlayers } from "./seat-players.ts";

const FOLDER = "games";

const count = z.int().min(0);

const record = z.strictObject({
  listed: z.strictObject({
    ...{ game: z.string(), title: z.string(), seat: z.string(), endedAt: z.string(), objectiveName: z.string() },
    ...{ seed: count, steps: count, isOver: z.boolean(), pay: z.number(), objective: z.number() },
  }),
  /** Folder that relative paths start from. */
  directory: z.string(),
  description: descriptionSchema,
  objective: z.unknown().optional(),
  seat: count,
  episodes: z.int().min(1),
  agents: z.array(z.string()).readonly(),
  steps: z.array(keptStep).readonly(),
});
type GameRecord = Readonly<z.output<typeof record>>;

/** What a recording is made of. */
export interface FinishedGame {
  readonly made: OrderedGame;
  readonly result: GameResult;
  readonly steps: GameSteps;
  /** Its name, where it was saved before. */
  readonly saved?: string | null;
}

/** Writes a game as it stands, and returns its name. */
export function keepGame(store: string, { made, result, steps, saved }: FinishedGame): string {
  const { game, title } = made;
  const { setting, seat, seed, directory, episodes = 1 } = game;
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = saved ?? `${words.join("-").slice(0, 40)}-${randomUUID().slice(0, 8)}`;
  const { pay, objective } = result.agents[seat];
  const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
  const { spec } = setting;
  const kept: GameRecord = {
    listed: {
      ...{ game: name, title, seat: spec.labels[seat], endedAt: new Date().toISOString() },
      ...{ objectiveName: setting.objective.name, seed, steps: steps.count(), isOver: result.over },
      ...{ pay: finite(pay), objective: finite(objective) },
    },
    ...{ directory: resolve(directory), description: made.description, objective: made.objective, seat, episodes },
    agents: seatPlayers(setting, seat).map(({ policy }) => policy),
    steps: steps.all,
  };
  const file = fileOf(store, name);
  makeStore(store);
  writing(file, () => keepWhole(store, file, checkedJson(kept)));
  trustRun({ directory: kept.directory, descriptions: [replayed(kept)], objective: kept.objective });
  return name;
}

const fileOf = (store: string, name: string): string => join(store, FOLDER, `${name}.json`);

/** Others are not asked in a replay. */
const replayed = ({ description }: GameRecord): GameRecord["description"] => ({ ...description, agents: "random" });

/** Games of a store, the last one first. A file that is damaged is left out. */
export function listedGames(store: string): ListedGame[] {
  return keptNames(store, join(store, FOLDER))
    .flatMap((file) => read(store, file)?.listed ?? [])
    .sort((a, b) => (a.endedAt < b.endedAt ? 1 : -1));
}

/** Undefined where a file is not as it was written, or is that of another game. */
function read(store: string, name: string): GameRecord | undefined {
  try {
    const { data } = record.safeParse(parseChecked(readKeptText(store, join(store, FOLDER, name))));
    return data !== undefined && `${data.listed.game}.json` === name ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a saved game of a store. Throws a UserError where there is none. */
export function keptGame(store: string, name: string): GameRecord {
  const names = listedGames(store).map(({ game }) => game);
  const known = names.includes(name) ? read(store, `${name}.json`) : undefined;
  if (known === undefined) throw new UserError(unknownName("game of this store", name, names));
  return known;
}

/**
 * Returns at most `MOST_STEPS` steps of a game, after the first `from`. Pay and outcomes are those of the recording; pictures and texts are
 * made anew by replaying its actions on its seed.
 */
export async function replayedGame(store: string, name: string, from: number): Promise<EpisodeReplay> {
  const kept = keptGame(store, name);
  const { listed, directory, objective, episodes, agents, steps } = kept;
  const descriptions = [replayed(kept)];
  const way = `play it again from ${directory}`;
  refuseForeignCode({
    name: `the game ${name}`,
    home: dirname(resolve(store)),
    way,
    directory,
    descriptions,
    objective,
  });
  const [setting] = await settingsOf(descriptions, objective, { directory, cache: keptIn(store) });
  const { spec } = setting;
  const first = Math.min(from, steps.length);
  const shown = steps.slice(first, first + MOST_STEPS);
  const { choices, choiceNames, actionSize, actionUnit } = spec;
  return {
    ...{
      variant: listed.title,
      seed: listed.seed,
      episode: 0,
      steps: steps.length,
      from: first,
      actionSize,
      actionUnit,
    },
    agents: spec.agents.map((id, k) => ({ id, label: spec.labels[k], policy: agents[k] ?? "" })),
    choices: choiceNames ?? null,
    actions: shown.map(({ actions }) =>
      choices === undefined ? actions : actions.map((action) => choiceOf(action, choices)),
    ),
    measures: measuresOf(setting, shown),
    ...seen(setting, { seed: listed.seed, episodes }, steps, { first, end: first + shown.length }, listed.title),
    asked: null,
  };
}

function measuresOf({ spec, objective, pay }: Setting, steps: readonly KeptStep[]): StepMeasure[] {
  const C = spec.channels.length;
  const { name, unit, meaning } = objective;
  return [
    { name: "pay", unit: "", meaning: pay, values: steps.map((step) => step.pay) },
    { name: "objective", called: name, unit, meaning, values: steps.map((step) => step.objective) },
    ...spec.channels.map((channel, c) => ({
      ...{ name: channel.name, unit: channel.unit, meaning: channel.meaning },
      values: steps.map(({ outcomes }) => spec.agents.map((_, i) => outcomes[i * C + c])),
    })),
  ];
}

function seen(
  setting: Setting,
  { seed, episodes }: { readonly seed: number; readonly episodes: number },
  steps: readonly KeptStep[],
  { first, end }: { readonly first: number; readonly end: number },
  what: string,
): Pick<EpisodeReplay, "scenes" | "text"> {
  const environment = setting.makeEnvironment();
  const text = textReader(setting.spec);
  const scenes = pooledScenes(what);
  const runner = episodeRunner(environment);
  const { actions, outcomes } = runner.episode;
  const last = { actions, outcomes };
  const look = (done: number): void => {
    text?.look(done - 1, environment, done === 0 ? undefined : last);
    if (environment.scene === undefined || done < first || done > end) return;
    scenes.add(environment.scene(done === 0 ? undefined : last));
  };
  const { world, start, place } = streamsOf(seed, 0, episodes);
  runner.begin(world, start, place);
  look(0);
  for (const [step, { actions: done }] of steps.entries()) {
    if (done.length !== actions.length)
      throw new UserError({ code: "damaged-game", what: `${what} was another world` });
    actions.set(done);
    runner.step();
    look(step + 1);
  }
  return { scenes: scenes.pooled(), text: text?.read ?? null };
}
