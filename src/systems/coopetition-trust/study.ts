// TR-2: trust that builds slowly, erodes fast and remembers. The report's rule, the release's, and both forms of its case are run.

import { inStages, type Study } from "../../study/study.ts";
import { allianceClaims } from "./alliance-claims.ts";
import { closedForms, conductClaims } from "./conduct.ts";
import { asymmetryEquations, sweepEquations } from "./sweep.ts";

export const coopetitionTrust: Study = {
  id: "coopetition-trust",
  title: "Two layers of trust: immediate trust and remembered damage",
  source: "arXiv 2510.24909 (Pant & Yu, TR-2) and its released code, vikpant/strategic-coopetition",
  claim:
    "With erosion stronger than building and a memory of violations, trust is lost faster than it is won, many small violations cost more than a large one, dependence makes violations worse, and the Renault-Nissan alliance comes out.",
  claimed:
    "negativity 3.0 (mean 3.47 ± 1.93), hysteresis 1.11 (1.09 ± 0.07), cumulative 1.97 (1.99 ± 0.31), dependency 1.27; Renault-Nissan 49/60 = 81.7%, F = 35.05",
  notDone: ["The report's text: its abstract, its released code and result files alone were at hand."],
  seenBefore: ["Everything: no figure is drawn anew."],
  run: (context) =>
    inStages(context, {
      "sweep, product rule": () => ({ claims: sweepEquations("product") }),
      "sweep, gap rule": () => ({ claims: [...sweepEquations("gap"), ...asymmetryEquations()] }),
      "Renault-Nissan": allianceClaims,
      worlds: () => ({ claims: closedForms() }),
      "conduct in worlds": conductClaims,
    }),
};
