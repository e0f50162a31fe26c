// A hosted environment as an Agon environment. Its state consists of the seed and all actions so far; a copied state is restored by
// replaying these in another copy of the environment. While each state follows from the previous one, nothing is replayed.

import { EpisodeFailed, unanswered } from "../../core/agent.ts";
import type { Channel, Over } from "../../core/channel.ts";
import {
  choiceOf,
  fieldOffset,
  type NumericEnvironment,
  type NumericSpec,
  observationSize,
  Status,
} from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { clip, field, flow, level } from "../declaration.ts";
import { channelNames, type DeclaredEnvironment, MASK, TURN } from "./declared-environment.ts";
import { type Host, type Move, Op } from "./host.ts";

/** User settings of a numeric info key. */
export interface InfoDetails {
  readonly over?: Over | undefined;
  readonly unit?: string | undefined;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

export interface HostedOptions {
  readonly horizon: number;
  /** Settings by key; absent where all keys of the inspection are used. */
  readonly info?: Readonly<Record<string, InfoDetails>>;
}

/** Upper bound of seeds, valid for every generator. */
const SEEDS = 2 ** 31 - 1;

/** Releases copies whose environments were garbage-collected. */
const gone = new FinalizationRegistry<{ readonly host: Host; readonly copy: number }>(({ host, copy }) =>
  host.drop(copy),
);

export function hostedWorld(host: Host, declared: DeclaredEnvironment, options: HostedOptions): NumericEnvironment {
  const { name } = host.named;
  const { horizon } = options;
  const spec = specOf(declared, options);
  const [n, A, O, C] = [spec.agents.length, spec.actionSize, spec.observationSize, spec.channels.length];
  const width = n * A;
  const K = declared.info.length;
  /** Numbers of a record before those of players, and numbers per player. */
  const [before, own] = [2, 2 + K + O];
  const kept = declared.info.flatMap(({ same }, k) => (same === undefined ? [k] : []));
  const state = layout({ seed: [1], step: [1], trail: [1], played: [horizon * width], seen: [n * O] });
  const { seed, step: counter, trail, played, seen } = state.views;
  const copy = host.newCopy();
  /** State of the copy of the environment: its process, seed, step and hash of actions. */
  const at = { process: 0, seed: -1, step: -1, trail: -1 };
  /** An operation sent ahead, until it is used. */
  let early: Move | undefined;

  const isThere = (): boolean =>
    at.process !== 0 &&
    at.process === host.process &&
    at.seed === seed[0] &&
    at.step === counter[0] &&
    at.trail === trail[0];

  /** A step with these actions; where the copy is in another state, it replays all earlier ones first. */
  const moved = (actions: ArrayLike<number>): Move => {
    const done = Array.from({ length: width }, (_, k) => inSpace(spec, actions[k], k));
    const steps = counter[0];
    played.set(done, steps * width);
    if (isThere()) return host.add([copy, Op.step, ...done]);
    return host.add([copy, Op.replay, seed[0], steps + 1, ...played.subarray(0, (steps + 1) * width)]);
  };

  const settled = (move: Move, when: string): Float64Array => {
    const { record, fault } = host.settle(move);
    if (record !== undefined) return record;
    at.process = 0;
    if (fault?.silent === true) throw unanswered(name, `${fault.why} (${when})`);
    throw new EpisodeFailed(`${name} has failed: ${fault?.why} (${when})`);
  };

  const noteAs = (record: Float64Array, outcomes: Float64Array, flows: boolean): void => {
    for (let i = 0; i < n; i++) {
      const row = before + i * own;
      let c = i * C;
      outcomes[c++] = flows ? record[row] : 0;
      for (const k of kept) outcomes[c++] = flows || declared.info[k].begins ? record[row + 2 + k] : 0;
      if (n > 1) outcomes[c++] = record[row + 1];
      outcomes[c++] = flows && i === 0 ? record[1] : 0;
      seen.set(record.subarray(row + 2 + K, row + own), i * O);
    }
    Object.assign(at, { process: host.process, seed: seed[0], step: counter[0], trail: trail[0] });
  };

  const begun = (random: Random): Move => {
    seed[0] = random.integer(SEEDS);
    counter[0] = 0;
    trail[0] = 0;
    played.fill(0);
    return host.add([copy, Op.reset, seed[0]]);
  };

  const world: NumericEnvironment = {
    spec,
    state,
    ahead: {
      reset(random) {
        early = begun(random);
      },
      step(actions) {
        early = moved(actions);
      },
    },
    reset(random, outcomes) {
      const move = early ?? begun(random);
      early = undefined;
      noteAs(settled(move, `reset with seed ${seed[0]}`), outcomes, false);
    },
    step(actions, outcomes) {
      const move = early ?? moved(actions);
      early = undefined;
      const record = settled(move, `step ${counter[0] + 1}, seed ${seed[0]}`);
      trail[0] = mixed(trail[0], played.subarray(counter[0] * width, (counter[0] + 1) * width));
      counter[0] += 1;
      noteAs(record, outcomes, true);
      const status = record[0];
      return status === Status.running && counter[0] >= horizon ? Status.truncated : status;
    },
    observe(observations) {
      observations.set(seen);
    },
    ownFaults: () => host.faults(),
    ...(declared.draws
      ? { scene: () => sceneOf(host.picture(copy, seed[0], played.subarray(0, counter[0] * width))) }
      : {}),
  };
  gone.register(world, { host, copy });
  return world;
}

/** Scene of a rendered image, with one unit per pixel. */
const sceneOf = ({ png, width, height }: ReturnType<Host["picture"]>): Scene => ({
  view: { left: 0, bottom: 0, right: width, top: height },
  shapes: [{ kind: "picture", at: [0, 0], width, height, png }],
  caption: "what the environment draws of itself",
});

/** Unit of Boolean values, by aggregation over an episode. */
const TRUTHS: Readonly<Record<Over, string>> = { sum: "steps", mean: "share of steps", last: "share of episodes" };

/** Converts an action number to a valid value of the environment. */
const inSpace = ({ choices, actionLow, actionHigh }: NumericSpec, value: number, k: number): number =>
  choices === undefined ? clip(value, actionLow[k], actionHigh[k]) : choiceOf(value, choices);

const bits = new Int32Array(2);
const number = new Float64Array(bits.buffer);

/** Hash of all actions so far and the new ones. */
function mixed(trail: number, done: Float64Array): number {
  let hash = trail | 0;
  for (const value of done) {
    number[0] = value;
    for (const word of bits) hash = Math.imul((hash ^ word) + 0x9e3779b9, 0x85ebca6b) ^ (hash >>> 13);
  }
  return hash >>> 0;
}

function specOf(declared: DeclaredEnvironment, { horizon, info }: HostedOptions): NumericSpec {
  const { players, action, mask } = declared;
  const n = players.length;
  const box = "choices" in action ? { low: [0], high: [action.choices - 1] } : action;
  const everywhere = (bounds: readonly number[]) => Float64Array.from(players.flatMap(() => bounds));
  const observation = declared.fields.map(({ name, size, low, high }) => {
    const meaning = declared.turns && name === TURN ? TURNS : "as the environment gives it";
    return field(name, low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY, meaning, { size });
  });
  const maskAt = mask ? fieldOffset({ observation }, MASK) : undefined;
  const choices = "choices" in action ? action.choices : undefined;
  return {
    agents: players.map((_, k) => `agent_${k}`),
    labels: players,
    horizon,
    actionSize: box.low.length,
    actionLow: everywhere(box.low),
    actionHigh: everywhere(box.high),
    actionUnit: "choices" in action ? "number of an action" : "in the environment's own units",
    ...(choices === undefined ? {} : { choices }),
    ...(maskAt === undefined || choices === undefined ? {} : { legal: (seen) => unmasked(seen, maskAt, choices) }),
    observation,
    observationSize: observationSize(observation),
    channels: channelsOf(declared, info),
    publicState: [],
    // It is unknown whether the seed affects the environment.
    deterministic: false,
    symmetric: n === 1,
    fallible: true,
    cuts: true,
  };
}

const TURNS = "1 while the agent acts next; what others do is left out of a step";

/** Choices that the mask permits; all of them where it permits none. */
function unmasked(seen: Float32Array, at: number, choices: number): number[] {
  const all = Array.from({ length: choices }, (_, k) => k);
  const open = all.filter((k) => seen[at + k] > 0);
  return open.length > 0 ? open : all;
}

function channelsOf({ players, info: all }: DeclaredEnvironment, declared: HostedOptions["info"]): Channel[] {
  const info = all.filter(({ same }) => same === undefined);
  const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const names = channelNames(info.map(({ key }) => key));
  const numbers = info.map(({ key, truth, begins, event, grows }, k): Channel => {
    const { over = event ? "sum" : "last", low, high, ...details } = declared?.[key] ?? {};
    const unit = details.unit ?? (truth ? TRUTHS[over] : "");
    const range = [low ?? (truth ? 0 : least), high ?? (truth ? 1 : most)] as const;
    const meaning = `${key.includes(".") ? `${key} of info` : `info[${JSON.stringify(key)}]`}; 0 in a step without this key`;
    const one = begins ? level(names[k], unit, ...range, meaning, over) : flow(names[k], unit, ...range, over, meaning);
    return grows ? { ...one, grows } : one;
  });
  return [
    flow("payoff", "reward", least, most, "sum", "the environment's own reward"),
    ...numbers,
    ...(players.length > 1 ? [level("present", "share of steps", 0, 1, "1 while the agent takes part", "mean")] : []),
    flow(
      "unlisted",
      "numbers",
      0,
      most,
      "sum",
      "numbers of info under keys that were not met when the environment was looked at",
    ),
  ];
}
