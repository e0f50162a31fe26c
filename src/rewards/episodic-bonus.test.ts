// First visits within an episode, alone and multiplied with the global count.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { outcomes, paidAlong, spec } from "../../test/fixtures/outcomes.ts";
import { Status } from "../core/environment.ts";
import { product } from "./combine.ts";
import { countBonus, episodicBonus } from "./count-bonuses.ts";

const path = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 30 });
const options = { channels: ["trust"], cell: 0.25 };

law.prop([path])("an episode is paid the number of its states less the first", (states) => {
  const reward = episodicBonus(options)(spec);
  for (let episode = 0; episode < 2; episode++) {
    const quarters = states.map((state) => state / 4);
    const paid = paidAlong(reward, quarters);
    expect(paid.reduce((a, b) => a + b, 0)).toBe(new Set(states).size - 1);
  }
});

law.prop([fc.array(path, { minLength: 1, maxLength: 4 })])("the product pays b_e·b_g at each step", (episodes) => {
  const parts = [episodicBonus(options), countBonus(options)];
  const made = [product(...parts), ...parts].map((plan) => plan(spec));
  for (const states of episodes) {
    const quarters = states.map((state) => state / 4);
    const [both, local, global] = made.map((reward) => paidAlong(reward, quarters));
    expect(both).toEqual(local.map((pay, t) => pay * global[t]));
  }
});

test("two channels are told apart together, not one by one", () => {
  const reward = episodicBonus({ channels: ["trust", "reputationDamage"], cell: 0.5 })(spec);
  const pay = new Float64Array(2);
  const at = (t: number, r: number) => outcomes({ trust: [t, 0], reputationDamage: [r, 0] });
  reward.reset(at(0, 0));
  const paid = [at(1, 1), at(1, 0), at(0, 1), at(1, 1), at(0, 0)].map((state) => {
    reward.pay(state, Status.running, pay);
    return pay[0];
  });
  expect(paid).toEqual([1, 1, 1, 0, 0]);
});
