// A proposer of questions: `abd3:` names letters and a length, `abd:` letters alone, and asks for a chain of digit maps with its answer, `7bad|454$`. Whether the
// stated answer is correct is a channel; the question's value depends on the solvers.

import { z } from "zod";
import { flag } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { flow, once } from "../declaration.ts";
import type { ChainParameters } from "./chain.ts";
import { chainFields, drawnChain, drawnLength, isChain, LETTERS, roomOf, slipped, valuesOf } from "./chain.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor } from "./terms.ts";

export const proposerWorld = bind({
  id: "language/proposer",
  summary: "make up a question from what is known, with its answer: abd3: asks for 3 maps of a, b and d, as 7bad|454$",
  source: "after the proposer of arXiv 2511.11881",
  parameters: z.strictObject({
    ...chainFields,
    maps: chainFields.maps.default(4),
    fewest: chainFields.fewest.default(1),
    sized: flag(true).describe("whether the length is named too; otherwise it is the proposer's to choose"),
  }),
  make: (given: ChainParameters & { readonly sized: boolean }) => {
    const room = roomOf(given);
    // Three letters, a number and a colon; a chain, a bar, its values and $.
    const known = LETTERS.length + String(given.maps).length;
    return languageWorld({
      ...contextFor(known, 2 * room + 3),
      channels: [
        once("wellFormed", "questions", "1 where a chain of maps is asked and digits are stated"),
        once("permitted", "questions", "1 where a chain has no maps but those that were named"),
        once("asLong", "questions", "1 where a chain has as many maps as were named, or any where none were"),
        flow("maps", "maps", 0, 2 * room + 3, "sum", "maps of the chain that is asked"),
      ],
      noise: given.noise,
      ask(random) {
        const letters = namedLetters(random);
        return `${letters}${given.sized ? drawnLength(given, random) : ""}:`;
      },
      judge(_answer, text, _hidden, report) {
        const { question, answer } = proposalIn(text);
        if (!isChain(question) || !/^[0-9]+$/.test(answer)) return false;
        const { letters, length } = knownIn(text);
        const chain = question.slice(1);
        report("wellFormed", 1);
        report("permitted", [...chain].every((letter) => letters.includes(letter)) ? 1 : 0);
        report("asLong", length === 0 || chain.length === length ? 1 : 0);
        report("maps", chain.length);
        return answer === valuesOf(question);
      },
      texts: {
        truth(text) {
          const { question } = proposalIn(text);
          return isChain(question) ? valuesOf(question) : "";
        },
      },
      write(text, random, chance) {
        const { letters, length } = knownIn(text);
        const chain = drawnChain(length === 0 ? drawnLength(given, random) : length, letters, random);
        return `${chain}|${valuesOf(chain, (value) => slipped(value, random, chance))}$`;
      },
    });
  },
});

/** The question and answer in a proposer's text, `7bad` and `454`, without the final $; empty where there are none. */
export function proposalIn(text: string): { readonly question: string; readonly answer: string } {
  const written = text.slice(text.indexOf(":") + 1);
  const bar = written.indexOf("|");
  return bar < 0 ? { question: "", answer: "" } : { question: written.slice(0, bar), answer: written.slice(bar + 1) };
}

/** As `proposalIn`, with `mark` after the question, for environments whose questions end with it: `7bad=`. */
export function posedIn(text: string, mark = "="): { readonly question: string; readonly answer: string } {
  const { question, answer } = proposalIn(text);
  return { question: question === "" ? "" : `${question}${mark}`, answer };
}

/** Draws two or three of the letters, in order. */
function namedLetters(random: Random): string {
  const left = [...LETTERS];
  for (let drop = 1 + random.integer(2); drop > 0; drop--) left.splice(random.integer(left.length), 1);
  return left.join("");
}

/** Named letters and length, 0 where none is named. */
function knownIn(text: string): { readonly letters: readonly string[]; readonly length: number } {
  const known = text.slice(0, text.indexOf(":"));
  return { letters: [...known.replace(/[0-9]/g, "")], length: Number(known.replace(/[^0-9]/g, "")) };
}
