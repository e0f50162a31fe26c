// The message form of a numeric world: agents by name, plain arrays, one object a step. The command line, servers and
// tests speak this form; it costs allocations, so the training and sweep loops don't.

import { display } from "./checked.ts";
import { type NumericEnvironment, type NumericSpec, Status } from "./environment.ts";
import { UserError, unknownName } from "./errors.ts";
import { plain } from "./layout.ts";
import { Random } from "./random.ts";
import type { Reward } from "./reward.ts";

type ByAgent<T> = Readonly<Record<string, T>>;

/** What agents see, after a reset. */
export interface ResetMessage {
  readonly observations: ByAgent<number[]>;
  readonly state?: Readonly<Record<string, number[] | number[][]>>;
}

/** What a step did. */
export interface StepMessage extends ResetMessage {
  readonly outcomes: ByAgent<Readonly<Record<string, number>>>;
  readonly rewards: ByAgent<number>;
  readonly terminated: boolean;
  readonly truncated: boolean;
}

/** A numeric world that speaks messages. */
export interface MessageEnvironment {
  readonly spec: NumericSpec;
  reset(seed: number): ResetMessage;
  /** `actions` holds an array for every agent. Throws a UserError for missing, unknown, wrong-sized or non-finite actions. */
  step(actions: unknown): StepMessage;
}

/** Wraps a numeric world and the reward that is paid in it. */
export function withMessages(environment: NumericEnvironment, reward: Reward): MessageEnvironment {
  const { spec } = environment;
  const n = spec.agents.length;
  const C = spec.channels.length;
  const outcomes = new Float64Array(n * C);
  const actions = new Float64Array(n * spec.actionSize);
  const observations = new Float32Array(n * spec.observationSize);
  const pay = new Float64Array(n);
  let random = Random.of(0, "environment", 0);
  let status: Status = Status.running;

  const seen = (): ResetMessage => {
    environment.observe(observations);
    const size = spec.observationSize;
    const shown = spec.publicState.map(({ part }) => [
      part,
      plain(environment.state.views[part], environment.state.shapes[part]),
    ]);
    return {
      observations: byAgent(spec, (i) => Array.from(observations.subarray(i * size, (i + 1) * size))),
      ...(shown.length === 0 ? {} : { state: Object.fromEntries(shown) }),
    };
  };

  return {
    spec,
    reset(seed) {
      random = Random.of(seed, "environment", 0);
      status = Status.running;
      environment.reset(random, outcomes);
      reward.reset(outcomes);
      return seen();
    },
    step(given) {
      if (status !== Status.running) {
        throw new UserError({
          code: "ended",
          what: "the episode has ended",
          hint: 'send {"reset":{"seed":1}} to begin another',
        });
      }
      readActions(given, spec, actions);
      status = environment.step(actions, outcomes, random);
      reward.pay(outcomes, status, pay);
      return {
        ...seen(),
        outcomes: byAgent(spec, (i) =>
          Object.fromEntries(spec.channels.map((channel, c) => [channel.name, outcomes[i * C + c]])),
        ),
        rewards: byAgent(spec, (i) => pay[i]),
        terminated: (status & Status.terminated) !== 0,
        truncated: (status & Status.truncated) !== 0,
      };
    },
  };
}

/** Checks `{"agent_0":[60],…}` and copies it into [agents × actionSize]. A single number stands for an array of one. */
export function readActions(given: unknown, spec: NumericSpec, into: Float64Array): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UserError({
      code: "bad-action",
      what: "the actions are no map from agent to numbers",
      hint: example(spec),
    });
  }
  for (const name of Object.keys(given)) {
    if (!spec.agents.includes(name)) throw new UserError(unknownName("agent of this world", name, spec.agents));
  }
  for (const [seat, name] of spec.agents.entries()) {
    const raw: unknown = Reflect.get(given, name);
    if (raw === undefined)
      throw new UserError({ code: "bad-action", what: `there is no action for ${name}`, hint: example(spec) });
    const values: unknown[] = Array.isArray(raw) ? raw : [raw];
    if (values.length !== spec.actionSize) {
      throw new UserError({
        code: "bad-action",
        what: `the action of ${name} has ${values.length} ${values.length === 1 ? "number" : "numbers"}`,
        hint: `it must have ${spec.actionSize}`,
      });
    }
    for (const [k, value] of values.entries()) {
      if (typeof value !== "number" || !Number.isFinite(value)) {
        throw new UserError({
          code: "bad-action",
          what: `the action of ${name} is ${display(raw)}`,
          hint: "it must be made of finite numbers",
        });
      }
      into[seat * spec.actionSize + k] = value;
    }
  }
}

function example(spec: NumericSpec): string {
  const { agents, actionSize: size } = spec;
  const middle = (k: number) => (spec.actionLow[k] + spec.actionHigh[k]) / 2;
  const actions = agents.slice(0, 2).map((name, seat) => {
    const action = Array.from({ length: size }, (_, k) => middle(seat * size + k));
    return `${JSON.stringify(name)}:${JSON.stringify(action)}`;
  });
  return `as in {"actions":{${actions.join(",")}${agents.length > 2 ? ",…" : ""}}}`;
}

function byAgent<T>(spec: NumericSpec, value: (seat: number) => T): ByAgent<T> {
  return Object.fromEntries(spec.agents.map((name, seat) => [name, value(seat)]));
}
