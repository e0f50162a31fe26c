// Players that another experiment has trained. A training's state is stored beside its cell, with a record of the variant. This agent plays
// it in a seat, also in another world of the same shape.

import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { type Agent, memoryless } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { keptFile, keptNames } from "../../core/kept-files.ts";
import { type BoundEntry, bind, type Preparation } from "../../core/registry.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import type { Setting } from "../experiment/setting.ts";
import { stageKeyAt } from "../experiment/stages.ts";
import { keptIn, storeOf } from "../experiment/store-place.ts";
import { trainedFile } from "../store/cell-files.ts";
import { readRecord } from "../store/run-record.ts";
import { cellsFolder, findRun } from "../store/store.ts";
import { readVariant } from "../store/variant-record.ts";
import { keptPlayers } from "./kept-players.ts";

const parameters = z.strictObject({
  run: z.string().default("latest").describe("where it was trained: a run's name, the beginning of one, or latest"),
  variant: z.string().optional().describe("variant of that run; not needed where one alone learns"),
  seed: z.int().min(0).optional().describe("seed of its training; by default that of the cell in which it plays"),
  agent: z
    .string()
    .optional()
    .describe("the agent it was trained as; by default that of its seat, or else the first that learnt"),
  stage: z.string().optional().describe("the stage of this experiment that trains it, in the place of a run"),
  cell: z.string().optional().describe("key of its cells, in the place of run and variant"),
});

type TrainedParameters = z.output<typeof parameters>;

/** Cells of a variant that learnt, and their store. */
interface TrainedCells {
  readonly store: string;
  readonly key: string;
  readonly setting: Setting;
  /** True where they may not be computed yet. */
  readonly isPlanned?: true;
}

/** Cells by key, which determines their content; each with the store that was last used. */
const known = new Map<string, TrainedCells>();

/** Registers cells that will be trained, so that plans can name their players. Throws a UserError where no agent learns there. */
export function seatTrained(cells: TrainedCells): void {
  if (!cells.setting.agents.some(({ kind }) => kind === "algorithm")) {
    const hint = "let an agent learn, such as ppo";
    throw new UserError({ code: "not-trained", what: "a stage trains no agent", path: ["stages"], hint });
  }
  known.set(cells.key, { ...cells, isPlanned: true });
}

export const trained: BoundEntry<AgentPlan> = bind({
  id: "trained",
  summary: "what an algorithm has learnt in a run of the store, in a world of the same shape",
  parameters,
  example: { parameters: { run: "latest", variant: "cooperative" }, needs: "a run in which agents learn" },
  async prepare(given: TrainedParameters, place: Preparation): Promise<TrainedParameters> {
    const store = storeOf(place.cache);
    const {
      run,
      variant,
      stage,
      cell = stage === undefined ? keyOf(store, run, variant) : stageKeyAt(place, stage, ["stage"]),
      ...rest
    } = given;
    const before = known.get(cell);
    const cells = before?.store === store ? before : await cellsOf(store, cell);
    if (cells === undefined) {
      const what = `${variant === undefined ? run : `variant "${variant}" of ${run}`} trains no agent`;
      throw new UserError({ code: "not-trained", what, hint: "name a variant whose agents learn, such as ppo" });
    }
    known.set(cell, cells);
    // The key identifies what was trained; the meaning of a run's name, such as latest, may change.
    return { run: "", ...rest, cell };
  },
  make({ cell, seed, agent }): AgentPlan {
    const player = (seat: Pick<Seat, "spec" | "seat" | "seed">): Agent => {
      const cells = cell === undefined ? undefined : known.get(cell);
      if (cells === undefined)
        throw new UserError({ code: "not-prepared", what: "a trained player is looked up by a run" });
      // A trial seat has no seed.
      const first = cells.isPlanned === true ? undefined : seedsOf(cells).seeds[0];
      return playerOf(cells, seed ?? seat.seed ?? first, agentOf(cells, agent, seat.seat), seat.spec);
    };
    return Object.assign((seat: Seat) => player(seat), { follower: player });
  },
});

/** Returns the key of the cells that the parameters name. */
function keyOf(directory: string, name: string, variant: string | undefined): string {
  const { store, run } = findRun(directory, name);
  const { variants } = readRecord(join(store, run));
  if (variant !== undefined) {
    const match = variants.find((one) => one.name === variant);
    if (match !== undefined) return match.key;
    throw new UserError({
      ...unknownName(
        `variant of ${run}`,
        variant,
        variants.map((one) => one.name),
      ),
      path: ["variant"],
    });
  }
  const learning = variants.filter(({ key }) => keptNames(store, join(cellsFolder(store, key), "trained")).length > 0);
  if (learning.length === 1) return learning[0].key;
  const names = learning.map((one) => JSON.stringify(one.name)).join(", ");
  const what = learning.length === 0 ? `no variant of ${run} has a trained player` : `${run} trained several: ${names}`;
  throw new UserError({
    code: "which-variant",
    what,
    hint: "name one: agents: { policy: trained, run: …, variant: … }",
  });
}

/** Returns the stored cells of a key; undefined where no agent learns there. */
async function cellsOf(store: string, key: string): Promise<TrainedCells | undefined> {
  const { description, objective, directory } = readVariant(store, key);
  const { settingsOf } = await import("../experiment/setting.ts");
  const place = { directory: resolve(cellsFolder(store, key), directory), cache: keptIn(store) };
  const { refuseForeignCode } = await import("../experiment/trust.ts");
  const way = "agon report RUN --trust, of the run that trained it";
  const [name, home] = [cellsFolder(store, key), dirname(store)];
  refuseForeignCode({ ...place, name, home, way, descriptions: [description], objective });
  const [setting] = await settingsOf([description], objective, place);
  return setting.agents.some(({ kind }) => kind === "algorithm") ? { store, key, setting } : undefined;
}

function seedsOf({ store, key }: TrainedCells): { seeds: number[]; text: string } {
  const names = keptNames(store, join(cellsFolder(store, key), "trained"));
  const seeds = names.map((name) => Number(name.replace(/\.safetensors$/, ""))).filter(Number.isInteger);
  seeds.sort((a, b) => a - b);
  return { seeds, text: seeds.length === 0 ? "none is there" : `there are ${seeds.join(", ")}` };
}

/** Returns the learning seat whose player is used. */
function agentOf({ setting, key }: TrainedCells, agent: string | undefined, seat: number): number {
  const seats = setting.agents.flatMap(({ kind }, k) => (kind === "algorithm" ? [k] : []));
  if (agent === undefined) return seats.includes(seat) ? seat : seats[0];
  const { agents, labels } = setting.spec;
  const match = seats.find((k) => agents[k] === agent || labels[k] === agent);
  if (match !== undefined) return match;
  const names = seats.flatMap((k) => [agents[k], labels[k]]);
  throw new UserError({ ...unknownName(`agent that learnt in ${key}`, agent, names), path: ["agent"] });
}

function playerOf(cells: TrainedCells, seed: number | undefined, seat: number, spec: NumericSpec): Agent {
  const { store, key, setting } = cells;
  checkShape(setting.spec, spec);
  if (seed === undefined) return memoryless(() => {});
  const file = trainedFile({ store, key, seed });
  if (keptFile(store, file) === undefined) {
    const { seeds, text } = seedsOf(cells);
    if (seeds.length === 0) {
      const hint = "run its experiment again with another seed, which trains and keeps one";
      throw new UserError({ code: "no-such-seed", what: `no player was kept of what ${key} trained`, hint });
    }
    const what = `no player of seed ${seed} was trained in ${key}`;
    const hint = `${text}; \`seed\` says which, and running that experiment with more seeds trains more`;
    throw new UserError({ code: "no-such-seed", what, hint });
  }
  const [player] = keptPlayers(setting, { store, key, seed }, [seat]);
  return player;
}

/**
 * Checks that the world has the same observation and the same actions as the one of the training, so that the player sees and acts alike.
 */
function checkShape(own: NumericSpec, here: NumericSpec): void {
  const shapes = (spec: NumericSpec) => ({
    "numbers in an observation": spec.observationSize,
    "numbers in an action": spec.actionSize,
    choices: spec.choices ?? 0,
    alphabet: spec.alphabet?.characters?.join("") ?? "",
  });
  const [before, now] = [Object.entries(shapes(own)), Object.values(shapes(here))];
  const other = before.findIndex(([, value], k) => value !== now[k]);
  if (other < 0) return;
  const [name, value] = before[other];
  const what = `the player was trained in a world of another shape: ${name} were ${JSON.stringify(value)}, and are ${JSON.stringify(now[other])}`;
  throw new UserError({
    code: "other-shape",
    what,
    hint: "let it play in the world of its training, or in one with the same spaces",
  });
}
