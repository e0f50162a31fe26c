// The exact gradient and its derivatives against central differences of the return itself.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { twoSidedChain } from "../../environments/tabular/chain.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { openGrid } from "../../environments/tabular/open-grid.ts";
import { expectedReturn } from "./evaluation.ts";
import { softmaxPolicy } from "./policy.ts";
import { type PolicyGradient, policyGradient } from "./policy-gradient.ts";

/** The full derivative of the gradient field by the logits, [(states·actions)²] row-major, one product per column. */
function gradientJacobian(field: PolicyGradient): Float64Array {
  const n = field.gradient.length;
  const jacobian = new Float64Array(n * n);
  const unit = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    unit[k] = 1;
    const column = field.alongLogits(unit);
    unit[k] = 0;
    for (let i = 0; i < n; i++) jacobian[i * n + k] = column[i];
  }
  return jacobian;
}

const random = Random.of(1, "policy gradient test");
const normals = (n: number) => Float64Array.from({ length: n }, () => random.normal());
const worlds = {
  grid: openGrid({ width: 4, height: 3, discount: 0.9, slip: 0.2 }),
  chain: twoSidedChain({ right: 3, left: 16, distraction: 0.1 }),
};

describe.each(Object.entries(worlds))("%s", (_, mdp) => {
  const n = mdp.states * mdp.actions;
  const logits = normals(n);
  const shifted = (x: Float64Array, h: number) => logits.map((v, k) => v + h * x[k]);

  test("the gradient is that of the expected return", () => {
    const { gradient, value } = policyGradient(mdp, logits);
    expect(value).toBeCloseTo(expectedReturn(mdp, softmaxPolicy(mdp, logits)), 12);
    const h = 1e-5;
    for (let k = 0; k < n; k++) {
      const unit = new Float64Array(n);
      unit[k] = 1;
      const at = (sign: number) => expectedReturn(mdp, softmaxPolicy(mdp, shifted(unit, sign * h)));
      expect(gradient[k]).toBeCloseTo((at(1) - at(-1)) / (2 * h), 8);
    }
  });

  test.each([undefined, 0.5, 0.99])("derivatives along the logits, visits discounted by %s", (visitDiscount) => {
    const options = visitDiscount === undefined ? {} : { visitDiscount };
    const x = normals(n);
    const product = policyGradient(mdp, logits, options).alongLogits(x);
    const h = 1e-5;
    const above = policyGradient(mdp, shifted(x, h), options).gradient;
    const below = policyGradient(mdp, shifted(x, -h), options).gradient;
    for (let k = 0; k < n; k++) expect(product[k]).toBeCloseTo((above[k] - below[k]) / (2 * h), 7);
  });

  test("derivative along the discount, with the visits held", () => {
    const h = 1e-6;
    const at = (discount: number) => policyGradient({ ...mdp, discount }, logits, { visitDiscount: 0.9 }).gradient;
    const above = at(mdp.discount + h);
    const below = at(mdp.discount - h);
    const slope = policyGradient(mdp, logits, { visitDiscount: 0.9 }).alongDiscount();
    for (let k = 0; k < n; k++) expect(slope[k]).toBeCloseTo((above[k] - below[k]) / (2 * h), 6);
  });

  test("linear in the reward; symmetric second derivatives only where it is a gradient", () => {
    const rewards = [normals(n), normals(n)];
    const field = policyGradient(mdp, logits);
    const each = rewards.map((reward) => policyGradient(withReward(mdp, reward), logits).gradient);
    const together = field.underReward(rewards[0].map((r, k) => 2 * r - 3 * rewards[1][k]));
    for (let k = 0; k < n; k++) expect(together[k]).toBeCloseTo(2 * each[0][k] - 3 * each[1][k], 10);
    const asymmetry = (visitDiscount: number) => {
      const jacobian = gradientJacobian(policyGradient(mdp, logits, { visitDiscount }));
      let most = 0;
      for (let i = 0; i < n; i++)
        for (let k = 0; k < n; k++) most = Math.max(most, Math.abs(jacobian[i * n + k] - jacobian[k * n + i]));
      return most;
    };
    expect(asymmetry(mdp.discount)).toBeLessThan(1e-12);
    // Nota & Thomas (2020): without γ^t the field is the gradient of nothing.
    expect(asymmetry(0.999)).toBeGreaterThan(1e-4);
  });
});
