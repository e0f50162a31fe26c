// The players: scripted editors of warriors, what they begin with, and what they may read.

import { blindEditor, logReader, selfOnlyEditor, staticEditor, testerEditor } from "../../agents/editors.ts";
import { coreWar } from "../../environments/arenas/core-war/arena.ts";
import { CORES } from "../../environments/arenas/core-war/core.ts";
import { mutated } from "../../environments/arenas/core-war/mutation.ts";
import type { ClashPlayer, ClashRules } from "../../evaluation/tournaments/clash.ts";

const lines = (text: string): string => `${text.split(" / ").join("\n")}\n`;

/** Published test warriors, in the words of ICWS'94. */
const DWARF = lines("ADD.AB #4,$3 / MOV.I $2,@2 / JMP.B $-2,$0 / DAT.F #0,#0");
const IMP = lines("MOV.I $0,$1");
const SCAN = lines(
  "ADD.F $10,$1 / SNE.I $20,$32 / JMP.B $-2,$0 / MOV.AB $-2,$6 / SUB.BA #6,$-3 / MOV.I $6,>4 / DJN.B $-1,#14 / ADD.AB #14,$-1 / JMZ.B $-8,#0 / DAT.F #0,#0 / DAT.F #3044,#3044 / SPL.B $0,$0",
);
const PAPER = lines("SPL.B $1,$0 / SPL.B $1,$0 / SPL.B @0,}800 / MOV.I }-1,>-1 / MOV.I }-2,>-2 / JMZ.F *-3,*-3");
const SPRAY = lines(
  "ORG 1 / DAT.F #0,#300 / SPL.B $0,<-20 / MOV.I $5,>-2 / MOV.I $4,{-3 / ADD.X $2,$-4 / DJN.F $-3,<-30 / DAT.F #7,#11 / DAT.F <2667,<-2666",
);

export const EDITORS = ["static", "blind", "self-only", "tester", "log-reader", "expert"] as const;
export type EditorName = (typeof EDITORS)[number];

/** All begin with the same warrior but the expert, which has a strong one and does not edit. */
export function playerOf(name: EditorName): ClashPlayer {
  const start = { code: DWARF };
  switch (name) {
    case "blind":
      return { ...start, editor: blindEditor(3) };
    case "self-only":
      return { ...start, editor: selfOnlyEditor };
    case "tester":
      return { ...start, editor: testerEditor };
    case "log-reader":
      return { ...start, editor: logReader([IMP, SCAN, PAPER]) };
    case "expert":
      return { code: SPRAY, editor: staticEditor };
    default:
      return { ...start, editor: staticEditor };
  }
}

/** The small core; 30 trials in a phase of edits, of 20 games against each of a program's own version and three samples. */
export const RULES: ClashRules = {
  arena: coreWar.make({ core: "small" }),
  mutated: (code, random) => mutated(code, CORES.small, random),
  rounds: 15,
  games: 100,
  trialGames: 20,
  trials: 30,
  samples: [IMP, SCAN, PAPER],
};
