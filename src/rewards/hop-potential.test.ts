// A judge of hops as a potential: it is shown the moments that it is said to be, its sum telescopes, and wrong answers are refused.

import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { outcomes, spec } from "../../test/fixtures/outcomes.ts";
import { words } from "../../test/fixtures/words.ts";
import { Status } from "../core/environment.ts";
import { hopBetween } from "../math/hop.ts";
import { type HopJudge, hopPotential } from "./hop-potential.ts";
import { potential } from "./potential.ts";

const goal = { trust: 1 };
const right: HopJudge = (_start, _goal, before, after) => hopBetween(before.trust, after.trust);
const path = [0, 0.3, 0.2, 0.7, 0.9];
const at = (trust: number) => outcomes({ trust: [trust, 0] });

test("hops of a right judge pay what the potential of true progress pays, by every perspective", () => {
  for (const by of ["anchors", "forward", "backward", "incremental", "fused"] as const) {
    const hops = hopPotential({ hop: right, goal, discount: 0.9, by })(spec);
    const truth = potential({ trust: 1 }, 0.9)(spec);
    const [said, pay] = [new Float64Array(2), new Float64Array(2)];
    hops.reset(at(path[0]));
    truth.reset(at(path[0]));
    for (const [k, trust] of path.slice(1).entries()) {
      const status = k === path.length - 2 ? Status.terminated : Status.running;
      hops.pay(at(trust), status, said);
      truth.pay(at(trust), status, pay);
      expect(said[0], by).toBeCloseTo(pay[0], 12);
    }
    expect(pay[0]).toBeCloseTo(-0.7, 12);
  }
});

test("the judge is shown start, goal, the moment before and the moment after", () => {
  const asked: number[][] = [];
  const hop: HopJudge = (...moments) => {
    asked.push(moments.map(({ trust }) => trust));
    return 0;
  };
  const reward = hopPotential({ hop, goal, discount: 1 })(spec);
  reward.reset(at(0.25));
  asked.length = 0;
  reward.pay(at(0.5), Status.running, new Float64Array(2));
  expect(asked.slice(0, 3)).toEqual(matrix("0.25 1 0.25 0.5 | 0.25 1 0.25 0.5 | 0.25 1 1 0.5"));
});

words("judges of hops", [
  ["three", () => hopPotential({ hop: () => 3, goal, discount: 1 })(spec).reset(at(0))],
  ["no number", () => hopPotential({ hop: () => Number.NaN, goal, discount: 1 })(spec).reset(at(0))],
  ["a flow", () => hopPotential({ hop: right, goal: { payoff: 1 }, discount: 1 })(spec)],
  ["no such channel", () => hopPotential({ hop: right, goal: { trusts: 1 }, discount: 1 })(spec)],
  ["no channel", () => hopPotential({ hop: right, goal: {}, discount: 1 })(spec)],
]);
