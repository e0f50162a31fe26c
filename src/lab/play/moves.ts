// What a person may do in a seat, and what a typed line or a call of a tool means there. The terminal and the page share it.

import { display, isMap } from "../../core/checked.ts";
import { choicesInWords } from "../../core/choices-in-words.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { shortened, UserError, unknownName } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import { choicesOf } from "../../core/text.ts";
import type { CalledTool, ToolPart } from "../../core/tool-play.ts";
import { number } from "../../evaluation/number-format.ts";

/** What a person does in a turn: a line as it was typed, or a call of a tool. */
export type PersonMove = { readonly line: string } | CalledTool;

/** Task and tools of a seat; undefined in a world without tools. */
export const partOf = ({ toolPlay }: NumericEnvironment, seat: number): ToolPart | undefined =>
  toolPlay?.part?.(seat) ?? toolPlay;

/**
 * Returns the action of a move, [actionSize]; in a world of text, the characters that it writes. A line ends with `end` where documents are
 * written (see `writtenLine`). Throws a UserError where the move means nothing.
 */
export function actionOf(environment: NumericEnvironment, seat: number, move: PersonMove): number[] {
  const { spec } = environment;
  if (!("line" in move)) return calledAction(environment, seat, move);
  if (spec.alphabet !== undefined) return choicesOf(move.line, spec.alphabet);
  const call = callIn(move.line, environment, seat);
  return call === undefined ? numbersIn(move.line, spec, seat) : calledAction(environment, seat, call);
}

/** A line of a document as it is written: `end` for a line that is a single dot, else the line and its break. */
export const writtenLine = (line: string, end: string | undefined): string =>
  end === undefined || end === "" ? line : line === "." ? end : `${line}\n`;

function calledAction(environment: NumericEnvironment, seat: number, call: CalledTool): number[] {
  const { toolPlay, spec } = environment;
  const part = partOf(environment, seat);
  if (toolPlay === undefined || part === undefined)
    throw new UserError({ code: "bad-action", what: "this world has no tools", hint: `give ${allowed(spec, seat)}` });
  const names = part.tools.map(({ name }) => name);
  if (!names.includes(call.name)) throw new UserError(unknownName("tool", call.name, names));
  const action = new Float64Array(spec.actionSize);
  const problem = toolPlay.read(call, seat, action);
  if (problem !== undefined) throw new UserError({ code: "bad-action", what: problem });
  return [...action];
}

/** The call of a tool in a line, as in `ask {"business": "1"}`; undefined where it names a choice, or no tool. */
function callIn(line: string, environment: NumericEnvironment, seat: number): CalledTool | undefined {
  const part = partOf(environment, seat);
  const said = line.trim();
  const [name] = said.split(/[\s{]/, 1);
  if (part?.tools.some((tool) => tool.name === name) !== true) return undefined;
  if (environment.spec.choiceNames?.some((choice) => choice.toLowerCase() === said.toLowerCase()) === true)
    return undefined;
  const rest = said.slice(name.length).trim();
  const input = rest === "" ? {} : jsonIn(rest);
  if (isMap(input)) return { name, input };
  // Where choices have names, the line may be the beginning of one.
  if (environment.spec.choiceNames !== undefined && !rest.startsWith("{")) return undefined;
  const hint = `write them as JSON, as in ${name} {"name": "value"}`;
  throw new UserError({ code: "bad-action", what: `"${shortened(rest)}" are no arguments of ${name}`, hint });
}

/** Describes the allowed actions. */
export function allowed(
  { choices, choiceNames, actionSize, actionLow, actionHigh, actionUnit }: NumericSpec,
  seat: number,
): string {
  if (choiceNames !== undefined) return `${actionUnit}: ${choicesInWords(choiceNames, (name, k) => `${k} ${name}`)}`;
  if (choices !== undefined) return `a whole number from 0 to ${choices - 1}, ${actionUnit}`;
  const ranges = Array.from({ length: actionSize }, (_, k) => {
    const at = seat * actionSize + k;
    return `${number(actionLow[at])} … ${number(actionHigh[at])}`;
  });
  const same = ranges.every((range) => range === ranges[0]);
  return `${actionSize === 1 ? "" : `${actionSize} numbers, `}${same ? ranges[0] : ranges.join(", ")}, ${actionUnit}`;
}

/**
 * Parses as many numbers as an action has, separated by blanks or commas, or a choice's name or its beginning. Throws a UserError where
 * they form no action.
 */
export function numbersIn(line: string, spec: NumericSpec, seat: number): number[] {
  const { actionSize, actionLow, actionHigh, choices, choiceNames = [] } = spec;
  const said = line.trim().toLowerCase();
  const meant = choiceNames.findIndex((name) => name.toLowerCase() === said);
  const begun = choiceNames.flatMap((name, k) => (said !== "" && name.toLowerCase().startsWith(said) ? [k] : []));
  if (Number.isNaN(Number(said)) && (meant >= 0 || begun.length === 1)) return [meant >= 0 ? meant : begun[0]];
  const parts = line.split(/[\s,]+/).filter((part) => part !== "");
  const values = parts.map(Number);
  const wrong = values.findIndex((value, k) => {
    const at = seat * actionSize + Math.min(k, actionSize - 1);
    return !(value >= actionLow[at] && value <= actionHigh[at]) || (choices !== undefined && !Number.isInteger(value));
  });
  if (values.length === actionSize && wrong < 0) return values;
  const what =
    values.length === actionSize
      ? `${display(parts[wrong])} is no action here`
      : `${values.length} ${values.length === 1 ? "number" : "numbers"} where ${actionSize} ${actionSize === 1 ? "belongs" : "belong"}`;
  throw new UserError({ code: "bad-action", what, hint: `type ${allowed(spec, seat)}` });
}

/** Maximum numbers of an action that are written. */
const MOST_TOLD = 8;

/** Tells what each agent did in a step, [agents]: names of choices, or numbers. */
export function deedsOf(
  { labels, actionSize, choiceNames, choices }: NumericSpec,
  actions: ArrayLike<number>,
): string[] {
  const worded = (value: number): string =>
    choiceNames === undefined || choices === undefined
      ? number(value)
      : choiceNames[Math.max(0, Math.min(choices - 1, Math.round(value)))];
  return labels.map((_, seat) => {
    const own = Array.from({ length: Math.min(actionSize, MOST_TOLD) }, (__, k) => actions[seat * actionSize + k]);
    return `${own.map(worded).join(" ")}${actionSize > MOST_TOLD ? " …" : ""}`;
  });
}
