// Which studies the list shows: the choices stand in the address.

import type { ListedStudy } from "../lab/studies/study-data.ts";

/** What may have come of a study, in the order of the choices. */
export const STUDY_STATES: readonly ListedStudy["status"][] = [
  ...(["reproduced", "undecided", "not reproduced", "not run", "damaged"] as const),
];

/** Studies with all words of `text` in their name, paper or outcome, and with the status `state`; empty for all. */
export function fittingStudies(studies: readonly ListedStudy[], text: string, state: string): ListedStudy[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return studies.filter(({ id, paper, status, sentence }) => {
    const said = [id, paper.title, paper.citation, sentence].join("\n").toLowerCase();
    return words.every((word) => said.includes(word)) && (state === "" || status === state);
  });
}
