// Studies by their words and their status, for the list of a page and of a terminal.

import { STATES } from "../../study/verdict.ts";
import type { ListedStudy } from "./study-data.ts";

/** What may have come of a study, in the order of the choices. */
export const STUDY_STATES = [...STATES, "not run", "damaged"] as const satisfies readonly ListedStudy["status"][];

/** Studies with all words of `text` in their name, paper or outcome, and with the status `state`; empty for all. */
export function fittingStudies(studies: readonly ListedStudy[], text: string, state: string): ListedStudy[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return studies.filter(({ id, paper, status, outcome }) => {
    const said = [id, paper.title, paper.citation, status, outcome].join("\n").toLowerCase();
    return words.every((word) => said.includes(word)) && (state === "" || status === state);
  });
}
