// The exact parts of the study, its measures of policies, and a short attack.

import { describe, expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { fightExploitability } from "../../environments/games/mini-fighter/solution.ts";
import { fightPlayer, miniFighterWorld } from "../../environments/games/mini-fighter/world.ts";
import { knownNumbers, schemeClaims, trioClaims } from "./claims.ts";
import { allObservations, blowShare, drawChance, OPTIONS, scripted, TABLE, UNIFORM, winChance } from "./fights.ts";
import { exactSchemes, leagueCurve } from "./schemes.ts";
import { attack } from "./training.ts";

const schemes = await exactSchemes();

test("numbers of the released code, and of the solution, hold", async () => {
  expect(unmet({ claims: await knownNumbers(schemes) })).toEqual([]);
});

test("schemes and the trio: claims hold, controls fail", async () => {
  const leagues = await Promise.all([901, 902].map((seed) => leagueCurve({ seed, phases: 5 })));
  expect(unmet(schemeClaims(schemes, leagues))).toEqual([]);
  expect(unmet(trioClaims(schemes, [901, 902, 903]))).toEqual([]);
});

describe("a policy", () => {
  test("wins, loses or draws; it is met in the mirror", () => {
    const { jabs, guards } = scripted(schemes.equilibrium.policy);
    expect(drawChance(jabs, guards)).toBe(1);
    const [win, loss, draw] = [winChance(UNIFORM, jabs), winChance(jabs, UNIFORM), drawChance(UNIFORM, jabs)];
    expect(win + loss + draw).toBeCloseTo(1, 12);
    expect(blowShare(UNIFORM)).toBeCloseTo(0.5, 12);
  });

  test("acts by the state that its observation shows", () => {
    const all = allObservations();
    const { observationSize: size } = miniFighterWorld.make({}).spec;
    const marked = scripted(schemes.equilibrium.policy)["comes, jabs, throws"];
    const player = fightPlayer(TABLE, OPTIONS, () => marked);
    const action = new Float64Array(1);
    for (let state = 0; state < TABLE.states; state++) {
      const shown = all.subarray(state * size, (state + 1) * size);
      const tick = Math.floor(state / 27);
      player.reset(Random.of(state, "test"));
      player.act(shown, action);
      expect(action[0]).toBe([0, 2, 3][tick % 3]);
    }
  });

  test("of twelve scripted ones, eleven can be beaten", () => {
    const values = Object.values(scripted(schemes.equilibrium.policy)).map((one) => fightExploitability(TABLE, one));
    expect(values).toHaveLength(12);
    expect(values.filter((value) => value >= 0.8)).toHaveLength(11);
  });
});

test("an attacker of the naive policy finds its fault", async () => {
  const { best, own } = await attack({ arm: "naive", seed: 901 });
  expect(best).toBeCloseTo(1, 9);
  expect(own).toBeGreaterThan(0.8);
});
