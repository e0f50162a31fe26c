// Edit-and-compete tournaments: what editors receive, reproducibility by seed, and the significance of a round's winner.

import { describe, expect, it, test } from "vitest";
import { blindEditor, logReader, selfOnlyEditor, staticEditor, testerEditor } from "../../agents/editors.ts";
import type { Editor } from "../../core/editor.ts";
import { Random } from "../../core/random.ts";
import { coreWar } from "../../environments/arenas/core-war/arena.ts";
import { CORES } from "../../environments/arenas/core-war/core.ts";
import { mutated } from "../../environments/arenas/core-war/mutation.ts";
import { assembled } from "../../environments/arenas/core-war/redcode.ts";
import { type ClashRules, clash, roundsWon } from "./clash.ts";
import { roundSignificance } from "./round-significance.ts";

const IMP = "MOV.I $0,$1\n";
const DWARF = "ADD.AB #4,$3\nMOV.I $2,@2\nJMP.B $-2,$0\nDAT.F #0,#0\n";
/** A warrior that dies at its first step. */
const DEAD = "DAT.F #0,#0\n";

const rules: ClashRules = {
  arena: coreWar.make({ core: "small" }),
  mutated: (code, random) => mutated(code, CORES.small, random),
  rounds: 3,
  games: 20,
  trialGames: 4,
  trials: 5,
  samples: [IMP],
};

describe("a clash", () => {
  it("is reproducible by seed, bit for bit, for each editor", async () => {
    for (const editor of [blindEditor(3), selfOnlyEditor, testerEditor, logReader([IMP])]) {
      const still = { code: DWARF, editor: staticEditor };
      const played = () => clash([{ code: DWARF, editor }, still], rules, Random.of(1));
      const rounds = await played();
      expect(rounds).toHaveLength(4);
      expect(rounds[0].codes).toEqual([DWARF, DWARF]);
      for (const { codes } of rounds) expect(codes[1]).toBe(DWARF);
      expect(await played()).toEqual(rounds);
    }
  });

  it("makes a program that dies at once lose all rounds, from either seat", async () => {
    const dead = { code: DEAD, editor: staticEditor };
    const alive = { code: IMP, editor: staticEditor };
    expect(roundsWon(await clash([dead, alive], rules, Random.of(2)))).toEqual([0, 3]);
    expect(roundsWon(await clash([alive, dead], rules, Random.of(2)))).toEqual([3, 0]);
  });

  it("makes an unreadable program lose without a game, and two of them share the points", async () => {
    const broken = { code: "MOV.I $0, there\n", editor: staticEditor };
    const alive = { code: DEAD, editor: staticEditor };
    expect((await clash([broken, alive], rules, Random.of(2)))[0]).toMatchObject({ share: 0, wins: [0, 20] });
    expect((await clash([alive, broken], rules, Random.of(2)))[0]).toMatchObject({ share: 1, wins: [20, 0] });
    expect((await clash([broken, broken], rules, Random.of(2)))[0]).toMatchObject({ share: 0.5, wins: [0, 0] });
  });

  it("gives an editor its own rounds and a limited number of trials", async () => {
    const seen: { round: number; shares: number[]; left: number }[] = [];
    const editor: Editor = {
      async edit({ round, code, log, left, trial }) {
        const shares = await trial(code, [DEAD, code]);
        expect(shares[0]).toBe(1);
        while (left() > 0) await trial(code, [code]);
        await expect(trial(code, [code])).rejects.toThrow("more trials");
        seen.push({ round, shares: log.map(({ share }) => share), left: left() });
        return code;
      },
    };
    const dead = { code: DEAD, editor: staticEditor };
    await clash([dead, { code: IMP, editor }], rules, Random.of(3));
    expect(seen).toEqual([
      { round: 1, shares: [1], left: 0 },
      { round: 2, shares: [1, 1], left: 0 },
      { round: 3, shares: [1, 1, 1], left: 0 },
    ]);
  });

  it("the log reader abandons losing templates and keeps winning ones", async () => {
    const reader = { code: DEAD, editor: logReader([DEAD, IMP]) };
    const rounds = await clash([reader, { code: DEAD, editor: staticEditor }], rules, Random.of(4));
    expect(rounds.map(({ codes }) => codes[0])).toEqual([DEAD, DEAD, DEAD, DEAD]);
    const strong = await clash([reader, { code: DWARF, editor: staticEditor }], rules, Random.of(4));
    expect(strong.map(({ codes }) => codes[0])).toEqual([DEAD, IMP, IMP, IMP]);
  });
});

test("a mutated warrior can be assembled, differs, and respects the length limit", () => {
  const random = Random.of(5);
  let text = DWARF;
  const seen = new Set<string>();
  for (let k = 0; k < 300; k++) {
    const next = mutated(text, CORES.nano, random);
    expect(next).not.toBe(text);
    expect(assembled(next, "x", CORES.nano).code.length).toBeLessThanOrEqual(CORES.nano.length);
    text = next;
    seen.add(text);
  }
  expect(seen.size).toBeGreaterThan(250);
});

test("p values of a round's winner, as published", () => {
  const known: readonly (readonly [readonly number[], number])[] = [
    [[60, 40], 0.05689],
    [[530, 470], 0.06202],
    [[540, 460], 0.01244],
    [[15, 0], 6.1035e-5],
    [[9, 6], 0.60724],
  ];
  for (const [wins, chance] of known) expect(Math.abs(roundSignificance(wins) / chance - 1)).toBeLessThan(5e-4);
  expect(roundSignificance([0, 0])).toBe(1);
  expect(roundSignificance([3, 3, 3])).toBe(1);
});
