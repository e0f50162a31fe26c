// The pay that the experiment declares, as in the released code; what its fine does to a group's advantages; and what the same readings are
// worth on one criterion and on all, counted exactly and in episodes.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { near } from "../../../test/fixtures/intervals.ts";
import { type Played, world, writes } from "../../../test/fixtures/written-text.ts";
import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Status } from "../../core/environment.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";

const { reward } = z
  .object({ reward: z.unknown() })
  .parse(parse(readFileSync(new URL("./experiment.yaml", import.meta.url), "utf8")));

const pair = world("language/pair");

/** Pay of an episode by the sums of its channels. */
function payOf({ sums }: Played): number {
  const pay = new Float64Array(1);
  const outcomes = Float64Array.from(pair.spec.channels, ({ name }) => sums[name]);
  rewardPlan(reward, rewards)(pair.spec).pay(outcomes, Status.terminated, pay);
  return pay[0];
}

test("a right verdict is paid 0, a wrong one −1, and a text out of form −100, as in the released code", () => {
  for (let seed = 0; seed < 40; seed++) {
    const [one, two] = ["<a>1$", "<a>2$"].map((said) => writes(pair, seed, () => said));
    expect([payOf(one), payOf(two)]).toEqual(one.sums.correct === 1 ? [0, -1] : [-1, 0]);
    // A verdict without a branch, a criterion that is none, one named twice, no verdict, another character.
    for (const said of ["1$", "<z>1$", "<aa>1$", "<a>", "<a>#1$"])
      expect(payOf(writes(pair, seed, () => said))).toBe(-100);
  }
});

test("one text out of form among eight mutes right beside wrong: their advantages lie 0.03 apart instead of 2", () => {
  const apart = (fine: number) => {
    const [right, , , , wrong] = groupAdvantages(Float64Array.of(0, 0, 0, 0, -1, -1, -1, fine), 8, {
      baseline: "group",
      scale: "group",
      tiny: 0,
    });
    return right - wrong;
  };
  expect(apart(-1)).toBeCloseTo(2, 12);
  expect(apart(-100)).toBeCloseTo(0.0304, 4);
});

/** How often most of `readings` point to the better answer, a tie by a coin; each is right with p and points to the other with (1 − p)/2. */
function plurality(readings: number, p: number): number {
  let chances = new Map([[0, 1]]);
  for (let k = 0; k < readings; k++) {
    const next = new Map<number, number>();
    for (const [lead, chance] of chances) {
      for (const [step, weight] of [
        [1, p],
        [0, (1 - p) / 2],
        [-1, (1 - p) / 2],
      ])
        next.set(lead + step, (next.get(lead + step) ?? 0) + chance * weight);
    }
    chances = next;
  }
  return [...chances].reduce((sum, [lead, chance]) => sum + chance * (lead > 0 ? 1 : lead === 0 ? 0.5 : 0), 0);
}

test("where the type says what decides, 5 of 8 readings of it are right in 0.93 of pairs, and 2 of 8 in 0.82", () => {
  const p = 0.7;
  expect(plurality(2, p)).toBeCloseTo(p + ((1 - p) ** 2 / 4 + p * (1 - p)) / 2, 12);
  const EPISODES = 3000;
  const given = { criteria: 4, differ: 1, accuracy: p };
  /** The share of right verdicts by what is read of the type's own criterion. */
  const right = (environment: ReturnType<typeof world>, read: (text: string) => string) => {
    let count = 0;
    for (let seed = 0; seed < EPISODES; seed++) {
      const question = writes(environment, seed, () => "").text;
      const branch = question.length > 0 && environment.spec.horizon > 2 ? `<${question[0]}>` : "";
      const seen = read(branch === "" ? question : writes(environment, seed, () => branch).text);
      const lead = [...seen].reduce((sum, sign) => sum + (sign === "1" ? 1 : sign === "2" ? -1 : 0), 0);
      const verdict = lead > 0 || (lead === 0 && seed % 2 === 0) ? "1$" : "2$";
      count += writes(environment, seed, () => branch + verdict).sums.correct;
    }
    return count / EPISODES;
  };
  const at = (text: string, each: number) => text.slice(2 + each * "abcd".indexOf(text[0])).slice(0, each);
  near(
    right(world("language/pair", { ...given, first: 2, second: 0, most: 2 }), (text) => at(text, 2)),
    plurality(2, p),
    0.03,
  );
  near(
    right(world("language/pair", { ...given, second: 4, most: 2 }), (text) => at(text, 1) + text.slice(-5, -1)),
    plurality(5, p),
    0.02,
  );
});
