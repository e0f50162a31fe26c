// Coopetition-Gym v1: twenty worlds whose payoff is fixed and whose reward is a choice. Everything here is exact and
// nothing learns: the published tables, the constants that each reward prefers, the oracles, and the audit of what it pays
// to give less. Learners are compared in coopetition-learners.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { deviationBits, earlySwitches, lateSwitches } from "../../study/testbeds/coopetition/audit.ts";
import {
  type AuditTally,
  auditChecks,
  constantChecks,
  contributionChecks,
  learnerCheck,
  permutationCheck,
  preferenceChecks,
  tableChecks,
} from "../../study/testbeds/coopetition/checks.ts";
import { constantLadder, gymWorld, type Ladder, playScript } from "../../study/testbeds/coopetition/play.ts";
import { AUDIT_BITS, SCRIPT_ROWS } from "../../study/testbeds/coopetition/reference.ts";
import { lawControl, noDependenceControl, otherModeControl } from "./gym-controls.ts";
import { oracleChecks } from "./gym-oracles.ts";

/** Where the audit fixes SynergySearch's synergy: the middle of its range. */
const AUDITED_SYNERGY = 0.55;

export const coopetitionGym: Study = {
  id: "coopetition-gym",
  title: "Twenty worlds under private, integrated and cooperative pay",
  source: "arXiv 2605.02063 (Pant & Yu) and its released code, vikpant/strategic-coopetition",
  claim:
    "With the world held fixed, the choice between private, integrated and cooperative pay changes which conduct is best paid, and interdependence makes up a third to three fifths of what is paid.",
  claimed:
    "totals, endings, trust and damage of the released worlds under four scripts and a ladder of constants; actions and returns of seven oracles; which unilateral halvings exploit, and that late switching never does (learners are compared in coopetition-learners)",
  run,
};

function run(context: StudyContext): StudyResult {
  const worlds = Object.keys(AUDIT_BITS);
  const stages = 2 * worlds.length + 3;
  let done = 0;
  const stage = (label: string) => {
    context.signal.throwIfAborted();
    context.progress(done++, stages, label);
  };

  stage("reference tables");
  const rows = SCRIPT_ROWS.map((row) => playScript(gymWorld(row.environment), row.environment, row.script));
  const ladders = new Map<string, Ladder>();
  for (const name of worlds) {
    stage(`constants: ${name}`);
    ladders.set(name, constantLadder(gymWorld(name)));
  }
  stage("oracles");
  const oracles = oracleChecks();
  const audits = new Map<string, AuditTally>();
  for (const name of worlds) {
    stage(`audit: ${name}`);
    const world = gymWorld(name, name === "synergy-search" ? { gamma: AUDITED_SYNERGY } : {});
    audits.set(name, { bits: deviationBits(world), late: lateSwitches(world), early: earlySwitches(world) });
  }
  stage("controls");
  const contributions = contributionChecks(ladders);
  const result = {
    measured: `contribution of interdependence at the best constants: ${contributions.map((c) => `${c.name.split(": ")[1]} ${c.measured}`).join(", ")}`,
    checks: [
      ...tableChecks(rows),
      ...constantChecks(ladders),
      ...oracles,
      ...contributions,
      ...auditChecks(audits),
      ...preferenceChecks(ladders),
      learnerCheck(ladders),
      permutationCheck(worlds),
    ],
    controls: [noDependenceControl(worlds), lawControl(), otherModeControl(ladders)],
  };
  context.progress(stages, stages, "done");
  return result;
}
