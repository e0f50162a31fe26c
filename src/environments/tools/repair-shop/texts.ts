// The repair shop in words: the module as it stands, the places that may be edited, and what the shown tests said.

import { dataText } from "../../sandbox/data.ts";
import { type Bug, CANDIDATES, PLACES, programOf, sitesOf, TESTS, textOf } from "./bugs.ts";
import { MODULES } from "./repair-module.ts";

/** What the texts of a place are called in an edit. */
export const LETTERS = "abcd";

/** What the module is for, and its text. */
export function programText(bug: Bug, chosen: ArrayLike<number>): string {
  const { name, about } = MODULES[bug.module];
  return `// ${name}: ${about}\n${programOf(bug, chosen)}`;
}

/** One line for each place: its kind, its line in the module, and its texts; a star marks the one that stands there. */
export function placesText({ module, sites, candidates }: Bug, chosen: ArrayLike<number>): string {
  const { source } = MODULES[module];
  return Array.from({ length: PLACES }, (_, place) => {
    const site = sitesOf(module)[sites[place]];
    const line = source.slice(0, site.start).split("\n").length;
    const texts = Array.from(LETTERS, (letter, c) => {
      const mark = chosen[place] === c ? "*" : "";
      return `${letter}${mark}) ${textOf(site, candidates[CANDIDATES * place + c])}`;
    });
    return `${place + 1}. ${site.kind}, line ${line}: ${texts.join("  ")}`;
  }).join("\n");
}

/** One line for each shown test: the call, what it should return, and what the last run said; `told` is 1, 0, or below 0. */
export function testsText({ module, shown }: Bug, told: ArrayLike<number>): string {
  const { name, tests } = MODULES[module];
  return Array.from({ length: TESTS }, (_, k) => k)
    .filter((k) => shown[k] === 1)
    .map((k) => {
      const { given, result } = tests[k];
      const said = told[k] < 0 ? "not run" : told[k] === 1 ? "passed" : "failed";
      return `${name}(${given.map(dataText).join(", ")}) should be ${dataText(result)}: ${said}`;
    })
    .join("\n");
}
