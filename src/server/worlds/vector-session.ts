// Many copies of a world stepped at once, for trainers that learn from batches: arrays in, arrays out, no message for each agent.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { checked } from "../../core/checked.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { checkScene, type Scene } from "../../core/scene.ts";
import { yamlValue } from "../../lab/assignment.ts";
import { seatIn } from "../../lab/seats.ts";
import { type EpisodeRunner, episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import type { SeatedWorld, ServedWorld } from "./world-session.ts";

const vectorOptions = z.strictObject({
  copies: z.int().min(1).max(65_536).default(1).describe("copies of the world"),
  autoreset: z.enum(["next-step", "disabled"]).default("next-step").describe("what follows an episode's end"),
});

/** How a batch is set up. */
export type VectorOptions = z.output<typeof vectorOptions>;

/** The options of a batch in the query of an address, and the query without them. A UserError as of other options. */
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

/** What a client must know to read and write the arrays; all are little-endian, in this order, without gaps. */
export interface VectorDescription {
  readonly world: string;
  readonly copies: number;
  readonly autoreset: VectorOptions["autoreset"];
  /** Agents that are played, in the order of the arrays. */
  readonly agents: readonly string[];
  readonly horizon: number;
  /** Numbers of an action, and their bounds for each agent, [agents][size]. */
  readonly action: {
    readonly size: number;
    readonly choices: number | null;
    readonly names: readonly string[] | null;
    readonly low: readonly (readonly number[])[];
    readonly high: readonly (readonly number[])[];
  };
  /** Fields of an observation; null stands for a bound that there is not. */
  readonly observation: readonly {
    readonly name: string;
    readonly size: number;
    readonly low: number | null;
    readonly high: number | null;
  }[];
  readonly channels: readonly string[];
  readonly objective: string | null;
  /** Whether the world says how it looks. */
  readonly draws: boolean;
}

/** How one copy stands, for people. */
export interface CopyView {
  readonly step: number;
  /** What agents that are played did in the last step, and what came of it; empty before the first. Null is a number that there is not. */
  readonly last: readonly {
    readonly agent: string;
    readonly action: readonly number[];
    readonly pay: number | null;
    readonly outcomes: Readonly<Record<string, number | null>>;
  }[];
  /** Null where the world does not say how it looks. */
  readonly scene: Scene | null;
}

/** Arrays, or how a copy stands. */
export type VectorAnswer = { readonly bytes: Uint8Array } | { readonly view: CopyView };

/** A batch of copies. An ended episode is followed by the next one in the step after, as Gymnasium does it, or by nothing. */
export interface VectorSession {
  readonly description: VectorDescription;
  /**
   * Answers a request of numbers, the first of which says what it is: `RESET`, then [copies] seeds, NaN for a copy that goes on as it
   * is; or `STEP`, then [copies × agents × action size]. The answer holds rewards [copies × agents], the objective [copies] where there
   * is one, outcomes [copies × agents × channels], all of eight bytes; observations [copies × agents × observation size] of four; and
   * [copies] bytes of status. `LOOK`, then the place of a copy, is answered by its view. Throws a UserError.
   */
  answer(request: Float64Array): VectorAnswer;
  close(): void;
}

/** The first number of a request. */
const [RESET, STEP, LOOK] = [1, 2, 3];
/** Numbers that all arrays of an answer hold, at most: 64 million take half a gigabyte. */
const MOST_NUMBERS = 64e6;

interface Copy {
  readonly environment: NumericEnvironment;
  readonly runner: EpisodeRunner;
  readonly beside: JointPolicy | undefined;
  readonly players: readonly (Agent | undefined)[];
  /** NaN before its first episode. */
  seed: number;
  episode: number;
  isOver: boolean;
}

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
  const isJoint = n === spec.agents.length;
  const wanted = options.objective === undefined ? undefined : setting.objective.plan;
  const all: readonly Copy[] = Array.from({ length: copies }, () => {
    const players = setting.agents.map((policy, seat) => {
      if (seats.includes(seat)) return undefined;
      if (policy.kind === "algorithm")
        throw new UserError({
          code: "untrained",
          what: `${policy.policy} has learnt nothing here`,
          path: ["opponents"],
        });
      return policy.plan(seatIn(setting, { seat, directory: world.directory }));
    });
    const environment = setting.makeEnvironment();
    return {
      environment,
      runner: episodeRunner(environment, [setting.reward, ...(wanted === undefined ? [] : [wanted])]),
      beside: isJoint ? undefined : seated(spec, players),
      players,
      seed: Number.NaN,
      episode: 0,
      isOver: true,
    };
  });

  // One block of memory holds an answer: numbers of eight bytes first, so that every array begins where it may.
  const parts = [copies * n, wanted === undefined ? 0 : copies, copies * n * C];
  const doubles = parts.reduce((sum, size) => sum + size, 0);
  const answer = new ArrayBuffer(doubles * 8 + copies * n * O * 4 + copies);
  const rewards = new Float64Array(answer, 0, parts[0]);
  const objective = new Float64Array(answer, parts[0] * 8, parts[1]);
  const outcomes = new Float64Array(answer, (parts[0] + parts[1]) * 8, parts[2]);
  const observations = new Float32Array(answer, doubles * 8, copies * n * O);
  const status = new Uint8Array(answer, doubles * 8 + copies * n * O * 4, copies);
  const bytes = new Uint8Array(answer);

  const begin = (copy: Copy, place: number): void => {
    const { world: random, agent } = streamsOf(copy.seed, copy.episode);
    copy.runner.begin(random);
    copy.isOver = false;
    if (copy.beside?.reset?.(agent) !== undefined) throw late();
    status[place] = Status.running;
    tell(copy, place, 0);
  };

  /** Writes what a copy shows; `factor` is 0 where nothing was paid. */
  const tell = ({ runner }: Copy, place: number, factor: 0 | 1): void => {
    const { episode } = runner;
    const seen = episode.look();
    const [pay, worth] = episode.pay;
    let sum = 0;
    for (let k = 0; k < n; k++) {
      const [seat, row] = [seats[k], place * n + k];
      rewards[row] = factor === 0 ? 0 : pay[seat];
      for (let c = 0; c < C; c++) outcomes[row * C + c] = episode.outcomes[seat * C + c];
      for (let o = 0; o < O; o++) observations[row * O + o] = seen[seat * O + o];
    }
    if (worth === undefined) return;
    for (let seat = 0; seat < worth.length; seat++) sum += worth[seat] / worth.length;
    objective[place] = factor === 0 ? 0 : sum;
  };

  const reset = (seeds: Float64Array): void => {
    sized("seeds", seeds, copies);
    checkSeeds(seeds);
    for (const [place, copy] of all.entries()) {
      if (Number.isNaN(seeds[place])) continue;
      copy.seed = seeds[place];
      copy.episode = 0;
      begin(copy, place);
    }
  };

  const step = (actions: Float64Array): void => {
    sized("numbers of actions", actions, copies * n * A);
    checkActions(actions, spec.choices);
    if (all.some(({ seed }) => Number.isNaN(seed))) throw noEpisode();
    for (let place = 0; place < copies; place++) {
      const copy = all[place];
      if (copy.isOver) {
        if (autoreset === "disabled") continue;
        copy.episode += 1;
        begin(copy, place);
        continue;
      }
      const { runner, beside } = copy;
      const { episode } = runner;
      for (let k = 0; k < n; k++) {
        for (let a = 0; a < A; a++) episode.actions[seats[k] * A + a] = actions[(place * n + k) * A + a];
      }
      if (beside?.act(episode) !== undefined) throw late();
      status[place] = runner.step();
      beside?.receive?.(episode);
      copy.isOver = status[place] !== Status.running;
      tell(copy, place, 1);
    }
  };

  const look = (given: Float64Array): CopyView => {
    sized("places of copies", given, 1);
    const [place] = given;
    if (!Number.isInteger(place) || place < 0 || place >= copies) {
      const what = `there is no copy ${place}`;
      throw new UserError({ code: "no-copy", what, hint: `copies are numbered from 0 to ${copies - 1}` });
    }
    const { environment, runner, seed } = all[place];
    if (Number.isNaN(seed)) throw noEpisode();
    const { steps, actions, outcomes, pay } = runner.episode;
    const scene = environment.scene?.(steps === 0 ? undefined : { actions, outcomes }) ?? null;
    if (scene !== null) checkScene(scene, world.name);
    const did = (seat: number): CopyView["last"][number] => ({
      agent: spec.agents[seat],
      action: [...actions.subarray(seat * A, (seat + 1) * A)],
      pay: finite(pay[0][seat]),
      outcomes: Object.fromEntries(spec.channels.map(({ name }, c) => [name, finite(outcomes[seat * C + c])])),
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
      objective: options.objective === undefined ? null : setting.objective.name,
      draws: all[0].environment.scene !== undefined,
    },
    answer(request) {
      const [kind] = request;
      const given = request.subarray(1);
      if (kind === LOOK) return { view: look(given) };
      if (kind === RESET) reset(given);
      else if (kind === STEP) step(given);
      else {
        const what = `a request begins with ${RESET}, reset, ${STEP}, step, or ${LOOK}, look`;
        throw new UserError({ code: "no-request", what });
      }
      return { bytes };
    },
    close() {
      for (const { players } of all) for (const player of players) player?.close?.();
    },
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const noEpisode = () =>
  new UserError({ code: "no-episode", what: "no episode in a copy of this batch", hint: "reset first" });

const late = () => new UserError({ code: "slow-partner", what: "in a batch no agent may answer later" });

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
