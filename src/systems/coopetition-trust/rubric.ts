// How TR-2 scores its Renault-Nissan case: sixty points, of which ten (of fifteen) are given to every run that brings
// no observed trust along. Those are marked as constant, so that the points the model earns can be told apart.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2), validation suite of vikpant/strategic-coopetition.

import { mean } from "../../evaluation/statistics/moments.ts";
import { type Criterion, met, type Score, scoreRubric } from "../../evaluation/statistics/rubric.ts";
import type { CaseHistory, PhaseHistory } from "./alliance.ts";

const PHASES = 5;

/** The sixty points for a history of five phases. */
const RUBRIC: readonly Criterion<CaseHistory>[] = [
  { category: "state", name: "no observed trust to compare with", most: 15, constant: true, award: () => 10 },
  ...Array.from({ length: PHASES }, (_, k) =>
    met<CaseHistory>("behaviour", `phase ${k + 1}: trust follows the signal`, 3, (history) => {
      const phase = history.phases[k];
      return Math.sign(changeOver(history, phase)) === Math.sign(phase.signal);
    }),
  ),
  met("mechanisms", "erosion is faster than building by half", 5, (history) => {
    const rates = history.phases.map((phase) => changeOver(history, phase) / (phase.end - phase.start));
    const eroding = rates.filter((rate) => rate < 0).map(Math.abs);
    const building = rates.filter((rate) => rate > 0);
    return mean(eroding) > 1.5 * mean(building);
  }),
  met("mechanisms", "a recovery stays a tenth below what was", 5, (history) =>
    history.phases.some((violation, k) => {
      const recovery = history.phases[k + 1];
      if (recovery === undefined || !(violation.signal < -0.3 && recovery.signal > 0.3)) return false;
      const before = history.meanTrust[Math.max(0, violation.start - 1)];
      return history.meanTrust[recovery.end] < 0.9 * before;
    }),
  ),
  met("mechanisms", "damage is remembered", 5, (history) =>
    [...history.renaultInNissan, ...history.nissanInRenault].some((pair) => pair.damage > 0.3),
  ),
  {
    category: "outcome",
    name: "mean trust ends between 0.2 and 0.8",
    most: 7,
    award: ({ meanTrust }) => {
      const last = meanTrust[meanTrust.length - 1];
      return last >= 0.2 && last <= 0.8 ? 7 : 4;
    },
  },
  ...Array.from({ length: PHASES - 1 }, (_, k) =>
    met<CaseHistory>("outcome", `trust moves between phases ${k + 1} and ${k + 2}`, 2, ({ meanTrust, phases }) => {
      const boundary = phases[k].end;
      return Math.abs(meanTrust[boundary + 1] - meanTrust[boundary - 1]) > 0.05;
    }),
  ),
];

/** Points of a history. */
export function scoreHistory(history: CaseHistory): Score {
  return scoreRubric(RUBRIC, history);
}

function changeOver({ meanTrust }: CaseHistory, { start, end }: PhaseHistory): number {
  return meanTrust[end] - meanTrust[start];
}
