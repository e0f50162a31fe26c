// Builds the prompts of a language model in an environment and parses its replies. Prompts use only the environment's own declaration, so
// that any environment can be played. Requests are made in `llm.ts`.

import { display } from "../core/checked.ts";
import { choicesInWords } from "../core/choices-in-words.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { Template } from "../core/template.ts";
import { type Alphabet, charactersOf, choicesOf, documentIn, textIn } from "../core/text.ts";

/** Dialogue between one seat of an environment and a model. */
export interface Dialogue {
  /** System prompt: the environment, the action and the reply format. */
  readonly system: string;
  /** Whether prompts include earlier turns: needed unless the observation is the whole text so far. */
  readonly remembers: boolean;
  /** Prompt before an action: the observation, and the pay of the last step (null before the first). */
  turn(observation: Float32Array, step: number, pay: number | null): string;
  /** Parses a reply as an action; in a text environment, as the choices of its characters. */
  read(reply: string): readonly number[] | Unreadable;
}

/** Reason why a reply is invalid, as reported to the model. */
export interface Unreadable {
  readonly problem: string;
}

/** Creates the dialogue of a seat. `about` describes the environment in a sentence; `paid` describes the pay, line by line. */
export function dialogueOf(spec: NumericSpec, seat: number, about: string, paid: readonly string[] = []): Dialogue {
  const { alphabet, documentEnd: end } = spec;
  if (alphabet === undefined) return numericDialogue(spec, seat, about, paid);
  if (end === "") return openDialogue(alphabet, paid);
  return end === undefined ? textDialogue(alphabet, about, paid) : documentDialogue(alphabet, end, about, paid);
}

/** Names that a user's description of pay may contain. */
export const PAY_NAMES = ["formula", "channels"];

/** Names in a pay formula: channels of the environment, and rewards. */
interface PayWords extends Pick<NumericSpec, "channels"> {
  readonly rewards?: readonly { readonly name: string; readonly meaning: string }[];
}

/**
 * Describes the pay, line by line: the formula and the meanings of its names, or the user's text `own`. Empty where there is no formula.
 */
export function payInWords(pay: string, { channels, rewards = [] }: PayWords, own?: Template): readonly string[] {
  if (pay === "") return [];
  const named = channels.filter(({ name }) => new RegExp(`(?<![\\w.])(\\w+\\.)?${name}(?![\\w])`).test(pay));
  const meanings = [
    ...rewards.map(({ name, meaning }) => `- ${name}: ${meaning}`),
    ...named.map(({ name, meaning, unit }) => `- ${name}: ${meaning}${unit === "" ? "" : ` (${unit})`}`),
  ];
  if (own !== undefined) return [own.filled((name) => (name === "formula" ? pay : meanings.join("\n")))];
  return [`You are paid: ${pay}.`, ...meanings, "You want to be paid as much as you can over the whole episode."];
}

/** A reply is a document, optionally in a Markdown fence; the end of the reply ends the document. */
function documentDialogue(alphabet: Alphabet, end: string, about: string, paid: readonly string[]): Dialogue {
  const characters = charactersOf({ alphabet })
    .filter((character) => character !== end)
    .join("");
  return {
    system: [
      `You write in a world of text: ${about}.`,
      ...paid,
      "You are shown what is asked. Your reply is the answer, which is taken as it stands.",
      `Only these characters and ends of lines can be written: ${characters.replace("\n", "")}`,
      "Reply with nothing but the answer. It may stand in a Markdown code fence: then what is outside of the fence does not count.",
    ].join("\n"),
    remembers: false,
    turn: (observation) => textIn(observation, alphabet),
    read(reply) {
      const [written] = documentIn(reply).split(end);
      if (written === "") return { problem: "the reply is empty" };
      return readable(`${written}${end}`, alphabet);
    },
  };
}

/** A reply is the answer verbatim. */
function openDialogue(alphabet: Alphabet, paid: readonly string[]): Dialogue {
  return {
    system: [
      "You are asked a question, behind earlier ones and your answers to them if there were any.",
      ...paid,
      "Your reply is the answer, which is taken as it stands.",
    ].join("\n"),
    remembers: false,
    turn: (observation) => textIn(observation, alphabet),
    read: (reply) => (reply.trim() === "" ? { problem: "the reply is empty" } : readable(reply, alphabet)),
  };
}

/** The choices that spell a text, or the reason why it is invalid. */
function readable(text: string, alphabet: Alphabet): readonly number[] | Unreadable {
  try {
    return choicesOf(text, alphabet);
  } catch (error) {
    if (error instanceof UserError) return { problem: error.problems[0].what };
    throw error;
  }
}

/** End characters of a turn in text environments: of an answer, and of a call. Text behind them is ignored. */
const TURN = /^[^$>]*[$>]/;

function textDialogue(alphabet: Alphabet, about: string, paid: readonly string[]): Dialogue {
  return {
    system: [
      `You write in a world of text: ${about}.`,
      ...paid,
      "You are shown what stands there so far. Your reply is added to it, character by character, as you write it.",
      `Only these characters can be written: ${charactersOf({ alphabet }).join("")}`,
      "Your answer ends with $. In worlds that offer a tool a call is written <…>; the world answers it in [ ], and you go on.",
      "Reply with nothing but what is to be added: no explanation, no quotation marks, nothing that stands there already.",
    ].join("\n"),
    remembers: false,
    turn: (observation) => textIn(observation, alphabet),
    read(reply) {
      const trimmed = reply.trim();
      const written = TURN.exec(trimmed)?.[0] ?? trimmed;
      return written === "" ? { problem: "the reply is empty" } : readable(written, alphabet);
    },
  };
}

function numericDialogue(spec: NumericSpec, seat: number, about: string, paid: readonly string[]): Dialogue {
  const { agents, labels, observation: fields, horizon } = spec;
  const others = agents.flatMap((_, k) => (k === seat ? [] : [labels[k]]));
  const action = spec.choices === undefined ? numbersOf(spec, seat) : choiceAmong(spec, spec.choices);
  return {
    system: [
      `You are ${labels[seat]} in this world: ${about}.`,
      others.length === 0 ? "You act alone." : `The others, who act at the same time as you, are ${others.join(", ")}.`,
      `An episode has at most ${horizon} steps. At each step you are told what you see:`,
      ...fields.map(({ name, size, low, high, meaning }) => {
        const count = size === 1 ? "a number" : `${size} numbers`;
        return `- ${name}, ${count} from ${shown(low)} to ${shown(high)}: ${meaning}`;
      }),
      ...(paid.length === 0 ? [] : ["and what the last step paid you.", ...paid]),
      ...action.explained,
      `You may think in a few words. The last line of your reply must be "Action: " and your action, as in`,
      `Action: ${action.example}`,
    ].join("\n"),
    remembers: true,
    turn(observation, step, pay) {
      let offset = 0;
      const seen = fields.map(({ name, size }) => {
        const values = Array.from(observation.subarray(offset, offset + size), shown);
        offset += size;
        return `${name}: ${values.join(" ")}`;
      });
      const paid = pay === null ? [] : [`The last step paid you ${shown(pay)}.`];
      return [`Step ${step + 1}.`, ...paid, ...seen].join("\n");
    },
    read: (reply) => action.read(actionIn(reply)),
  };
}

/** Description and parser of an action. */
interface ActionForm {
  readonly explained: readonly string[];
  readonly example: string;
  read(text: string): readonly number[] | Unreadable;
}

function choiceAmong(spec: NumericSpec, choices: number): ActionForm {
  const { choiceNames: names } = spec;
  const about = names === undefined ? ` (${spec.actionUnit})` : "";
  const options = names ?? Array.from({ length: choices }, (_, k) => String(k));
  const allowed = names === undefined ? `a whole number from 0 to ${choices - 1}` : `one of ${choicesInWords(names)}`;
  return {
    explained: [`Your action is ${allowed}${about}.`],
    example: options[0],
    read(text) {
      const named = options.findIndex((option) => option.toLowerCase() === text.toLowerCase());
      const choice = named >= 0 ? named : /^\d+$/.test(text) ? Number(text) : -1;
      return choice >= 0 && choice < choices ? [choice] : { problem: `${display(text)} is not ${allowed}` };
    },
  };
}

function numbersOf(spec: NumericSpec, seat: number): ActionForm {
  const { actionSize: size, actionUnit } = spec;
  const low = spec.actionLow.subarray(seat * size, (seat + 1) * size);
  const high = spec.actionHigh.subarray(seat * size, (seat + 1) * size);
  const ranges = Array.from(low, (value, k) => `from ${shown(value)} to ${shown(high[k])}`);
  const allowed = size === 1 ? `a number ${ranges[0]}` : `${size} numbers, ${ranges.join(", ")}`;
  return {
    explained: [`Your action is ${allowed} (${actionUnit}).`],
    example: Array.from(low, (value, k) => shown((value + high[k]) / 2)).join(" "),
    read(text) {
      const values = text
        .replace(/^\[(.*)\]$/, "$1")
        .split(/[\s,;]+/)
        .filter((word) => word !== "")
        .map(Number);
      const fits = values.length === size && values.every((value, k) => value >= low[k] && value <= high[k]);
      return fits ? values : { problem: `${display(text)} is not ${allowed}` };
    },
  };
}

/** A line that names an action. The prefix of the line is matched only at its start, so that parsing takes linear time. */
const ACTION = /^(?:[^\S\n\r\u2028\u2029]|[*_`#>-])*(?:final )?action[\s*_`]*[:=](.*)$/gim;

/** Maximum number of characters of a reply that are searched, from its end. */
const LONGEST_REPLY = 1_000_000;

/** The action in a reply: the text after the last `Action:`, or the whole reply, without Markdown and a final full stop. */
function actionIn(whole: string): string {
  const reply = whole.slice(-LONGEST_REPLY);
  const named = [...reply.matchAll(ACTION)].at(-1)?.[1] ?? reply;
  return named
    .replaceAll(/[*_`"']/g, "")
    .trim()
    .replace(/\.$/, "");
}

/** Six significant digits; further digits are single-precision noise. */
function shown(value: number): string {
  return String(Number(value.toPrecision(6)));
}
