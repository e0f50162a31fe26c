// Updates of each rule against arithmetic in double precision: central differences of a layer's own loss, cases by hand, and what a layer
// must not hear.

import { describe, expect, test } from "vitest";
import { largestGap } from "../../../test/fixtures/largest-gap.ts";
import { Random } from "../../core/random.ts";
import { cosine } from "../../math/cosine.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { COMPARISONS, type LayerComparison, localLoss } from "./counter-current.ts";
import { type CreditOptions, creditRule, outputError, outputLoss, type RuledNetwork } from "./credit-rules.ts";

const SIZES = [7, 6, 5, 6, 4];
const L = SIZES.length - 1;
const ROWS = 6;
const COUNT = ROWS * SIZES[0];

const normals = (size: number, ...names: (string | number)[]) => {
  const random = Random.of(5, ...names);
  return Float64Array.from({ length: size }, () => Math.fround(random.normal()));
};
const X = normals(COUNT, "x");
const CLASSES = [0, 3, 1, 0, 2, 3];
const Y = Float64Array.from({ length: ROWS * SIZES[L] }, (_, k) =>
  CLASSES[Math.floor(k / SIZES[L])] === k % SIZES[L] ? 1 : 0,
);

function ruleOf(given: Partial<CreditOptions>, seed = 1): RuledNetwork {
  const options: CreditOptions = {
    ...{
      rule: "counter-current",
      comparison: "class products",
      sizes: SIZES,
      activation: "elu",
      loss: "cross-entropy",
    },
    ...given,
  };
  const rule = creditRule(options, Random.of(seed, "rule"));
  // Biases begin at 0; here they are moved, so that they are tested too.
  const random = Random.of(seed, "biases");
  for (const [k, { name }] of rule.parameters.shapes.entries()) {
    if (!name.endsWith("bias")) continue;
    const bias = rule.parameters.view(k);
    for (let j = 0; j < bias.length; j++) bias[j] = 0.3 * random.normal();
  }
  return rule;
}

/** The rule's update, flat as the parameters, on the six examples. */
function updateOf(rule: RuledNetwork): Float32Array {
  const outputs = rule.network.sizes[rule.network.layers];
  const shapes = [
    [ROWS, rule.network.sizes[0]],
    [ROWS, outputs],
    [ROWS, outputs],
  ];
  const loss = lossGradient(rule.parameters, (weights, data, [fixed]) => rule.loss(weights, data, fixed), shapes, [
    rule.fixed,
  ]);
  loss.run(X, Y, Y);
  const gradient = loss.gradient.slice();
  loss.close();
  return gradient;
}

/** Weight and bias of layer `l` of the network, or of the feedback network in the order in which it is run. */
const at = (rule: RuledNetwork, of: "forward" | "feedback", l: number) =>
  (of === "forward" ? 0 : rule.network.shapes.length) + 2 * l;

function part(rule: RuledNetwork, flat: Float32Array, tensor: number): Float32Array {
  const { shapes } = rule.parameters;
  const sizes = shapes.map(({ shape }) => shape.reduce((a, b) => a * b, 1));
  const start = sizes.slice(0, tensor).reduce((a, b) => a + b, 0);
  return flat.subarray(start, start + sizes[tensor]);
}

/** Outputs of all layers in double precision, [rows × width] each. */
function outputsOf(rule: RuledNetwork, of: "forward" | "feedback", input: Float64Array): Float64Array[] {
  const sizes = of === "forward" ? SIZES : SIZES.toReversed();
  const outputs = [input];
  const rows = input.length / sizes[0];
  for (let l = 0; l < L; l++) {
    const [weight, bias] = [rule.parameters.view(at(rule, of, l)), rule.parameters.view(at(rule, of, l) + 1)];
    const next = new Float64Array(rows * sizes[l + 1]);
    for (let k = 0; k < next.length; k++) {
      const [row, j] = [Math.floor(k / sizes[l + 1]), k % sizes[l + 1]];
      let z = bias[j];
      for (let i = 0; i < sizes[l]; i++) z += outputs[l][row * sizes[l] + i] * weight[i * sizes[l + 1] + j];
      next[k] = l < L - 1 && z < 0 ? Math.exp(z) - 1 : z;
    }
    outputs.push(next);
  }
  return outputs;
}

/** Losses of levels 0 … L − 1 and at the top, in double precision, from their definitions. */
function lossesOf(rule: RuledNetwork, comparison: LayerComparison): number[] {
  const classes = SIZES[L];
  const eye = Float64Array.from({ length: classes * classes }, (_, k) => (k % (classes + 1) === 0 ? 1 : 0));
  const up = outputsOf(rule, "forward", X);
  const down = outputsOf(rule, "feedback", comparison === "class products" ? eye : Y);
  const dot = (a: Float64Array, i: number, b: Float64Array, j: number, width: number) => {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += a[i * width + k] * b[j * width + k];
    return sum;
  };
  const local = SIZES.slice(0, -1).map((width, l) => {
    const [a, b] = [up[l], down[L - l]];
    let sum = 0;
    if (comparison === "squared difference") {
      for (let k = 0; k < a.length; k++) sum += (a[k] - b[k]) ** 2 / a.length;
      return sum;
    }
    const columns = comparison === "class products" ? classes : ROWS;
    for (let i = 0; i < ROWS; i++) {
      for (let j = 0; j < columns; j++) {
        const goal = comparison === "class products" ? Y[i * classes + j] : i === j ? 1 : 0;
        const lengths =
          comparison === "class products" ? 1 : Math.sqrt(dot(a, i, a, i, width) * dot(b, j, b, j, width));
        sum += (dot(a, i, b, j, width) / lengths - goal) ** 2;
      }
    }
    return comparison === "class products" ? (128 * sum) / (width * ROWS * classes) : Math.sqrt(sum);
  });
  const top = CLASSES.reduce((sum, right, i) => {
    const row = up[L].subarray(i * classes, (i + 1) * classes);
    return sum + Math.log(row.reduce((total, z) => total + Math.exp(z), 0)) - row[right];
  }, 0);
  return [...local, top / ROWS];
}

describe("counter-current learning", () => {
  test.each(COMPARISONS)("%s: a layer's update is the gradient of its own loss", (comparison) => {
    const rule = ruleOf({ comparison });
    const update = updateOf(rule);
    const size = update.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    for (const way of ["forward", "feedback"] as const) {
      for (let l = 0; l < L; l++) {
        const level = way === "forward" ? l + 1 : L - 1 - l;
        for (const tensor of [at(rule, way, l), at(rule, way, l) + 1]) {
          const values = rule.parameters.view(tensor);
          const own = part(rule, update, tensor);
          const differences = Float64Array.from(values, (kept, k) => {
            values[k] = kept + 2 ** -12;
            const [high, above] = [values[k], lossesOf(rule, comparison)[level]];
            values[k] = kept - 2 ** -12;
            const [low, below] = [values[k], lossesOf(rule, comparison)[level]];
            values[k] = kept;
            return (above - below) / (high - low);
          });
          expect(largestGap(own, differences) / size, `${way} ${tensor}`).toBeLessThan(1e-5);
        }
      }
    }
  });

  test("a layer hears its own loss alone: no layer above it, and none of the feedback that its mirror does not hear", () => {
    const base = updateOf(ruleOf({}));
    let least = Number.POSITIVE_INFINITY;
    const expectHeard = (changed: number, heard: boolean, what: string) => {
      if (heard) least = Math.min(least, changed);
      else expect(changed, what).toBe(0);
    };
    for (let m = 1; m <= L; m++) {
      const [otherU, otherV] = (["forward", "feedback"] as const).map((of) => {
        const rule = ruleOf({});
        // V_m carries b_m to b_{m−1}: layer L − m of the feedback network in the order in which it is run.
        const tensor = at(rule, of, of === "forward" ? m - 1 : L - m);
        rule.parameters.view(tensor).set(normals(rule.parameters.view(tensor).length, "other", of, m));
        return updateOf(rule);
      });
      const rule = ruleOf({});
      for (let l = 1; l <= L; l++) {
        const [u, v] = [at(rule, "forward", l - 1), at(rule, "feedback", L - l)];
        const gap = (other: Float32Array, tensor: number) =>
          largestGap(part(rule, base, tensor), part(rule, other, tensor));
        // U_l learns from a_{l−1}, itself and b_l, which V_{l+1} … V_L make; the top one from the targets.
        if (m !== l) expectHeard(gap(otherU, u), m < l, `U${l} of U${m}`);
        expectHeard(gap(otherV, u), m > l && l < L, `U${l} of V${m}`);
        // V_l learns from b_l, itself and a_{l−1}, which U_1 … U_{l−1} make.
        if (m !== l) expectHeard(gap(otherV, v), m > l, `V${l} of V${m}`);
        expectHeard(gap(otherU, v), m < l, `V${l} of U${m}`);
      }
    }
    expect(least).toBeGreaterThan(1e-4);
  });

  test("no weight is used twice: fresh networks are as unlike as independent ones", () => {
    // Two independent random matrices of n numbers have a cosine of deviation 1/√n.
    const sizes = [63, 64, 64, 64, 10];
    for (let seed = 0; seed < 20; seed++) {
      const { parameters, network } = creditRule(
        { rule: "counter-current", comparison: "class products", sizes, activation: "elu", loss: "cross-entropy" },
        Random.of(seed, "transport"),
      );
      for (let l = 0; l < network.layers; l++) {
        const mirror = parameters.view(network.shapes.length + 2 * (network.layers - 1 - l));
        const [rows, columns] = [sizes[l], sizes[l + 1]];
        const turned = Float64Array.from(
          { length: rows * columns },
          (_, k) => mirror[(k % columns) * rows + Math.floor(k / columns)],
        );
        expect(Math.abs(cosine(parameters.view(2 * l), turned)) * Math.sqrt(rows * columns)).toBeLessThan(4.5);
      }
    }
  });

  test("local losses by hand", () => {
    const row = (...values: number[]) => np.array(values).reshape([1, values.length]);
    const value = (one: np.Array) => Number(one.dataSync()[0]);
    // One example a = (1, 2), classes (1, 0) and (0, 1): products 1 and 2 against 1 and 0, times 256·0.5/2 = 64.
    expect(value(localLoss("class products", row(1, 2), np.eye(2), row(1, 0)))).toBeCloseTo((64 * 4) / 2, 4);
    // Orthonormal pairs have the identity; lengths do not matter.
    expect(value(localLoss("normalised identity", np.eye(2).mul(3), np.eye(2), np.eye(2)))).toBeLessThan(1e-3);
    expect(value(localLoss("squared difference", row(1, 2), row(0, 4), row(0)))).toBe(2.5);
  });
});

describe("rules with one network", () => {
  const hidden = (rule: RuledNetwork, update: Float32Array, l: number) => part(rule, update, at(rule, "forward", l));

  test("back-propagation is the gradient of the loss at the output", () => {
    const rule = ruleOf({ rule: "back-propagation" });
    const update = updateOf(rule);
    const loss = () => {
      const up = outputsOf(rule, "forward", X)[L];
      return CLASSES.reduce((sum, right, i) => {
        const row = up.subarray(i * SIZES[L], (i + 1) * SIZES[L]);
        return sum + (Math.log(row.reduce((total, z) => total + Math.exp(z), 0)) - row[right]) / ROWS;
      }, 0);
    };
    const { flat } = rule.parameters;
    const differences = Float64Array.from(flat, (kept, k) => {
      flat[k] = kept + 2 ** -12;
      const [high, above] = [flat[k], loss()];
      flat[k] = kept - 2 ** -12;
      const [low, below] = [flat[k], loss()];
      flat[k] = kept;
      return (above - below) / (high - low);
    });
    expect(largestGap(update, differences)).toBeLessThan(1e-5);
  });

  test("feedback alignment with the weights themselves is back-propagation; with others only the top stays", () => {
    const exact = ruleOf({ rule: "back-propagation" });
    const rule = ruleOf({ rule: "feedback alignment" });
    const right = updateOf(exact);
    const other = updateOf(rule);
    for (let l = 1; l < L; l++) rule.fixed.view(l - 1).set(rule.parameters.view(2 * l));
    expect(largestGap(updateOf(rule), right)).toBeLessThan(1e-6);
    expect([...hidden(rule, other, L - 1)]).toEqual([...hidden(exact, right, L - 1)]);
    for (let l = 0; l < L - 1; l++)
      expect(largestGap(hidden(rule, other, l), hidden(rule, right, l))).toBeGreaterThan(1e-3);
  });

  test("with one hidden layer, direct feedback alignment is feedback alignment by the transposed matrix", () => {
    const sizes = [7, 5, 4];
    const [one, direct] = (["feedback alignment", "direct feedback alignment"] as const).map((rule) =>
      ruleOf({ rule, sizes }),
    );
    const matrix = one.fixed.view(0);
    direct.fixed.view(0).set(Float32Array.from({ length: 20 }, (_, k) => matrix[(k % 5) * 4 + Math.floor(k / 5)]));
    expect(largestGap(updateOf(one), updateOf(direct))).toBeLessThan(1e-6);
  });

  test("target projection sends a hidden layer the target, by hand", () => {
    const rule = ruleOf({ rule: "target projection", activation: "tanh", sizes: [7, 5, 4] });
    const [weight, bias, matrix] = [rule.parameters.view(0), rule.parameters.view(1), rule.fixed.view(0)];
    const expected = new Float64Array(35);
    for (let row = 0; row < ROWS; row++) {
      for (let j = 0; j < 5; j++) {
        let z = bias[j];
        for (let i = 0; i < 7; i++) z += X[row * 7 + i] * weight[i * 5 + j];
        const error = (matrix[CLASSES[row] * 5 + j] / ROWS) * (1 - Math.tanh(z) ** 2);
        for (let i = 0; i < 7; i++) expected[i * 5 + j] += X[row * 7 + i] * error;
      }
    }
    expect(largestGap(hidden(rule, updateOf(rule), 0), expected)).toBeLessThan(1e-6);
  });

  test("frozen hidden layers have no update, and the top one has that of back-propagation", () => {
    const [frozen, exact] = (["frozen", "back-propagation"] as const).map((rule) => ruleOf({ rule }));
    const [own, right] = [updateOf(frozen), updateOf(exact)];
    for (let l = 0; l < L - 1; l++) expect(Math.max(...hidden(frozen, own, l).map(Math.abs))).toBe(0);
    expect([...hidden(frozen, own, L - 1)]).toEqual([...hidden(exact, right, L - 1)]);
  });
});

test("losses at the output by hand", () => {
  const row = (...values: number[]) => np.array(values).reshape([1, values.length]);
  const values = (one: np.Array) => [...one.dataSync()].map(Number);
  const logits = () => row(Math.log(3), 0);
  expect(values(outputLoss("cross-entropy", logits(), row(0, 1)))[0]).toBeCloseTo(Math.log(4), 6);
  expect(largestGap(values(outputError("cross-entropy", logits(), row(0, 1))), [0.75, -0.75])).toBeLessThan(1e-6);
  expect(values(outputLoss("squared difference", row(1, 2), row(0, 4)))).toEqual([2.5]);
  expect(values(outputError("squared difference", row(1, 2), row(0, 4)))).toEqual([1, -2]);
});
