// Coopetition-Gym v1: twenty worlds whose payoff is fixed and whose reward is a choice. Everything here is exact and
// nothing learns: the published tables, the constants that each reward prefers, the oracles, and the audit of what it pays
// to give less. Learners are compared in coopetition-learners.

import { above, atLeast, atMost } from "../../study/bound.ts";
import { type Control, control, is } from "../../study/claim.ts";
import { exact, percent } from "../../study/figure.ts";
import { inStages, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { contributionEquation, type Ladders, ladderOf } from "../../study/testbeds/coopetition/contributions.ts";
import { argmax, constantLadder, gymWorld, type Ladder, playScript } from "../../study/testbeds/coopetition/play.ts";
import { AUDIT_BITS, SCRIPT_ROWS } from "../../study/testbeds/coopetition/reference.ts";
import { auditEquations } from "./audit.ts";
import { oracleEquations } from "./oracles.ts";
import { constantEquations, distances, fitting, learnerEquation, preferenceClaims, tableEquations } from "./tables.ts";

export const coopetitionGym: Study = {
  id: "coopetition-gym",
  title: "Twenty worlds under private, integrated and cooperative pay",
  source: "arXiv 2605.02063 (Pant & Yu) and its released code, vikpant/strategic-coopetition",
  claim:
    "With the world held fixed, the choice between private, integrated and cooperative pay changes which conduct is best paid, and interdependence makes up a third to three fifths of what is paid.",
  claimed:
    "totals, endings, trust and damage of the released worlds under four scripts and a ladder of constants; actions and returns of seven oracles; which unilateral halvings exploit, and that late switching never does (learners are compared in coopetition-learners)",
  notDone: [
    "Switches that come gradually over the last fifth of an episode, and the platform's classes of audited worlds.",
  ],
  seenBefore: ["Everything: no figure is drawn anew."],
  run,
};

function run(context: StudyContext): Promise<StudyResult> {
  const worlds = Object.keys(AUDIT_BITS);
  const ladders = new Map<string, Ladder>();
  return inStages(context, {
    "reference tables": () => ({
      claims: tableEquations(
        SCRIPT_ROWS.map((row) => playScript(gymWorld(row.environment), row.environment, row.script)),
      ),
    }),
    constants: () => {
      for (const world of worlds) ladders.set(world, constantLadder(gymWorld(world)));
      const equations = [...constantEquations(ladders), contributionEquation(ladders), learnerEquation(ladders)];
      return { claims: [...preferenceClaims(ladders), ...equations] };
    },
    oracles: () => ({ claims: oracleEquations() }),
    audit: () => ({ claims: auditEquations(worlds) }),
    controls: () => ({ controls: [noDependenceControl(worlds), lawControl(), otherModeControl(ladders)] }),
  });
}

/** Without dependence, integrated pay is private pay: there is no contribution left to find. */
function noDependenceControl(names: readonly string[]): Control {
  const differences = names.map((name) => {
    const { private: own, integrated } = playScript(gymWorld(name, { interdependence: 0 }), name, "C");
    return Math.abs(integrated / own - 1);
  });
  return control(
    "no dependence: integrated pay still differs from private pay",
    is(exact(Math.max(...differences)), above(1e-9), `largest relative difference in ${names.length} worlds`),
  );
}

/** The report's first law of building trust in place of the released one must not fit the table of integrated totals. */
function lawControl(): Control {
  const rows = SCRIPT_ROWS.map(({ environment, script }) =>
    playScript(gymWorld(environment, { building: "product" }), environment, script),
  );
  return control(
    "another law of trust: the reference table still fits",
    is(exact(fitting(distances(rows, "integrated"))), atLeast(rows.length), "integrated totals that fit"),
  );
}

/** A player that chooses by the other reward must lose by its own where the two disagree. */
function otherModeControl(ladders: Ladders): Control {
  const { private: own, integrated } = ladderOf(ladders, "dynamic-partner-selection");
  const [bestOwn, bestIntegrated] = [argmax(own), argmax(integrated)];
  const lost = (ladder: Float64Array, chosen: number, best: number) =>
    percent(exact(1 - ladder[chosen] / ladder[best]));
  const tests = [
    is(lost(own, bestIntegrated, bestOwn), atMost(0), "lost of private pay"),
    is(lost(integrated, bestOwn, bestIntegrated), atMost(0), "lost of integrated pay"),
  ];
  const name = "constants chosen by the other reward in dynamic-partner-selection do as well";
  return control(name, tests, { needs: "any" });
}
