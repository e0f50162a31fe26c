// The Renault-Nissan alliance as TR-2 tells it: five phases, seventy-nine steps, trust moved by the two partners' conduct. The released
// result file and today's released code differ in rule, parameters and actions; both variants are here. The case is scored by sixty
// points, of which ten (of fifteen) are given to every run that brings no observed trust along: they are marked as constant.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2), validation suite of vikpant/strategic-coopetition.

import {
  signalOf,
  TRUST_DEFAULTS,
  type TrustPair,
  type TrustParameters,
  type TrustRule,
  trustLaw,
  updatePair,
} from "../../environments/coopetition/trust.ts";
import { type Anova, oneWayAnova } from "../../evaluation/statistics/anova.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Criterion, met, type Score, scoreRubric } from "../../evaluation/statistics/rubric.ts";

/** One telling of the case. */
export interface CaseVariant {
  readonly parameters: TrustParameters;
  readonly rule: Partial<TrustRule>;
  readonly phases: ReturnType<typeof phases>;
}

const BASELINE = 5;
const renaultOnNissan = 0.65;
const nissanOnRenault = 0.75;

/**
 * [[T_RR, T_RN], [T_NR, T_NN]]: the release swapped Nissan's trust in Renault (1) with its entry for itself (0.55);
 * kept to compare.
 */
const initialTrust = { renaultInRenault: 1, renaultInNissan: 0.5, nissanInRenault: 1, nissanInNissan: 0.55 };

type Actions = readonly [renault: number, nissan: number];

/** The phases of the alliance, with what both partners do in every step of each. */
function phases(crisis: Actions, recovery: Actions, current: Actions) {
  return [
    { name: "formation", steps: 12, actions: [6.5, 6.5] },
    { name: "mature", steps: 40, actions: [7, 7] },
    { name: "crisis", steps: 4, actions: crisis },
    { name: "recovery", steps: 15, actions: recovery },
    { name: "current", steps: 8, actions: current },
  ];
}

/** OLD made the released result file and the report's figures; NEW is the released code as it stands. */
export const caseVariants = {
  old: {
    parameters: TRUST_DEFAULTS,
    rule: { growth: "product", alwaysDecay: true },
    phases: phases([3, 3.5], [5.5, 5.8], [6, 6.2]),
  },
  new: {
    parameters: { ...TRUST_DEFAULTS, building: 0.08, erosion: 0.25, damage: 0.55, decay: 0.02 },
    rule: { growth: "gap" },
    phases: phases([2, 2], [6.2, 6.2], [6.5, 6.5]),
  },
} as const satisfies Record<string, CaseVariant>;

/** States 0 … steps of the alliance, and what happened in the phases. */
export interface CaseHistory {
  /** Renault's trust in Nissan and Nissan's in Renault, [steps + 1]. */
  readonly renaultInNissan: readonly TrustPair[];
  readonly nissanInRenault: readonly TrustPair[];
  /** Mean of the whole 2 × 2 trust matrix, its constant diagonal included as the release does, [steps + 1]. */
  readonly meanTrust: readonly number[];
  readonly phases: readonly PhaseHistory[];
}

/** States with which a phase begins and ends, and the mean signal that both partners send in it. */
interface PhaseHistory {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly signal: number;
}

/** Runs a variant. Signals are tanh(κ(a − 5)), and a control changes them; the diagonal of the trust matrix never moves. */
export function caseHistory(variant: CaseVariant, change = (signal: number) => signal): CaseHistory {
  const law = trustLaw(variant.parameters, variant.rule);
  const first: TrustPair = { trust: initialTrust.renaultInNissan, damage: 0 };
  const second: TrustPair = { trust: initialTrust.nissanInRenault, damage: 0 };
  const renaultInNissan = [{ ...first }];
  const nissanInRenault = [{ ...second }];
  const history: PhaseHistory[] = [];
  for (const phase of variant.phases) {
    const [renault, nissan] = phase.actions.map((action) => signalOf(action, BASELINE, variant.parameters.sensitivity));
    const start = renaultInNissan.length - 1;
    for (let k = 0; k < phase.steps; k++) {
      updatePair(first, change(nissan), renaultOnNissan, law);
      updatePair(second, change(renault), nissanOnRenault, law);
      renaultInNissan.push({ ...first });
      nissanInRenault.push({ ...second });
    }
    history.push({ name: phase.name, start, end: start + phase.steps, signal: (renault + nissan) / 2 });
  }
  const meanTrust = renaultInNissan.map((pair, t) => mean(trustEntries(pair, nissanInRenault[t])));
  return { renaultInNissan, nissanInRenault, meanTrust, phases: history };
}

/** One-way analysis of variance over the phases, all four matrix entries of each phase's steps pooled. */
export function phaseAnova(history: CaseHistory): Anova {
  return oneWayAnova(
    history.phases.map(({ start, end }) =>
      history.renaultInNissan
        .slice(start, end)
        .flatMap((pair, k) => trustEntries(pair, history.nissanInRenault[start + k])),
    ),
  );
}

function trustEntries(first: TrustPair, second: TrustPair): number[] {
  return [initialTrust.renaultInRenault, first.trust, second.trust, initialTrust.nissanInNissan];
}

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
