// What a language model is asked, and how its answer is read. Whoever sends the prompt and waits is not of this file.

import { z } from "zod";
import { type SubgoalDescription, type SubgoalVerdict, type Transition, verdictOf } from "./judge.ts";

/** What a model must know of a game to read its texts. */
export interface GameDescription {
  /** A sentence or two: the aim, and what one step is. */
  readonly about: string;
  /** Meaning of each letter of the map, and of whatever else the texts hold. */
  readonly legend: Readonly<Record<string, string>>;
}

/** Asks which of the given sub-goals one step reached, for an answer in JSON (arXiv 2409.12798, sub-goals given). */
export function verdictPrompt(
  game: GameDescription,
  subgoals: readonly SubgoalDescription[],
  { before, action, after }: Transition,
): string {
  const example = JSON.stringify(Object.fromEntries(subgoals.map(({ name }) => [name, false])));
  return [
    "You watch an agent play a game and say which sub-goals each of its steps reaches.",
    ...introduction(game),
    "Sub-goals:",
    ...subgoals.map(({ name, meaning }) => `- ${name}: ${meaning}`),
    "",
    ...stepOf("The screen before the step:", before),
    `The agent's action: ${action}`,
    "",
    ...stepOf("The screen after the step:", after),
    "A sub-goal counts only if this very step reached it: it was not so before, and is so after.",
    `Answer with one JSON object and nothing else, true or false for each sub-goal: ${example}`,
  ].join("\n");
}

/** Reads such an answer: an object with exactly the sub-goals' names, true or false each. Undefined for anything else. */
export function readVerdict(answer: string, subgoals: readonly SubgoalDescription[]): SubgoalVerdict | undefined {
  const schema = z.strictObject(Object.fromEntries(subgoals.map(({ name }) => [name, z.boolean()])));
  const read = schema.safeParse(jsonOf(answer));
  return read.success ? verdictOf(subgoals.length, (k) => read.data[subgoals[k].name]) : undefined;
}

/** Asks for sub-goals from a list of candidates, the first to be reached first (arXiv 2409.12798, sub-goals suggested). */
export function suggestionPrompt(
  game: GameDescription,
  candidates: readonly SubgoalDescription[],
  screen: string,
  most: number,
): string {
  return [
    "You help an agent that is learning to play a game and is told nothing until it wins.",
    ...introduction(game),
    ...stepOf("A screen of the game:", screen),
    "Events that can be told from the screens:",
    ...candidates.map(({ name, meaning }) => `- ${name}: ${meaning}`),
    "",
    `Choose at most ${most} of them as sub-goals: those that every way to win must pass, in the order of the way.`,
    'Answer with one JSON list of names and nothing else, as in ["first","second"]',
  ].join("\n");
}

/** Reads such an answer: a list of different candidates' names, at most `most`. Undefined for anything else. */
export function readSuggestion(
  answer: string,
  candidates: readonly SubgoalDescription[],
  most: number,
): readonly string[] | undefined {
  const names = candidates.map(({ name }) => name);
  const read = z.array(z.enum(names)).max(most).safeParse(jsonOf(answer));
  return read.success && new Set(read.data).size === read.data.length ? read.data : undefined;
}

const introduction = ({ about, legend }: GameDescription) => [
  about,
  "",
  "Signs on the screen:",
  ...Object.entries(legend).map(([sign, meaning]) => `${sign} ${meaning}`),
  "",
];

const stepOf = (title: string, screen: string) => [title, "```", screen.replace(/\n$/, ""), "```", ""];

/** The JSON of an answer that is nothing but JSON, bare or in one fence of code; undefined where it is not. */
function jsonOf(answer: string): unknown {
  const [, inner] = /^```(?:json)?\n(.*)\n```$/s.exec(answer.trim()) ?? [undefined, answer];
  try {
    return JSON.parse(inner);
  } catch {
    return undefined;
  }
}
