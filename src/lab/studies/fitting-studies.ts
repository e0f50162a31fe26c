// Studies by their words and their status, for the list of a page and of a terminal.

import type { ListedStudy } from "./study-data.ts";

/** Studies with all words of `text` in their name, paper or outcome, and with the status `state`; empty for all. */
export function fittingStudies(studies: readonly ListedStudy[], text: string, state: string): ListedStudy[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return studies.filter(({ id, paper, status, outcome }) => {
    const said = [id, paper.title, paper.citation, status, outcome].join("\n").toLowerCase();
    return words.every((word) => said.includes(word)) && (state === "" || status === state);
  });
}
