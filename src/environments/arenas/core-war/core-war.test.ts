// Core War against results of pMARS 0.9.4, and tests of its parts.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { type MessageCase, words } from "../../../../test/fixtures/words.ts";
import { Random } from "../../../core/random.ts";
import { coreWar } from "./arena.ts";
import { CORES, Core } from "./core.ts";
import { assembled } from "./redcode.ts";
import { listing } from "./warrior.ts";

const SOURCES: Readonly<Record<string, string>> = {
  imp: "MOV.I $0,$1",
  dwarf: "ADD.AB #4,$3\nMOV.I $2,@2\nJMP.B $-2,$0\nDAT.F #0,#0",
  spray:
    "DAT.F #0,#300\nstart SPL.B $0,<-20\nMOV.I $5,>-2\nMOV.I $4,{-3\nADD.X $2,$-4\nDJN.F $-3,<-30\nDAT.F #7,#11\nDAT.F <2667,<-2666\nEND start",
  scan: "ADD.F $10,$1\nSNE.I $20,$32\nJMP.B $-2,$0\nMOV.AB $-2,$6\nSUB.BA #6,$-3\nMOV.I $6,>4\nDJN.B $-1,#14\nADD.AB #14,$-1\nJMZ.B $-8,#0\nDAT.F #0,#0\nDAT.F #3044,#3044\nSPL.B $0,$0",
  math: "MUL.F $12,$11\nMOD.X $11,$10\nSEQ.A $9,$10\nSLT.AB #3000,$8\nJMP.B $2,$0\nDIV.B $7,$6\nMOV.I $7,*5\nADD.I $5,$4\nNOP.F >-5,{-7\nJMN.F $-9,$2\nDAT.F $0,$0\nDAT.F $17,$1301\nDAT.F $3,$7\nDAT.F #1,#1",
  paper: "SPL.B $1,$0\nSPL.B $1,$0\nSPL.B @0,}800\nMOV.I }-1,>-1\nMOV.I }-2,>-2\nJMZ.F *-3,*-3",
};

/** Wins of the first, wins of the second, ties: of 200 rounds, and of 20 rounds for long-lived pairs. */
const RESULTS = `
  imp imp 0 0 20 | imp dwarf 0 3 17 | imp spray 0 17 3 | imp scan 0 0 20 | imp math 200 0 0 | imp paper 0 10 10 |
  dwarf imp 4 0 16 | dwarf dwarf 70 84 46 | dwarf spray 27 117 56 | dwarf scan 6 0 14 | dwarf math 200 0 0 | dwarf paper 5 1 14 |
  spray imp 167 0 33 | spray dwarf 119 32 49 | spray spray 80 91 29 | spray scan 167 0 33 | spray math 200 0 0 | spray paper 186 1 13 |
  scan dwarf 0 7 13 | scan spray 0 157 43 | scan scan 0 0 20 | scan math 199 0 1 | scan paper 0 1 19 |
  math scan 0 199 1 | math math 100 100 0 |
  paper imp 8 0 12 | paper dwarf 1 9 10 | paper spray 2 185 13 | paper scan 1 0 19 | paper math 200 0 0 | paper paper 0 0 20
`;

/** Wins of each warrior, and ties. */
async function fought(one: string, other: string, parameters: object, rounds: number): Promise<number[]> {
  const entrants = [one, other].map((file) => ({ file, text: SOURCES[file] }));
  const games = coreWar.make(parameters).begin(entrants, Random.of(0));
  const counts = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const winner = (await games.play()).indexOf(1);
    counts[winner < 0 ? 2 : winner] += 1;
  }
  return counts;
}

/** The rows of a table of results, and this implementation's results for the same pairs and numbers of rounds. */
async function results(table: string, parameters: object): Promise<[expected: string[], found: string[]]> {
  const rows = table.split("|").map((row) => row.trim());
  const fights = rows.map(async (row) => {
    const [one, other, ...counts] = row.split(" ");
    const rounds = counts.map(Number).reduce((sum, count) => sum + count, 0);
    return [one, other, ...(await fought(one, other, parameters, rounds))].join(" ");
  });
  return [rows, await Promise.all(fights)];
}

test("results equal those of pMARS for every pair, and for some pairs in the small core", async () => {
  const [expected, actual] = await results(RESULTS, { fixed: 4000 });
  expect(actual).toEqual(expected);
  const small = "imp dwarf 0 119 381 | scan spray 0 350 150 | paper scan 0 470 30";
  const [expectedSmall, bestSmall] = await results(small, { core: "small", fixed: 77 });
  expect(bestSmall).toEqual(expectedSmall);
});

test("random positions depend on the seed only, and the warriors alternate in starting", () => {
  const played = (seed: number) => {
    const entrants = ["JMP 0", "DAT 0"].map((text) => ({ file: text, text }));
    const games = coreWar.make({ core: "nano" }).begin(entrants, Random.of(seed));
    return [games.play(), games.play(), games.play(), games.play()];
  };
  expect(played(1)).toEqual(Array.from({ length: 4 }, () => [1, 0]));
});

describe("a queue of tasks", () => {
  test("queues the next instruction before the split target, up to the task limit", () => {
    const rules = { ...CORES.nano, processes: 3, length: 20, distance: 20 };
    const core = new Core(rules);
    core.clear();
    core.load(0, assembled("SPL 3\nSPL 4\nJMP 0\nJMP 0\nJMP 0\nJMP 0", "a", rules), 0);
    core.load(1, assembled("JMP 0", "b", rules), 40);
    const after = [1, 2, 3].map(() => {
      core.fight(0, 1);
      return core.places(0);
    });
    expect(after).toEqual(matrix("1 3 | 3 2 5 | 2 5 3"));
  });
});

describe("Redcode", () => {
  const rules = CORES.standard;
  const lines = (text: string) => listing(assembled(text, "w.red", rules));

  test("fills in default modes and modifiers", () => {
    const texts = "dat 5|mov #1, 2|mov 1, #2|mov 1, 2|add 1, 2|slt 1, 2|slt #1, 2|jmp 3|nop 1, 2|cmp 1, 2|add.x *1, }2";
    expect(lines(texts.replaceAll("|", "\n")).join(" ")).toBe(
      "DAT.F $0,$5 MOV.AB #1,$2 MOV.B $1,#2 MOV.I $1,$2 ADD.F $1,$2 SLT.B $1,$2 SLT.AB #1,$2 JMP.B $3,$0 NOP.F $1,$2 SEQ.I $1,$2 ADD.X *1,}2",
    );
  });

  test("supports relative labels, EQU texts, loops, and a start label", () => {
    const text = `;name Counter
;author me
gap equ (3 + 2) * 4
twice equ add #gap, here
      equ jmp @here
org last
here: dat #0, #CORESIZE / 2
k for 2
cell&k mov here, k * 10
rof
twice
last jmp cell02
end
anything after it`;
    const warrior = assembled(text, "w.red", rules);
    expect([warrior.name, warrior.author, warrior.start]).toEqual(["Counter", "me", 5]);
    expect(listing(warrior).join(" ")).toBe(
      "DAT.F #0,#4000 MOV.I $-1,$10 MOV.I $-2,$20 ADD.AB #20,$-3 JMP.B @-4,$0 JMP.B $-3,$0",
    );
  });

  const wrong = [
    "moc 1, 2",
    "mov.q 1, 2",
    "mov 1, there",
    "mov",
    "mov 1 2, 3",
    "mov (1, 2",
    "mov 1, 2 / 0",
    "",
    "a mov 1, 2\na mov 1, 2",
    "x equ x\nmov x, 1",
    "for 3\nmov 1, 2",
    "mov 1, 2\nrof",
    "for 1000000000\nmov 1, 2\nrof",
    "for 101\nmov 1, 2\nrof",
    ";assert CORESIZE == 800\nmov 0, 1",
    "org 2\nmov 0, 1",
  ];
  words("core-war", [
    ...[{ size: 150 }, { fixed: 50 }].map((given): MessageCase => [JSON.stringify(given), () => coreWar.make(given)]),
    ...wrong.map((text): MessageCase => [JSON.stringify(text), () => lines(text)]),
  ]);
});
