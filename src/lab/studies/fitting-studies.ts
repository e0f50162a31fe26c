// Studies by their words and their status, for the list of a page and of a terminal.

import { hasWords } from "../../core/has-words.ts";
import type { ListedStudy } from "./study-data.ts";

/** Studies with all words of `text` in their name, paper or outcome, and with the status `state`; empty for all. */
export function fittingStudies(studies: readonly ListedStudy[], text: string, state: string): ListedStudy[] {
  const fits = hasWords(text);
  return studies.filter(
    ({ id, paper, status, outcome }) =>
      fits([id, paper.title, paper.citation, status, outcome]) && (state === "" || status === state),
  );
}
