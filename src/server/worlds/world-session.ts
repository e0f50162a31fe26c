// One session with a world: episodes that a caller starts and steps, in one seat or in all. It never starts an episode unasked.

import { randomInt, randomUUID } from "node:crypto";
import { z } from "zod";
import { type Dialogue, dialogueOf, payInWords } from "../../agents/llm-prompt.ts";
import { answerIn, partsSchema } from "../../clients/completion.ts";
import type { WireObservation } from "../../clients/openenv-wire.ts";
import type { Agent } from "../../core/agent.ts";
import { checked, isMap } from "../../core/checked.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { sentence, UserError, unknownName } from "../../core/errors.ts";
import { descriptionSchema } from "../../lab/experiment/description.ts";
import { seatIn, seatNamed } from "../../lab/experiment/seats.ts";
import { type Setting, settingsOf } from "../../lab/experiment/setting.ts";
import { type StepMessage, type WaitingMessageEnvironment, withCompany } from "../../play/messages.ts";
import { seated } from "../../play/policy.ts";
import { type Allowances, NOTHING, refuseUnallowed } from "./allowances.ts";
import { sentJson } from "./openenv.ts";
import { resetOf, type SessionOptions } from "./session-options.ts";
import { splitsOf, taskOf } from "./tasks.ts";
import { actionSchema, type PlayedSeats } from "./world-schema.ts";

export interface ServedWorld {
  /** Its name in URLs. */
  readonly name: string;
  /** Its id in the catalogue, or its file. */
  readonly id: string;
  /** Folder that relative paths in options start from. */
  readonly directory: string;
  /** Cache folder of worlds. */
  readonly cache: string;
  /** Permissions of requests; by default none. */
  readonly allowed?: Allowances;
}

/** A tool of a world, in the format of MCP. */
export interface WorldTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Methods of a session. Each throws a UserError where the caller is at fault. */
export interface WorldSession {
  reset(data: unknown): Promise<WireObservation>;
  step(data: unknown): Promise<WireObservation>;
  state(): Readonly<Record<string, unknown>>;
  tools(): Promise<readonly WorldTool[]>;
  /** Calls a tool; an action tool performs a step of the episode. */
  call(name: string, given: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** A world that was set up, with its played seats. */
export interface SeatedWorld extends PlayedSeats {
  readonly setting: Setting;
  readonly options: SessionOptions;
}

/** An episode that has been started. */
interface Episode extends SeatedWorld {
  readonly world: WaitingMessageEnvironment;
  readonly players: readonly (Agent | undefined)[];
  readonly dialogue: Dialogue | undefined;
  readonly id: string;
  readonly seed: number;
  readonly shown: () => Readonly<Record<string, unknown>>;
  steps: number;
  isOver: boolean;
  /** The last observation. */
  last: WireObservation;
}

const SETTINGS = 64;
const settings = new Map<string, Promise<Setting>>();

/** Returns a setting. The sessions of a thread share settings; the least recently used ones are dropped. */
function settingFor(world: ServedWorld, options: SessionOptions): Promise<Setting> {
  const { parameters, reward, objective, opponents } = options;
  const key = JSON.stringify([world, parameters, reward, objective, opponents]);
  const known = settings.get(key);
  settings.delete(key);
  const setting = known ?? madeSetting(world, options);
  settings.set(key, setting);
  setting.catch(() => settings.delete(key));
  const [oldest] = settings.keys();
  if (settings.size > SETTINGS) settings.delete(oldest);
  return setting;
}

async function madeSetting(world: ServedWorld, options: SessionOptions): Promise<Setting> {
  const { parameters, reward, objective, opponents } = options;
  // The session's own seats get a placeholder agent.
  const agents = isMap(opponents) && !("policy" in opponents) ? { others: "random", ...opponents } : opponents;
  if ("id" in parameters)
    throw new UserError({
      code: "unknown-key",
      what: "a world's id is no parameter of it",
      path: ["parameters", "id"],
    });
  const description = checked(descriptionSchema, { environment: { id: world.id, ...parameters }, agents, reward });
  // The world itself is not checked, since the person who serves it named it.
  const said = { ...description, environment: parameters };
  refuseUnallowed({ description: said, objective }, world.directory, world.allowed ?? NOTHING);
  const [setting] = await settingsOf([description], objective, { directory: world.directory, cache: world.cache });
  return setting;
}

export async function seatedWorld(world: ServedWorld, options: SessionOptions): Promise<SeatedWorld> {
  const setting = await settingFor(world, options);
  const { spec } = setting;
  const seats = options.joint
    ? spec.agents.map((_, seat) => seat)
    : [options.seat === undefined ? 0 : seatNamed(options.seat, spec, ["seat"])];
  const isText = spec.alphabet !== undefined || options.form === "text";
  if (options.joint && isText && spec.agents.length > 1) {
    const what = "all agents at once are played in numbers";
    throw new UserError({ code: "joint-text", what, path: ["form"], hint: "leave out joint, or form: text" });
  }
  return { setting, options, spec, seats, isJoint: options.joint, isText };
}

/** Starts a session; its first episode starts with a reset. */
export function worldSession(world: ServedWorld, session: SessionOptions, stop: AbortSignal): WorldSession {
  let episode: Episode | undefined;
  let seats: Promise<SeatedWorld> | undefined;
  /** Returns the world as the session's URL sets it up. */
  const before = (): Promise<SeatedWorld> => {
    seats ??= seatedWorld(world, session);
    return seats;
  };
  const running = (): Episode => {
    if (episode !== undefined) return episode;
    const hint = "reset first (was the last call timed out?)";
    throw new UserError({ code: "no-episode", what: "no episode in this session", hint });
  };
  const ended = async (): Promise<void> => {
    for (const player of episode?.players ?? []) await player?.close?.();
    episode = undefined;
  };

  const act = async (given: unknown): Promise<WireObservation> => {
    const now = running();
    if (now.isOver)
      throw new UserError({ code: "ended", what: "the episode has ended", hint: "a reset begins another" });
    let message: StepMessage;
    try {
      message = await now.world.step(readAction(now, given));
    } catch (error) {
      return unreadable(now, error);
    }
    now.steps += 1;
    now.isOver = message.terminated || message.truncated;
    now.last = observationOf(world, now, message);
    if (now.last.reward !== null) return now.last;
    // Clients interpret null as "no reward yet".
    now.isOver = true;
    const what = `step ${now.steps} was paid no finite number`;
    throw new UserError({ code: "episode-failed", what, hint: "a reset begins another episode" });
  };

  // Text views of a world are for people and judges: they may reveal what an agent must not know, so they are no tools.
  const tools = async (): Promise<readonly WorldTool[]> => {
    const { setting, ...played } = episode ?? (await before());
    const description = `one step in this world: ${setting.about}`;
    return [{ name: "act", description, inputSchema: actionSchema(played) }];
  };

  const call = async (name: string, given: unknown): Promise<unknown> => {
    if (name === "act") return toolResult(await act(given));
    const known = (await tools()).map((tool) => tool.name);
    throw new UserError({ ...unknownName("tool of this world", name, known), code: "no-tool" });
  };

  return {
    async reset(data) {
      const { options, reset } = resetOf(session, data);
      const set = await seatedWorld(world, options);
      const { split, index } = reset;
      const task =
        split === undefined && index === undefined
          ? undefined
          : taskOf(splitsOf(set.spec), split ?? "train", index ?? 0);
      const seed = reset.seed ?? task?.seed ?? randomInt(2 ** 47);
      const begun = begin(world, set, { id: reset.episode_id ?? randomUUID(), seed }, stop);
      await ended();
      // From here on the old episode is gone, even where the new one fails to start.
      episode = begun;
      const { observations } = await begun.world.reset(seed, task?.place).catch(async (error: unknown) => {
        await ended();
        throw error;
      });
      begun.last = seenAtFirst(world, begun, observations);
      return begun.last;
    },
    async step(data) {
      const type: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "type") : undefined;
      if (type === "list_tools") return aside(episode, { tools: (await tools()).map(asAction) });
      if (type === "call_tool") return toolStep(data);
      return act(data);
    },
    state() {
      if (episode === undefined) return { episode_id: null, step_count: 0, world: world.name, seed: null };
      const { id, steps, seed, shown } = episode;
      return { episode_id: id, step_count: steps, world: world.name, seed, state: shown() };
    },
    tools,
    call,
    close: ended,
  };

  /** Performs a tool call that is given as an action. An error becomes an observation, as on other tool servers. */
  async function toolStep(data: unknown): Promise<WireObservation> {
    const { tool_name: name, arguments: given } = checked(toolCall, data);
    if (name === "act") {
      const outcome = await act(given);
      return { ...outcome, observation: { tool_name: name, result: outcome.observation, error: null } };
    }
    const known = (await tools()).map((tool) => tool.name);
    const { what } = unknownName("tool of this world", name, known);
    return aside(episode, { tool_name: name, result: null, error: { error_type: "tool_not_found", message: what } });
  }
}

const toolCall = z.object({
  type: z.literal("call_tool"),
  tool_name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  metadata: z.unknown().optional(),
});

/** Lists a tool in the format of observations. */
const asAction = ({ name, description, inputSchema }: WorldTool) => ({ name, description, input_schema: inputSchema });

/** Returns an observation beside the episode, which does not advance. */
const aside = (episode: Episode | undefined, observation: Readonly<Record<string, unknown>>): WireObservation => ({
  observation,
  reward: null,
  done: episode?.isOver ?? false,
  metadata: episode?.last.metadata ?? {},
});

const toolResult = ({ observation, reward, done, metadata }: WireObservation) => ({
  ...observation,
  reward,
  done,
  metadata,
});

/** Assigns the seats; the world starts with its first reset. */
function begin(
  world: ServedWorld,
  set: SeatedWorld,
  { id, seed }: { readonly id: string; readonly seed: number },
  signal: AbortSignal,
): Episode {
  const { setting, options, spec, seats, isText } = set;
  const players = setting.agents.map((policy, seat) => {
    if (seats.includes(seat)) return undefined;
    if (policy.kind === "algorithm") {
      const what = `${policy.policy} is an algorithm, and has learnt nothing here`;
      throw new UserError({
        code: "untrained",
        what,
        path: ["opponents"],
        hint: "name an agent that is ready to play",
      });
    }
    return policy.plan(seatIn(setting, { seat, seed, directory: world.directory, signal }));
  });
  const environment = setting.makeEnvironment();
  environment.asker?.connect({ directory: world.directory, signal });
  const company = {
    seats,
    beside: seated(spec, players),
    ...(options.objective === undefined ? {} : { objective: setting.objective.plan(spec) }),
  };
  const wrapped = withCompany(environment, setting.reward(spec), company);
  const paid = payInWords(setting.pay, { channels: spec.channels, rewards: setting.payNames });
  return {
    ...set,
    world: wrapped,
    players,
    dialogue: isText ? dialogueOf(spec, seats[0], setting.about, paid) : undefined,
    id,
    seed,
    shown: () => wrapped.shown(),
    steps: 0,
    isOver: false,
    last: { observation: {}, reward: null, done: false, metadata: {} },
  };
}

/** Returns the agents' first observations. */
function seenAtFirst(
  world: ServedWorld,
  episode: Episode,
  observations: Readonly<Record<string, unknown>>,
): WireObservation {
  const { dialogue } = episode;
  const metadata = metadataOf(world, episode);
  return {
    observation: { ...viewOf(episode, observations, null), terminated: false, truncated: false },
    reward: null,
    done: false,
    metadata: dialogue === undefined ? metadata : { ...metadata, system: dialogue.system },
  };
}

const metadataOf = (world: ServedWorld, { id, seed, steps, setting }: Episode) => ({
  world: world.name,
  episode_id: id,
  seed,
  step: steps,
  paid: setting.pay,
});

/** Returns the observations of the session's agents. */
function viewOf(
  { spec, seats, isJoint, dialogue, steps, world }: Episode,
  observations: Readonly<Record<string, unknown>>,
  pay: number | null,
): Readonly<Record<string, unknown>> {
  if (isJoint) return { observations };
  if (dialogue === undefined) return { observation: observations[spec.agents[seats[0]]] };
  const size = spec.observationSize;
  const own = world.observation().subarray(seats[0] * size, (seats[0] + 1) * size);
  return { observation: dialogue.turn(own, steps, pay) };
}

/** Returns the result of a step, with the reward of one agent, or the sum over all. */
function observationOf(world: ServedWorld, episode: Episode, message: StepMessage): WireObservation {
  const { spec, seats, isJoint, setting, options } = episode;
  const { outcomes, rewards, terminated, truncated, objective } = message;
  const own = spec.agents[seats[0]];
  const reward = isJoint ? Object.values(rewards).reduce((sum, pay) => sum + pay, 0) : rewards[own];
  const view = viewOf(episode, message.observations, isJoint ? null : rewards[own]);
  const results = isJoint ? { outcomes, rewards } : { outcomes: outcomes[own] };
  const isOver = terminated || truncated;
  // An unfinished answer in a world of text has no result yet: it was truncated, or it has called a tool.
  const waits = spec.alphabet !== undefined && spec.documentEnd === undefined && !isOver;
  return {
    observation: { ...view, ...results, terminated, truncated },
    reward: Number.isFinite(reward) ? reward : null,
    done: isOver,
    metadata: {
      ...metadataOf(world, episode),
      channels: results.outcomes,
      ...(waits ? { unfinished: true } : {}),
      ...(options.objective === undefined ? {} : { objective: { [setting.objective.name]: objective } }),
    },
  };
}

/** Returns an observation for an invalid action, which leaves the world unchanged. Throws all other errors. */
function unreadable(episode: Episode, error: unknown): WireObservation {
  if (!(error instanceof UserError)) throw error;
  const { options, last } = episode;
  if (error.problems[0].code === "episode-failed") episode.isOver = true;
  if (options.invalid === "error" || episode.isOver) throw error;
  return {
    observation: { ...last.observation, error: error.problems.map(sentence).join("; ") },
    reward: options.penalty ?? null,
    done: false,
    metadata: last.metadata,
  };
}

const oneAction = z.union([z.number(), z.string(), z.array(z.number())]);
const stepData = z.strictObject({ action: oneAction, metadata: z.unknown().optional() });
const reply = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown())]);
const replyData = z.strictObject({ action: reply, metadata: z.unknown().optional() });
const jointData = z.strictObject({ actions: z.record(z.string(), oneAction), metadata: z.unknown().optional() });

/** Parses the actions in a step's data, in the form of messages. Throws a UserError where they are invalid. */
function readAction({ spec, seats, isJoint, dialogue }: Episode, data: unknown): Readonly<Record<string, unknown>> {
  if (isJoint) {
    const { actions } = checked(jointData, data);
    return Object.fromEntries(Object.entries(actions).map(([agent, action]) => [agent, plainAction(action, spec)]));
  }
  const meant =
    dialogue === undefined
      ? plainAction(checked(stepData, data).action, spec)
      : replied(dialogue, checked(replyData, data).action, spec);
  return { [spec.agents[seats[0]]]: meant };
}

/**
 * Parses an action given as a number, a list or a name; models write numbers and lists as text. Throws a UserError where it is no choice of
 * the world.
 */
function plainAction(action: unknown, { choices, choiceNames = [] }: NumericSpec): unknown {
  const meant = typeof action === "string" && !choiceNames.includes(action) ? valueIn(action) : action;
  const [choice] = Array.isArray(meant) && meant.length === 1 ? meant : [meant];
  const isNumber = typeof choice === "number" && Number.isFinite(choice);
  if (choices === undefined || !isNumber || (Number.isInteger(choice) && choice >= 0 && choice < choices)) return meant;
  const what = `the action is ${choice}`;
  const hint = `it is a whole number from 0 to ${choices - 1}`;
  throw new UserError({ code: "bad-action", what, path: ["action"], hint });
}

/** Parses a number or a list that is written as text; returns other text unchanged. */
function valueIn(text: string): unknown {
  const value = sentJson(text);
  return typeof value === "number" || Array.isArray(value) ? value : text;
}

/** Parses the action in a reply, without its reasoning. */
function replied({ read }: Dialogue, action: z.output<typeof reply>, { alphabet }: NumericSpec): unknown {
  const { text, shortfall } = answerIn(contentOf(action));
  const meant = shortfall === undefined ? read(text) : { problem: `the reply is ${shortfall.reason}` };
  if ("problem" in meant) throw new UserError({ code: "bad-action", what: meant.problem, path: ["action"] });
  return alphabet === undefined ? meant : meant.map((choice) => alphabet.characterOf(choice)).join("");
}

/** Returns the text of a reply. It may be valid JSON by chance: some clients convert "8" to a number before they send it. */
function contentOf(action: z.output<typeof reply>) {
  if (typeof action === "string") return action;
  if (!Array.isArray(action) || action.length === 0) return JSON.stringify(action);
  if (action.some((one) => isMap(one) && "role" in one)) {
    const hint = "send what the model said last";
    throw new UserError({ code: "bad-action", what: "a list of messages is no reply", path: ["action"], hint });
  }
  return partsSchema.safeParse(action).data ?? JSON.stringify(action);
}
