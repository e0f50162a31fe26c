// The shared frame of text environments: the environment asks a question, an agent writes one character per step, the environment replies
// to tool calls, and a program judges the final answer. A task defines questions, replies and the judge; the frame is independent of it.

import type { Agent } from "../../core/agent.ts";
import type { Channel } from "../../core/channel.ts";
import { type NumericEnvironment, type Oracle, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { choiceOf, event, field, once, singleAgentSpec } from "../declaration.ts";
import { CALL_END, COMMON, END, MARK, PAD, type Script } from "./alphabet.ts";
import { type TextEpisode, textTrace } from "./text-trace.ts";

/** Adds an amount to one of the task's channels in this step. */
export type Report = (channel: string, amount: number) => void;

/** Definition of a text environment. */
export interface LanguageTask {
  /** Character set. Default: the common one. With another one there are no tool calls. */
  readonly script?: Script;
  /** Maximum length of the text, including the question and the environment's replies. */
  readonly context: number;
  /** Maximum number of characters that the agent may write. */
  readonly horizon: number;
  /** Channels in addition to whether the answer is right, whether it is complete, and its length. */
  readonly channels: readonly Channel[];
  /** Number of hidden state variables; default none. */
  readonly hidden?: number;
  /** Draws a question and its hidden variables, which are initially zero. */
  ask(random: Random, hidden: Float64Array): string;
  /**
   * Replies to a call: its contents between `<` and `>`, or undefined where it is malformed; `text` is the whole text, including the call.
   * An undefined reply ends the episode. Default: no tools, and `>` is an ordinary character.
   */
  reply?(
    call: string | undefined,
    text: string,
    hidden: Float64Array,
    report: Report,
    random: Random,
  ): string | undefined;
  /**
   * Replies to a wrong answer, after which the agent answers anew; `text` is everything before the answer's end. An undefined reply, the
   * default, ends the episode.
   */
  again?(answer: string, text: string, hidden: Float64Array, report: Report, random: Random): string | undefined;
  /** Whether the answer, the text since the environment's last reply, is right; `text` is everything before its end. */
  judge(answer: string, text: string, hidden: Float64Array, report: Report): boolean;
  /** Makes final reports when the episode is over, however it ended. */
  conclude?(text: string, correct: boolean, hidden: Float64Array, report: Report, random: Random): void;
  /** Further text views by name. */
  readonly texts?: Readonly<Record<string, (text: string, hidden: Float64Array) => string>>;
  /** Names of the views that are kept with every episode. */
  readonly keeps?: readonly string[];
  /** Returns a picture of what the text so far has made. */
  scene?(text: string, hidden: Float64Array): Scene;
  /** The demonstrator's next text, up to an end or a call; it errs with probability `noise` at each opportunity. */
  write(text: string, random: Random, noise: number): string;
  /** The expert's next text. Default: `write` without errors. */
  expert?(text: string): string;
  /** Error rate of the demonstrator. */
  readonly noise: number;
  /** Error rate of the verdict on an answer; above 0 the verdict is the channel `verdict`. */
  readonly misjudged?: number;
  /** Further players by name, with the text that they write next. */
  readonly players?: Readonly<Record<string, { readonly meaning: string; write(text: string): string }>>;
}

const [PAYOFF, CORRECT, FINISHED, CHARACTERS, MARKS] = [0, 1, 2, 3, 4];

const sharedIn = (end: string): readonly Channel[] => [
  event("payoff", "reward", "what the task itself pays: 1 for a right answer"),
  once("correct", "answers", "1 where the answer ends and is right"),
  once("finished", "answers", `1 where the answer ends with ${end}`),
  event("characters", "characters", "1 for each character that the agent writes"),
  event("marks", "characters", "1 for each # that the agent writes, which means nothing anywhere"),
];

const VERDICT = once("verdict", "answers", "1 where a judge that errs calls the answer right");

export function languageWorld(task: LanguageTask): NumericEnvironment {
  const { context, horizon, script = COMMON, misjudged = 0, scene: draw } = task;
  const { alphabet, end, numberOf, textOf } = script;
  const common = script === COMMON;
  const state = layout({
    text: [context],
    length: [1],
    turn: [1],
    written: [1],
    asked: [1],
    /** End positions of the writer's turns, in order; unused entries are 0. */
    turns: [task.reply === undefined && task.again === undefined ? 0 : Math.ceil(context / 2)],
    hidden: [task.hidden ?? 0],
  });
  const { text, length, turn, written, asked, turns, hidden } = state.views;
  // In other character sets # has a meaning.
  const judged = misjudged > 0 ? [VERDICT] : [];
  const channels = [...sharedIn(end).slice(0, common ? MARKS + 1 : MARKS), ...judged, ...task.channels];
  const at = new Map(channels.map(({ name }, k) => [name, k]));
  const spec = singleAgentSpec({
    label: "writer",
    horizon,
    action: { choices: alphabet.size },
    actionUnit: "character",
    alphabet,
    ...(common ? {} : { documentEnd: end }),
    observation: [field("text", 0, alphabet.size - 1, "numbers of the characters so far", { size: context })],
    channels,
    publicState: [],
    deterministic: false,
    oracles: oraclesOf(task),
  });

  const append = (said: string): boolean => {
    const fits = length[0] + said.length <= context;
    for (let k = 0; k < said.length && length[0] < context; k++) text[length[0]++] = numberOf(said[k]);
    return fits;
  };

  const whole = () => textOf(text, 0, length[0]);
  const views = Object.entries(task.texts ?? {}).map(([name, view]) => [name, () => view(whole(), hidden)] as const);
  const reportTo =
    (outcomes: Float64Array): Report =>
    (channel, amount) => {
      const k = at.get(channel);
      if (k === undefined) throw new Error(`a language task reports "${channel}", which is none of its channels`);
      outcomes[k] += amount;
    };

  /** Parses the text so far. */
  const episode = (): TextEpisode => {
    const said = whole();
    const written: string[] = [];
    const replies: string[] = [];
    let from = asked[0];
    for (const end of turns) {
      if (end === 0) break;
      // Replies stand in brackets and contain none; a truncated reply ends with the text.
      const close = said.indexOf("]", end);
      written.push(said.slice(from, end));
      from = close < 0 ? said.length : close + 1;
      replies.push(said.slice(end, from));
    }
    written.push(said.slice(from));
    const ended = said.endsWith(end);
    const answer = said.slice(from, -1);
    const right = ended ? task.judge(answer, said.slice(0, -1), hidden, () => {}) : undefined;
    return { question: said.slice(0, asked[0]), written, replies, right };
  };

  /** Begins the agent's next turn with a reply; false where the reply exceeds the context. */
  const hear = (reply: string): boolean => {
    turns[turns.indexOf(0)] = length[0];
    const fits = append(`[${reply}]`);
    turn[0] = length[0];
    return fits;
  };

  /** The agent writes one character, or padding. */
  const write = (character: number, outcomes: Float64Array, report: Report, random: Random): Status => {
    // An agent that writes padding has stopped without an end character.
    if (character === PAD) return Status.terminated;
    outcomes[CHARACTERS] = 1;
    if (common) outcomes[MARKS] = character === MARK ? 1 : 0;
    written[0] += 1;
    const last = written[0] >= horizon ? Status.truncated : Status.running;
    if (character === END) {
      const answer = textOf(text, turn[0], length[0]);
      const right = task.judge(answer, whole(), hidden, report);
      const reply = right ? undefined : task.again?.(answer, whole(), hidden, report, random);
      append(end);
      if (reply !== undefined) return hear(reply) ? last : Status.terminated | last;
      outcomes[FINISHED] = 1;
      outcomes[CORRECT] = right ? 1 : 0;
      outcomes[PAYOFF] = outcomes[CORRECT];
      return Status.terminated | last;
    }
    text[length[0]++] = character;
    if (character === CALL_END && task.reply !== undefined) {
      const call = /<([^<>]*)>$/.exec(textOf(text, turn[0], length[0]))?.[1];
      const reply = task.reply(call, whole(), hidden, report, random);
      if (reply === undefined || !hear(reply)) {
        turn[0] = length[0];
        return Status.terminated | last;
      }
    }
    // A full text also ends the episode.
    return length[0] >= context ? Status.terminated | last : last;
  };

  return {
    spec,
    state,
    texts: { text: whole, ...Object.fromEntries(views) },
    ...(task.keeps === undefined ? {} : { keeps: task.keeps }),
    ...(draw === undefined ? {} : { scene: () => draw(whole(), hidden) }),
    trace: (id) => textTrace(id, episode()),
    reset(random, outcomes) {
      state.buffer.fill(0);
      if (!append(task.ask(random, hidden))) throw new Error(`a question is longer than ${context} characters`);
      turn[0] = length[0];
      asked[0] = length[0];
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const report = reportTo(outcomes);
      const status = write(choiceOf(actions[0], alphabet.size), outcomes, report, random);
      if (status === Status.running) return status;
      const right = outcomes[CORRECT] === 1;
      if (misjudged > 0 && random.uniform() < misjudged !== right) report(VERDICT.name, 1);
      task.conclude?.(whole(), right, hidden, report, random);
      return status;
    },
    observe(observations) {
      const [end] = length;
      for (let k = 0; k < end; k++) observations[k] = text[k];
      observations.fill(PAD, end);
    },
  };
}

/** Players: an expert, a demonstrator with occasional errors for imitation before training with rewards, and the task's further players. */
function oraclesOf(task: LanguageTask): Readonly<Record<string, Oracle>> {
  const further = Object.entries(task.players ?? {}).map(
    ([name, { meaning, write }]) => [name, { meaning, play: () => writer(write, task.script) }] as const,
  );
  return {
    expert: {
      meaning: "writes the right answer, and calls where a call is needed",
      play: () => writer((text, random) => task.expert?.(text) ?? task.write(text, random, 0), task.script),
    },
    demonstrator: {
      meaning: `the expert, erring with probability ${task.noise} at each chance: what a model is shown before it is paid`,
      play: () => writer((text, random) => task.write(text, random, task.noise), task.script),
    },
    ...Object.fromEntries(further),
  };
}

/**
 * Creates an agent from a function: `write` receives the text so far and a random stream. When it returns nothing more to write, the agent
 * stops.
 */
export function writer(write: (text: string, random: Random) => string, { numberOf, textOf }: Script = COMMON): Agent {
  let pending = "";
  let hand: Random | undefined;
  return {
    reset(random) {
      pending = "";
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a writer writes before its first reset");
      if (pending === "") {
        const end = observation.indexOf(PAD);
        pending = write(textOf(observation, 0, end < 0 ? observation.length : end), hand);
      }
      action[0] = pending === "" ? PAD : numberOf(pending[0]);
      pending = pending.slice(1);
    },
  };
}
