// Core War against results of pMARS 0.9.4, and its parts alone.

import { describe, expect, test } from "vitest";
import { UserError } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import { coreWar } from "./arena.ts";
import { CORES, Core } from "./core.ts";
import { assembled } from "./redcode.ts";
import { listing } from "./warrior.ts";

const SOURCES = {
  imp: "MOV.I $0,$1",
  dwarf: "ADD.AB #4,$3\nMOV.I $2,@2\nJMP.B $-2,$0\nDAT.F #0,#0",
  spray:
    "DAT.F #0,#300\nstart SPL.B $0,<-20\nMOV.I $5,>-2\nMOV.I $4,{-3\nADD.X $2,$-4\nDJN.F $-3,<-30\nDAT.F #7,#11\nDAT.F <2667,<-2666\nEND start",
  scan: "ADD.F $10,$1\nSNE.I $20,$32\nJMP.B $-2,$0\nMOV.AB $-2,$6\nSUB.BA #6,$-3\nMOV.I $6,>4\nDJN.B $-1,#14\nADD.AB #14,$-1\nJMZ.B $-8,#0\nDAT.F #0,#0\nDAT.F #3044,#3044\nSPL.B $0,$0",
  math: "MUL.F $12,$11\nMOD.X $11,$10\nSEQ.A $9,$10\nSLT.AB #3000,$8\nJMP.B $2,$0\nDIV.B $7,$6\nMOV.I $7,*5\nADD.I $5,$4\nNOP.F >-5,{-7\nJMN.F $-9,$2\nDAT.F $0,$0\nDAT.F $17,$1301\nDAT.F $3,$7\nDAT.F #1,#1",
  paper: "SPL.B $1,$0\nSPL.B $1,$0\nSPL.B @0,}800\nMOV.I }-1,>-1\nMOV.I }-2,>-2\nJMZ.F *-3,*-3",
} as const;
type Name = keyof typeof SOURCES;

/** Wins of the first, wins of the second, ties: of 200 rounds, and of 20 where both live long. */
const RESULTS: readonly (readonly [Name, Name, number, number, number])[] = [
  ["imp", "imp", 0, 0, 20],
  ["imp", "dwarf", 0, 3, 17],
  ["imp", "spray", 0, 17, 3],
  ["imp", "scan", 0, 0, 20],
  ["imp", "math", 200, 0, 0],
  ["imp", "paper", 0, 10, 10],
  ["dwarf", "imp", 4, 0, 16],
  ["dwarf", "dwarf", 70, 84, 46],
  ["dwarf", "spray", 27, 117, 56],
  ["dwarf", "scan", 6, 0, 14],
  ["dwarf", "math", 200, 0, 0],
  ["dwarf", "paper", 5, 1, 14],
  ["spray", "imp", 167, 0, 33],
  ["spray", "dwarf", 119, 32, 49],
  ["spray", "spray", 80, 91, 29],
  ["spray", "scan", 167, 0, 33],
  ["spray", "math", 200, 0, 0],
  ["spray", "paper", 186, 1, 13],
  ["scan", "dwarf", 0, 7, 13],
  ["scan", "spray", 0, 157, 43],
  ["scan", "scan", 0, 0, 20],
  ["scan", "math", 199, 0, 1],
  ["scan", "paper", 0, 1, 19],
  ["math", "scan", 0, 199, 1],
  ["math", "math", 100, 100, 0],
  ["paper", "imp", 8, 0, 12],
  ["paper", "dwarf", 1, 9, 10],
  ["paper", "spray", 2, 185, 13],
  ["paper", "scan", 1, 0, 19],
  ["paper", "math", 200, 0, 0],
  ["paper", "paper", 0, 0, 20],
];

/** Rounds that each has won, and ties. */
async function fought(one: Name, other: Name, parameters: object, rounds: number): Promise<number[]> {
  const entrants = [one, other].map((file) => ({ file, text: SOURCES[file] }));
  const games = coreWar.make(parameters).begin(entrants, Random.of(0));
  const counts = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const winner = (await games.play()).indexOf(1);
    counts[winner < 0 ? 2 : winner] += 1;
  }
  return counts;
}

test("every pair comes to what pMARS makes of it", async () => {
  const found = RESULTS.map(async ([one, other, ...counts]) => {
    const rounds = counts.reduce((sum, count) => sum + count, 0);
    return [one, other, ...(await fought(one, other, { fixed: 4000 }, rounds))];
  });
  expect(await Promise.all(found)).toEqual(RESULTS);
});

test.each([
  ["imp", "dwarf", 0, 119, 381],
  ["scan", "spray", 0, 350, 150],
  ["paper", "scan", 0, 470, 30],
] as const)("%s against %s in the small core", async (one, other, ...expected) => {
  expect(await fought(one, other, { core: "small", fixed: 77 }, 500)).toEqual(expected);
});

test("places at random follow the seed, and each warrior begins every other round", () => {
  const played = (seed: number) => {
    const games = coreWar.make({ core: "nano" }).begin(
      [
        { file: "a", text: "JMP 0" },
        { file: "b", text: "DAT 0" },
      ],
      Random.of(seed),
    );
    return [games.play(), games.play(), games.play(), games.play()];
  };
  expect(played(1)).toEqual(Array.from({ length: 4 }, () => [1, 0]));
});

test("rules that contradict each other are told", () => {
  expect(() => coreWar.make({ size: 150 })).toThrow("size: is 150; it must be twice the distance at least");
  expect(() => coreWar.make({ fixed: 50 })).toThrow("fixed: is 50; it must be no less than the distance");
});

describe("a queue of tasks", () => {
  test("takes the next instruction before the place that splits off, and no more than there is room for", () => {
    const rules = { ...CORES.nano, processes: 3, length: 20, distance: 20 };
    const core = new Core(rules);
    core.clear();
    core.load(0, assembled("SPL 3\nSPL 4\nJMP 0\nJMP 0\nJMP 0\nJMP 0", "a", rules), 0);
    core.load(1, assembled("JMP 0", "b", rules), 40);
    const after = [1, 2, 3].map((steps) => {
      core.fight(0, 1);
      return [steps, core.places(0)];
    });
    expect(after).toEqual([
      [1, [1, 3]],
      [2, [3, 2, 5]],
      [3, [2, 5, 3]],
    ]);
  });
});

describe("Redcode", () => {
  const rules = CORES.standard;
  const lines = (text: string) => listing(assembled(text, "w.red", rules));
  const complaint = (text: string): string => {
    try {
      return lines(text).join();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.message;
    }
  };

  test("has modes and modifiers by default", () => {
    const text =
      "dat 5\nmov #1, 2\nmov 1, #2\nmov 1, 2\nadd 1, 2\nslt 1, 2\nslt #1, 2\njmp 3\nnop 1, 2\ncmp 1, 2\nadd.x *1, }2";
    expect(lines(text)).toEqual([
      "DAT.F $0,$5",
      "MOV.AB #1,$2",
      "MOV.B $1,#2",
      "MOV.I $1,$2",
      "ADD.F $1,$2",
      "SLT.B $1,$2",
      "SLT.AB #1,$2",
      "JMP.B $3,$0",
      "NOP.F $1,$2",
      "SEQ.I $1,$2",
      "ADD.X *1,}2",
    ]);
  });

  test("has labels relative to their use, names of texts, loops, and a beginning", () => {
    const text = [
      ";name Counter",
      ";author me",
      "gap equ (3 + 2) * 4",
      "twice equ add #gap, here",
      "      equ jmp @here",
      "org last",
      "here: dat #0, #CORESIZE / 2",
      "k for 2",
      "cell&k mov here, k * 10",
      "rof",
      "twice",
      "last jmp cell02",
      "end",
      "anything after it",
    ].join("\n");
    const warrior = assembled(text, "w.red", rules);
    expect([warrior.name, warrior.author, warrior.start]).toEqual(["Counter", "me", 5]);
    expect(listing(warrior)).toEqual([
      "DAT.F #0,#4000",
      "MOV.I $-1,$10",
      "MOV.I $-2,$20",
      "ADD.AB #20,$-3",
      "JMP.B @-4,$0",
      "JMP.B $-3,$0",
    ]);
  });

  test.each([
    ["moc 1, 2", 'w.red:1: "moc" is no instruction; did you mean MOV?'],
    ["mov.q 1, 2", 'w.red:1: ".q" is no modifier; one of A, B, AB, BA, F, X, I'],
    ["mov 1, there", 'w.red:1: no label is called "there"'],
    ["mov", "w.red:1: MOV has no operand; write MOV $0,$0"],
    ["mov 1 2, 3", 'w.red:1: "2" is not expected there'],
    ["mov (1, 2", "w.red:1: a parenthesis is not closed"],
    ["mov 1, 2 / 0", "w.red:1: it comes to no whole number: something is divided by 0, or too large"],
    ["", "w.red:1: it has no instruction; MOV.I $0,$1 is the shortest warrior"],
    ["a mov 1, 2\na mov 1, 2", 'w.red:2: two places are called "a"'],
    ["x equ x\nmov x, 1", "w.red:2: a name stands for itself"],
    ["for 3\nmov 1, 2", "w.red:1: FOR is ended by no ROF"],
    ["mov 1, 2\nrof", "w.red:2: ROF ends no FOR"],
    ["for 1000000000\nmov 1, 2\nrof", "w.red:2: it has more than 20000 lines once all are repeated"],
    ["for 101\nmov 1, 2\nrof", "w.red:2: it has 101 instructions; at most 100 are allowed"],
    [";assert CORESIZE == 800\nmov 0, 1", "w.red:1: what it asserts is not so in this core"],
    ["org 2\nmov 0, 1", "w.red:1: it begins at 2; instructions are counted from 0 to 0"],
  ])("that is wrong is told by its line: %j", (text, expected) => expect(complaint(text)).toBe(expected));
});
