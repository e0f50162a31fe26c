// A callback of one's own: characters beyond a budget have a price, which rises while answers are longer on average and falls while
// they are shorter. It is the multiplier of the constraint "mean length <= budget", by dual ascent (Altman 1999, chapter 3).

import { addPay, defineCallback, z } from "agonlab";

const STATE = "lengthPrice";

export default defineCallback({
  summary: "a price on characters that keeps answers within a budget on average",
  source: "Altman, Constrained Markov Decision Processes, 1999",
  parameters: z.strictObject({
    budget: z.number().min(1).max(10_000).default(8).describe("characters of an answer, on average"),
    rate: z.number().min(0).max(10).default(0.02).describe("rise of the price for each character above the budget"),
  }),
  make: ({ budget, rate }) => ({
    make() {
      const price = new Float32Array(1);
      let excess = 0;
      return {
        later(texts) {
          const { rows, context, written } = texts;
          const lengths = Array.from({ length: rows }, (_, row) =>
            written.subarray(row * context, (row + 1) * context).reduce((sum, one) => sum + one, 0),
          );
          excess = lengths.reduce((sum, length) => sum + length, 0) / rows - budget;
          addPay(
            texts,
            lengths.map((length) => -price[0] * length),
          );
        },
        after() {
          price[0] = Math.max(0, price[0] + rate * excess);
          return { lengthPrice: price[0], lengthExcess: excess };
        },
        save: () => [{ name: STATE, shape: [1], data: price.slice() }],
        restore: (tensors) => price.set(tensors.get(STATE) ?? [0]),
        close() {},
      };
    },
  }),
});
