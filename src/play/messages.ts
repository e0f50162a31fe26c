// The message form of a numeric world: agents by name, plain arrays, one object a step. The command line, servers and
// tests speak this form; it costs allocations, so trainings and sweeps use the numeric form. A world of text is read as text,
// and written a piece at a time.

import { EpisodeFailed } from "../core/agent.ts";
import { display, isMap, ownValue } from "../core/checked.ts";
import { type NumericEnvironment, type NumericSpec, Status } from "../core/environment.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { plain } from "../core/layout.ts";
import type { Reward } from "../core/reward.ts";
import { choicesOf, textIn, textLength } from "../core/text.ts";
import { episodeRunner, type JointPolicy } from "./episode.ts";
import { streamsOf } from "./streams.ts";

type ByAgent<T> = Readonly<Record<string, T>>;

/** What agents see, after a reset. */
export interface ResetMessage {
  /** Numbers, or what there is to read in a world of text. */
  readonly observations: ByAgent<number[] | string>;
  readonly state?: Readonly<Record<string, number[] | number[][]>>;
}

/** What a step did; a stretch of text is as many steps as it has characters, whose flows and rewards are added up. */
export interface StepMessage extends ResetMessage {
  readonly outcomes: ByAgent<Readonly<Record<string, number>>>;
  readonly rewards: ByAgent<number>;
  /** What the step was worth to the objective, mean over agents; absent without one. */
  readonly objective?: number;
  readonly terminated: boolean;
  readonly truncated: boolean;
}

/** A numeric world that speaks messages. */
export interface MessageEnvironment {
  readonly spec: NumericSpec;
  reset(seed: number): ResetMessage;
  /**
   * `actions` holds an array for every agent; in a world of text with one agent, a text, which is written up to the episode's
   * end or to where the world answers. Throws a UserError for missing, unknown, wrong-sized or non-finite actions.
   */
  step(actions: unknown): StepMessage;
}

/** The same, where other agents sit beside the caller or the world asks a judge: both may answer later. */
export interface WaitingMessageEnvironment {
  readonly spec: NumericSpec;
  /** The episode `place` of a world that plays what was recorded is the one of that number. */
  reset(seed: number, place?: number): Promise<ResetMessage>;
  /** As in a MessageEnvironment; `actions` holds those of the caller's seats alone. */
  step(actions: unknown): Promise<StepMessage>;
  /** [agents × observationSize] as it stands. */
  observation(): Float32Array;
  /** The parts of the state that are shown, as they stand. */
  shown(): Readonly<Record<string, unknown>>;
}

/** Who else takes part in a message world. */
export interface MessageCompany {
  /** Places of the agents whose actions the caller gives, in rising order. */
  readonly seats: readonly number[];
  /** Decides for the other seats. */
  readonly beside: JointPolicy;
  /** What is wanted, which no agent is paid. */
  readonly objective?: Reward;
}

/** Wraps a numeric world and the reward that is paid in it. */
export function withMessages(environment: NumericEnvironment, reward: Reward): MessageEnvironment {
  const { spec } = environment;
  if (environment.asker !== undefined) {
    const what = "this world asks a judge after a step, and is not stepped by hand";
    throw new UserError({ code: "asks-others", what, hint: "agon run and agon play wait for its judge" });
  }
  const episodes = messageEpisodes(environment, reward);
  return {
    spec,
    reset(seed) {
      episodes.begin(seed);
      return episodes.seen();
    },
    step(given) {
      for (const _ of episodes.played(given));
      return episodes.message();
    },
  };
}

/** The same with company, or with a world that asks. A step that fails through others is a UserError, and ends its episode. */
export function withCompany(
  environment: NumericEnvironment,
  reward: Reward,
  company: MessageCompany,
): WaitingMessageEnvironment {
  const episodes = messageEpisodes(environment, reward, company);
  return {
    spec: environment.spec,
    async reset(seed, place) {
      await episodes.begin(seed, place);
      return episodes.seen();
    },
    async step(given) {
      for (const late of episodes.played(given)) await episodes.waited(late);
      return episodes.message();
    },
    observation: episodes.look,
    shown: episodes.shown,
  };
}

/** Episodes as messages; what is waited for is handed to the caller. */
function messageEpisodes(environment: NumericEnvironment, reward: Reward, company?: MessageCompany) {
  const { spec, asker } = environment;
  const n = spec.agents.length;
  const C = spec.channels.length;
  const { seats = spec.agents.map((_, seat) => seat), beside, objective } = company ?? {};
  const runner = episodeRunner(environment, [() => reward, ...(objective === undefined ? [] : [() => objective])]);
  const { episode } = runner;
  const { actions, look } = episode;
  const totals = new Float64Array(n * C);
  const paid = new Float64Array(n);
  let worth = 0;
  let failure: string | undefined;

  const failed = (error: unknown): unknown => {
    if (!(error instanceof EpisodeFailed)) return error;
    failure = error.message;
    return new UserError({ code: "episode-failed", what: error.message });
  };

  /** The caller's actions stand; the others decide, and the world finds out what it needs. */
  const decided = (): Promise<void> | undefined => {
    const late = beside?.act(episode) ?? undefined;
    if (asker === undefined) return late;
    return late === undefined ? asker.ask(actions) : late.then(() => asker.ask(actions));
  };

  /** Plays the actions; their outcomes and pay are added to those of the message. */
  const step = (): void => {
    try {
      runner.step();
    } catch (error) {
      throw failed(error);
    }
    beside?.receive?.(episode);
    const { outcomes } = episode;
    const [pay, wanted] = episode.pay;
    for (let k = 0; k < totals.length; k++)
      totals[k] = spec.channels[k % C].state ? outcomes[k] : totals[k] + outcomes[k];
    for (let i = 0; i < n; i++) paid[i] += pay[i];
    if (wanted !== undefined) for (let i = 0; i < n; i++) worth += wanted[i] / n;
  };

  /** Writes a text, up to the episode's end or to where the world writes something after a character. */
  function* write(choices: readonly number[]) {
    for (const choice of choices) {
      const before = textLength(look());
      actions[0] = choice;
      yield decided();
      step();
      if (episode.status !== Status.running || textLength(look()) > before + 1) return;
    }
  }

  const shown = (): NonNullable<ResetMessage["state"]> => {
    const { views, shapes } = environment.state;
    return Object.fromEntries(spec.publicState.map(({ part }) => [part, plain(views[part], shapes[part])]));
  };

  const seen = (): ResetMessage => {
    const observations = look();
    const size = spec.observationSize;
    return {
      observations: byAgent(spec, (i) => {
        const own = observations.subarray(i * size, (i + 1) * size);
        return spec.alphabet === undefined ? Array.from(own) : textIn(own, spec.alphabet);
      }),
      ...(spec.publicState.length === 0 ? {} : { state: shown() }),
    };
  };

  return {
    look,
    shown,
    seen,
    begin(seed: number, place?: number): void | Promise<void> {
      failure = undefined;
      const { world, agent } = streamsOf(seed, 0);
      runner.begin(world, undefined, place);
      return beside?.reset?.(agent);
    },
    /** Waits for others; a UserError where they break the episode off. */
    async waited(late: Promise<void> | undefined): Promise<void> {
      try {
        await late;
      } catch (error) {
        throw failed(error);
      }
    },
    *played(given: unknown) {
      if (episode.status !== Status.running || failure !== undefined) {
        const hint = 'send {"reset":{"seed":1}} to begin another';
        const what = failure === undefined ? "the episode has ended" : `the episode was broken off: ${failure}`;
        throw new UserError({ code: "ended", what, hint });
      }
      const written = textOf(given, spec);
      if (written === undefined) readActions(given, spec, actions, seats);
      totals.fill(0);
      paid.fill(0);
      worth = 0;
      if (written !== undefined) return yield* write(written);
      yield decided();
      return step();
    },
    message(): StepMessage {
      return {
        ...seen(),
        outcomes: byAgent(spec, (i) =>
          Object.fromEntries(spec.channels.map((channel, c) => [channel.name, totals[i * C + c]])),
        ),
        rewards: byAgent(spec, (i) => paid[i]),
        ...(objective === undefined ? {} : { objective: worth }),
        terminated: (episode.status & Status.terminated) !== 0,
        truncated: (episode.status & Status.truncated) !== 0,
      };
    },
  };
}

/** The choices of `{"agent_0":"12358$"}`; undefined where the actions are no text, or the world is none. */
function textOf(given: unknown, { alphabet, agents }: NumericSpec): number[] | undefined {
  const [agent] = agents;
  if (alphabet === undefined || agents.length !== 1 || typeof given !== "object" || given === null) return undefined;
  const text = isMap(given) ? ownValue(given, agent) : undefined;
  return typeof text === "string" && Object.keys(given).length === 1 ? choicesOf(text, alphabet) : undefined;
}

/**
 * Checks `{"agent_0":[60],…}` of these seats, by default of all, and copies it into [agents × actionSize]. A single number stands for
 * an array of one, and a choice may be given by its name.
 */
export function readActions(
  given: unknown,
  spec: NumericSpec,
  into: Float64Array,
  seats: readonly number[] = spec.agents.map((_, seat) => seat),
): void {
  if (!isMap(given)) {
    const what = "the actions are no map from agent to numbers";
    throw new UserError({ code: "bad-action", what, hint: exampleActions(spec) });
  }
  const names = seats.map((seat) => spec.agents[seat]);
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new UserError(unknownName("agent of this world", name, names));
  }
  for (const seat of seats) {
    const name = spec.agents[seat];
    const raw = ownValue(given, name);
    if (raw === undefined)
      throw new UserError({ code: "bad-action", what: `there is no action for ${name}`, hint: exampleActions(spec) });
    const values: unknown[] = Array.isArray(raw) ? raw : [raw];
    if (values.length !== spec.actionSize) {
      const what = `the action of ${name} has ${values.length} ${values.length === 1 ? "number" : "numbers"}`;
      throw new UserError({ code: "bad-action", what, hint: `it must have ${spec.actionSize}` });
    }
    for (const [k, given] of values.entries()) {
      const value = typeof given === "string" ? choiceNamed(given, spec, name) : given;
      if (typeof value !== "number" || !Number.isFinite(value)) {
        const what = `the action of ${name} is ${display(raw)}`;
        throw new UserError({ code: "bad-action", what, hint: "it must be made of finite numbers" });
      }
      into[seat * spec.actionSize + k] = value;
    }
  }
}

/** The number of a choice, or what was given where the world's choices have no names. */
function choiceNamed(given: string, { choiceNames }: NumericSpec, agent: string): number | string {
  if (choiceNames === undefined) return given;
  const choice = choiceNames.indexOf(given);
  if (choice < 0) throw new UserError(unknownName(`choice of ${agent}`, given, choiceNames));
  return choice;
}

/** Actions that the world allows, as a hint: `as in {"actions":{"agent_0":[50],…}}`. */
export function exampleActions(spec: NumericSpec): string {
  if (spec.alphabet !== undefined) return `as in {"actions":{"${spec.agents[0]}":"42${spec.documentEnd ?? "$"}"}}`;
  const { agents, actionSize: size, choices, choiceNames } = spec;
  const choice = choices === undefined ? undefined : (choiceNames?.[0] ?? 0);
  const middle = (k: number) => choice ?? (spec.actionLow[k] + spec.actionHigh[k]) / 2;
  const actions = agents.slice(0, 2).map((name, seat) => {
    const action = Array.from({ length: size }, (_, k) => middle(seat * size + k));
    return `${JSON.stringify(name)}:${JSON.stringify(action)}`;
  });
  return `as in {"actions":{${actions.join(",")}${agents.length > 2 ? ",…" : ""}}}`;
}

const byAgent = <T>(spec: NumericSpec, value: (seat: number) => T): ByAgent<T> =>
  Object.fromEntries(spec.agents.map((name, seat) => [name, value(seat)]));
