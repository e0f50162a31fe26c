// A batch: many copies of a world that are stepped together, for trainers that learn from batches. It reads and writes arrays, without a
// message per agent.

import { z } from "zod";
import { checked } from "../../core/checked.ts";
import { Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Scene } from "../../core/scene.ts";
import { yamlValue } from "../../lab/experiment/assignment.ts";
import { streamsOf } from "../../play/streams.ts";
import { copiesOf } from "./vector-copies.ts";
import type { SeatedWorld, ServedWorld } from "./world-session.ts";

const vectorOptions = z.strictObject({
  copies: z.int().min(1).max(65_536).default(1).describe("copies of the world"),
  autoreset: z.enum(["next-step", "disabled"]).default("next-step").describe("what follows an episode's end"),
});

export type VectorOptions = z.output<typeof vectorOptions>;

/** Parses the options of a batch from the query of a URL, and returns the rest of the query. Throws a UserError as for other options. */
export function vectorIn(query: URLSearchParams): { vector: VectorOptions; rest: URLSearchParams } {
  const rest = new URLSearchParams(query);
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(vectorOptions.shape)) {
    const value = rest.get(name);
    if (value !== null) given[name] = yamlValue(value);
    rest.delete(name);
  }
  return { vector: checked(vectorOptions, given), rest };
}

/** Layout of the arrays for clients. All are little-endian, in this order, without gaps. */
export interface VectorDescription {
  readonly world: string;
  readonly copies: number;
  readonly autoreset: VectorOptions["autoreset"];
  /** Names of the played agents, in the order of the arrays. */
  readonly agents: readonly string[];
  readonly horizon: number;
  /** Length of an action, and its bounds for each agent, [agents][size]. */
  readonly action: {
    readonly size: number;
    readonly choices: number | null;
    readonly names: readonly string[] | null;
    readonly low: readonly (readonly number[])[];
    readonly high: readonly (readonly number[])[];
  };
  /** Fields of an observation; a missing bound is null. */
  readonly observation: readonly {
    readonly name: string;
    readonly size: number;
    readonly low: number | null;
    readonly high: number | null;
  }[];
  readonly channels: readonly string[];
  readonly objective: string | null;
  /** Whether the world has scenes. */
  readonly draws: boolean;
}

/** State of one copy, for people. */
export interface CopyView {
  readonly step: number;
  /** Actions and results of the played agents in the last step; empty before the first. Null is a missing number. */
  readonly last: readonly {
    readonly agent: string;
    readonly action: readonly number[];
    readonly pay: number | null;
    readonly outcomes: Readonly<Record<string, number | null>>;
  }[];
  /** Null where the world has no scene. */
  readonly scene: Scene | null;
}

/** Memory that a batch shares with its caller, in one thread or two. */
export interface VectorMemory {
  readonly request: Float64Array;
  /** Buffer for responses. */
  readonly answer: Uint8Array;
}

/** A batch of copies. The step after an episode's end starts the next episode, as in Gymnasium's next-step autoreset, or does nothing. */
export interface VectorSession {
  readonly description: VectorDescription;
  readonly memory: VectorMemory;
  /**
   * Answers a request of numbers, whose first is its kind. `RESET` is followed by [copies] seeds, NaN for a copy that continues; `STEP` by
   * actions [copies × agents × action size]. The response is in the memory: rewards [copies × agents], the objective [copies] if there is
   * one, and outcomes [copies × agents × channels] as 64-bit floats; observations [copies × agents × observation size] as 32-bit floats;
   * and [copies] bytes of status. `LOOK`, followed by the index of a copy, returns its view instead. Throws a UserError.
   */
  answer(request: Float64Array): CopyView | undefined;
  close(): void;
}

/** The first number of a request. */
const [RESET, STEP, LOOK] = [1, 2, 3];
/** Maximum total length of a response's arrays: 64 million numbers take half a gigabyte. */
const MOST_NUMBERS = 64e6;

export function vectorSession(
  world: ServedWorld,
  set: SeatedWorld,
  { copies, autoreset }: VectorOptions,
): VectorSession {
  const { setting, spec, seats, options } = set;
  const [n, O, A, C] = [seats.length, spec.observationSize, spec.actionSize, spec.channels.length];
  const numbers = copies * (n * (O + C + 1) + 2);
  if (spec.alphabet !== undefined)
    throw new UserError({ code: "text-world", what: "a world of text has no batches of arrays" });
  if (numbers > MOST_NUMBERS) {
    const what = `${copies} copies of this world have ${numbers} numbers in an answer`;
    throw new UserError({ code: "too-many-copies", what, hint: `at most ${MOST_NUMBERS}` });
  }
  if (setting.remotes.length > 0)
    throw new UserError({ code: "slow-partner", what: "in a batch no agent and no world may wait for others" });
  const hasObjective = options.objective !== undefined;

  // A response is one block of memory, with 64-bit floats first, so that every array is aligned.
  const parts = [copies * n, hasObjective ? copies : 0, copies * n * C];
  const doubles = parts.reduce((sum, size) => sum + size, 0);
  const answer = new SharedArrayBuffer(doubles * 8 + copies * n * O * 4 + copies);
  const request = new Float64Array(new SharedArrayBuffer((1 + Math.max(copies, copies * n * A)) * 8));
  const rows = {
    rewards: new Float64Array(answer, 0, parts[0]),
    objective: new Float64Array(answer, parts[0] * 8, parts[1]),
    outcomes: new Float64Array(answer, (parts[0] + parts[1]) * 8, parts[2]),
    observations: new Float32Array(answer, doubles * 8, copies * n * O),
  };
  const status = new Uint8Array(answer, doubles * 8 + copies * n * O * 4, copies);
  const all = copiesOf(world, set, copies, rows);
  // Seed of each copy, NaN before its first episode; and the number of its episode under that seed.
  const seeds = new Float64Array(copies).fill(Number.NaN);
  const episodes = new Float64Array(copies);
  let areBegun = false;

  const begin = (place: number): void => {
    all.begin(place, streamsOf(seeds[place], episodes[place]));
    status[place] = Status.running;
  };

  const reset = (given: Float64Array): void => {
    sized("seeds", given, copies);
    checkSeeds(given);
    for (let place = 0; place < copies; place++) {
      if (Number.isNaN(given[place])) continue;
      seeds[place] = given[place];
      episodes[place] = 0;
      begin(place);
    }
    areBegun = !seeds.some(Number.isNaN);
  };

  const step = (actions: Float64Array): void => {
    sized("numbers of actions", actions, copies * n * A);
    checkActions(actions, spec.choices);
    if (!areBegun) throw noEpisode();
    for (let place = 0; place < copies; place++) {
      if (status[place] === Status.running) {
        status[place] = all.step(place, actions);
      } else if (autoreset === "next-step") {
        episodes[place] += 1;
        begin(place);
      }
    }
  };

  const look = (given: Float64Array): CopyView => {
    sized("places of copies", given, 1);
    const [place] = given;
    if (!Number.isInteger(place) || place < 0 || place >= copies) {
      const what = `there is no copy ${place}`;
      throw new UserError({ code: "no-copy", what, hint: `copies are numbered from 0 to ${copies - 1}` });
    }
    if (Number.isNaN(seeds[place])) throw noEpisode();
    const { steps, actions, scene } = all.look(place);
    const did = (seat: number, k: number): CopyView["last"][number] => ({
      agent: spec.agents[seat],
      action: [...actions.subarray(seat * A, (seat + 1) * A)],
      pay: finite(rows.rewards[place * n + k]),
      outcomes: Object.fromEntries(
        spec.channels.map(({ name }, c) => [name, finite(rows.outcomes[(place * n + k) * C + c])]),
      ),
    });
    return { step: steps, last: steps === 0 ? [] : seats.map(did), scene };
  };

  return {
    description: {
      world: world.name,
      copies,
      autoreset,
      agents: seats.map((seat) => spec.agents[seat]),
      horizon: spec.horizon,
      action: {
        size: A,
        choices: spec.choices ?? null,
        names: spec.choiceNames ?? null,
        low: seats.map((seat) => [...spec.actionLow.subarray(seat * A, (seat + 1) * A)]),
        high: seats.map((seat) => [...spec.actionHigh.subarray(seat * A, (seat + 1) * A)]),
      },
      observation: spec.observation.map(({ name, size, low, high }) => ({
        name,
        size,
        low: Number.isFinite(low) ? low : null,
        high: Number.isFinite(high) ? high : null,
      })),
      channels: spec.channels.map(({ name }) => name),
      objective: hasObjective ? setting.objective.name : null,
      draws: all.draws,
    },
    memory: { request, answer: new Uint8Array(answer) },
    answer(request) {
      const [kind] = request;
      const given = request.subarray(1);
      if (kind === LOOK) return look(given);
      if (kind === RESET) reset(given);
      else if (kind === STEP) step(given);
      else {
        const what = `a request begins with ${RESET}, reset, ${STEP}, step, or ${LOOK}, look`;
        throw new UserError({ code: "no-request", what });
      }
      return undefined;
    },
    close: all.close,
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const noEpisode = () =>
  new UserError({ code: "no-episode", what: "no episode in a copy of this batch", hint: "reset first" });

function sized(what: string, given: Float64Array, size: number): void {
  if (given.length === size) return;
  throw new UserError({
    code: "wrong-size",
    what: `the request has ${given.length} ${what}`,
    hint: `it must have ${size}`,
  });
}

function checkSeeds(seeds: Float64Array): void {
  for (const [place, seed] of seeds.entries()) {
    if (Number.isNaN(seed) || (Number.isSafeInteger(seed) && seed >= 0)) continue;
    const what = `seed ${place} is ${seed}`;
    throw new UserError({ code: "bad-seed", what, hint: "it is a whole number from 0 on" });
  }
}

function checkActions(actions: Float64Array, choices: number | undefined): void {
  for (let k = 0; k < actions.length; k++) {
    const action = actions[k];
    if (!Number.isFinite(action))
      throw new UserError({
        code: "bad-action",
        what: `number ${k} of the actions is ${action}`,
        hint: "it must be finite",
      });
    if (choices === undefined || (Number.isInteger(action) && action >= 0 && action < choices)) continue;
    const hint = `it is a whole number from 0 to ${choices - 1}`;
    throw new UserError({ code: "bad-action", what: `number ${k} of the actions is ${action}`, hint });
  }
}
