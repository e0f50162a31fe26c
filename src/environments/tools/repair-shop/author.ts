// An author of edits that has read other modules: a model of runs of three tokens. It reads the broken module line by line and prefers texts
// that are usual. It knows neither the right texts nor the tests, and it can be wrong.

import { type Bug, CANDIDATES, PLACES, programOf } from "./bugs.ts";
import { MODULES } from "./repair-module.ts";

/** Tokens of a run, the last of which is foretold. */
const ORDER = 3;

/** Log-chance of a program, in nats. */
type Reader = (program: string) => number;

/** Tokens of JavaScript: names, numbers, texts, operators. */
const tokensOf = (line: string): string[] =>
  line.match(/[A-Za-z_$][\w$]*|\d+|"[^"]*"|=>|[=!]==|[<>=!+\-*/%]=|&&|\|\||\+\+|--|\S/g) ?? [];

/** A line between its marks: ORDER − 1 signs for the beginning, and one for the end. */
const marked = (line: string): string[] => [...new Array<string>(ORDER - 1).fill("^"), ...tokensOf(line), "$"];

const runOf = (tokens: readonly string[], end: number, length: number): string =>
  tokens.slice(end - length, end).join("\n");

/** What followed a run: how often, and each token's share of that. */
interface Followers {
  total: number;
  readonly counts: Map<string, number>;
}

/**
 * Fits a model of token runs to texts: chances of shorter runs, down to equal chances, are weighed in by the number of different followers.
 * Source: Witten and Bell (1991), "The zero-frequency problem".
 */
export function readerOf(texts: readonly string[]): Reader {
  const followers = new Map<string, Followers>();
  const vocabulary = new Set<string>();
  for (const text of texts)
    for (const line of text.split("\n")) {
      const tokens = marked(line);
      for (let end = ORDER - 1; end < tokens.length; end++) {
        vocabulary.add(tokens[end]);
        for (let length = 0; length < ORDER; length++) count(followers, runOf(tokens, end, length), tokens[end]);
      }
    }
  const chanceOf = (tokens: readonly string[], end: number): number => {
    let chance = 1 / (vocabulary.size + 1);
    for (let length = 0; length < ORDER; length++) {
      const seen = followers.get(runOf(tokens, end, length));
      if (seen === undefined) break;
      const kinds = seen.counts.size;
      chance = ((seen.counts.get(tokens[end]) ?? 0) + kinds * chance) / (seen.total + kinds);
    }
    return chance;
  };
  const known = new Map<string, number>();
  const lineChance = (line: string): number => {
    let sum = known.get(line);
    if (sum === undefined) {
      const tokens = marked(line);
      sum = 0;
      for (let end = ORDER - 1; end < tokens.length; end++) sum += Math.log(chanceOf(tokens, end));
      known.set(line, sum);
    }
    return sum;
  };
  return (program) => program.split("\n").reduce((sum, line) => sum + lineChance(line), 0);
}

function count(followers: Map<string, Followers>, run: string, token: string): void {
  let seen = followers.get(run);
  if (seen === undefined) {
    seen = { total: 0, counts: new Map() };
    followers.set(run, seen);
  }
  seen.total += 1;
  seen.counts.set(token, (seen.counts.get(token) ?? 0) + 1);
}

const readers = new Map<number, Reader>();

/** The reader of all modules but one. */
function readerWithout(module: number): Reader {
  let reader = readers.get(module);
  if (reader === undefined) {
    reader = readerOf(MODULES.filter((_, k) => k !== module).map(({ source }) => source));
    readers.set(module, reader);
  }
  return reader;
}

/**
 * Writes the chance of each edit, [PLACES × CANDIDATES]: in proportion to the chance of the program that it makes. The text that stands at a
 * place is no edit, and has 0.
 */
export function draftEdits(bug: Bug, chosen: ArrayLike<number>, chances: { [edit: number]: number }): void {
  const reader = readerWithout(bug.module);
  const now = Array.from(chosen);
  const before = reader(programOf(bug, now));
  let sum = 0;
  for (let place = 0; place < PLACES; place++) {
    const stands = now[place];
    for (let text = 0; text < CANDIDATES; text++) {
      now[place] = text;
      const weight = text === stands ? 0 : Math.exp(reader(programOf(bug, now)) - before);
      chances[CANDIDATES * place + text] = weight;
      sum += weight;
    }
    now[place] = stands;
  }
  for (let edit = 0; edit < PLACES * CANDIDATES; edit++) chances[edit] /= sum;
}
