// TR-2: trust that builds slowly, erodes fast and remembers. The report's sweep was made with one building rule, its
// released code holds another, and its case study was changed since its result file was written: all of them are run
// and named here.

import {
  TRUST_DEFAULTS,
  type TrustParameters,
  type TrustRule,
  updatePair,
} from "../../environments/coopetition/trust.ts";
import { median } from "../../evaluation/statistics/moments.ts";
import { type Check, closeTo, type Study, type StudyContext, type StudyResult } from "../../study/legacy.ts";
import { caseHistory, caseVariants, phaseAnova } from "./renault-nissan-case.ts";
import { caseChecks, caseControls, scoreHistory } from "./trust-case-checks.ts";
import { conductChecks, exactChecks, payCheckAndControl } from "./trust-conduct.ts";
import { measureTrust, sweepTrust } from "./trust-sweep.ts";
import { sweepChecks } from "./trust-sweep-checks.ts";

export const coopetitionTrust: Study = {
  id: "coopetition-trust",
  title: "Two layers of trust: immediate trust and remembered damage",
  source: "arXiv 2510.24909 (Pant & Yu, TR-2) and its released code, vikpant/strategic-coopetition",
  claim:
    "With erosion stronger than building and a memory of violations, trust is lost faster than it is won, many small violations cost more than a large one, dependence makes violations worse, and the Renault-Nissan alliance comes out.",
  claimed:
    "negativity 3.0 (mean 3.47 ± 1.93), hysteresis 1.11 (1.09 ± 0.07), cumulative 1.97 (1.99 ± 0.31), dependency 1.27; Renault-Nissan 49/60 = 81.7%, F = 35.05",
  run,
};

function run(context: StudyContext): StudyResult {
  const stages = 5;
  const stage = (done: number, label: string) => {
    context.signal.throwIfAborted();
    context.progress(done, stages, label);
  };

  stage(0, "sweep, product rule");
  const product = sweepTrust({ building: "product", alwaysDecay: false });
  stage(1, "sweep, gap rule");
  const gap = sweepTrust({ building: "gap", alwaysDecay: false });
  const checks = sweepChecks(product, gap);
  checks.push(...withoutAsymmetry());
  stage(2, "Renault-Nissan");
  checks.push(...caseChecks());
  stage(3, "worlds");
  const pay = payCheckAndControl();
  checks.push(...exactChecks(), ...conductChecks(), pay.check);
  stage(4, "controls");
  const controls = [...caseControls(), pay.control];
  stage(stages, "done");

  const history = caseHistory(caseVariants.old);
  const score = scoreHistory(history);
  return {
    measured:
      `hysteresis ${median(product.hysteresis35).toFixed(2)} (product rule) and ${median(gap.hysteresis35).toFixed(2)} (gap rule), ` +
      `negativity ${median(product.negativity).toFixed(1)}, cumulative ${median(product.cumulative).toFixed(2)}, ` +
      `dependency ${median(product.dependency).toFixed(2)}; Renault-Nissan ${score.points}/${score.most}, ` +
      `${score.points - score.earned.points} of them constant, F = ${(phaseAnova(history).f ?? Number.NaN).toFixed(2)}`,
    checks,
    controls,
  };
}

/** The idea off: equal rates and no memory let trust come back in full, to 1/0.85 of where it was. */
function withoutAsymmetry(): Check[] {
  const even = { ...TRUST_DEFAULTS, erosion: TRUST_DEFAULTS.building, damage: 0 };
  return (["product", "gap"] as const).flatMap((building) => {
    const rule = { building, alwaysDecay: false };
    const { hysteresis100 } = measureTrust(even, rule);
    return [
      closeTo(
        `idea off (λ− = λ+, μ_R = 0): hysteresis after 100 steps, ${building} rule`,
        hysteresis100,
        1 / 0.85,
        5e-4,
        true,
      ),
      closeTo(
        `idea off (λ− = λ+, μ_R = 0): loss over gain from the middle, ${building} rule`,
        lossOverGain(even, rule),
        1,
        1e-12,
      ),
      closeTo(
        `defaults: loss over gain from the middle, ${building} rule`,
        lossOverGain(TRUST_DEFAULTS, rule),
        3,
        1e-12,
      ),
    ];
  });
}

/** What a full violation costs over what full cooperation brings, from trust 1/2 without dependence: λ−/λ+. */
function lossOverGain(parameters: TrustParameters, rule: TrustRule): number {
  const after = (signal: number) => {
    const pair = { trust: 0.5, damage: 0 };
    updatePair(pair, signal, 0, parameters, rule);
    return pair.trust;
  };
  return (0.5 - after(-1)) / (after(1) - 0.5);
}
