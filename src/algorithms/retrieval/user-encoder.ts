// A dense recommender: an encoder makes a vector of the texts that a user has clicked, and a text scores by its product with it. It learns
// by the cross-entropy of a clicked text against another of its list, and may be held to score rewrites of texts alike.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";

export interface UserEncoderOptions {
  /** Numbers of a text's vector. */
  readonly width: number;
  /** Texts of a history. */
  readonly history: number;
  /** Texts of a list. */
  readonly candidates: number;
  /** How texts of a history become one vector: by learnt weights (softmax of a product with a query), or by their mean. */
  readonly pooling: "attention" | "mean";
  /** Width of the tanh layer. */
  readonly hidden: number;
  readonly epochs: number;
  readonly batch: number;
  /** Learning rate of Adam. */
  readonly rate: number;
  /** Whether it debiases: it is held to score rewrites alike. */
  readonly debiases: boolean;
  /** Weight of |s(u, i) − s(u, i′)| for a rewrite i′ of a text. */
  readonly textWeight: number;
  /** Weight of |s(u, i) − s(u′, i)| for a history with rewrites, and of the entropies of both user vectors. */
  readonly historyWeight: number;
}

/** A click: vectors side by side, of the history and of the list, with rewrites of both; the place clicked, and others to learn from. */
export interface Click {
  readonly history: Float32Array;
  readonly historyRewrites: Float32Array;
  readonly candidates: Float32Array;
  readonly rewrites: Float32Array;
  readonly clicked: number;
  readonly others: readonly number[];
}

/** Chance that a text of a history is replaced by its rewrite. */
const REPLACED = 0.5;
/** Texts of a comparison: the clicked one and another. */
const PAIR = 2;

export function userEncoder(options: UserEncoderOptions, random: Random) {
  const { width, history, candidates, pooling, debiases, textWeight, historyWeight } = options;
  const net = mlp({
    ...{ name: "user", inputs: width, hidden: [options.hidden], outputs: width },
    ...{ initialiser: orthogonal(1), outputInitialiser: orthogonal(1) },
  });
  const parameters = new Parameters([...net.shapes, { name: "query", shape: [width, 1] }]);
  net.initialise(parameters, 0, random);
  parameters.view(net.shapes.length).fill(0);
  const start = parameters.flat.slice();

  /** Vectors of users, [rows × history × width] → [rows × width]; consumes weights and texts. */
  const users = (weights: Weights, texts: np.Array, rows: number): np.Array => {
    const layers = weights.slice(0, net.shapes.length);
    const query = weights[net.shapes.length];
    if (pooling === "mean") {
      query.dispose();
      return net.apply(layers, np.mean(texts, 1));
    }
    const looks = nn.softmax(np.dot(texts.ref.reshape([rows * history, width]), query).reshape([rows, history]), 1);
    return net.apply(layers, np.sum(texts.mul(looks.reshape([rows, history, 1])), 1));
  };
  /** Scores of texts, [rows × texts]; consumes both. */
  const products = (user: np.Array, texts: np.Array, rows: number): np.Array =>
    np.sum(texts.mul(user.reshape([rows, 1, width])), 2);
  const meanSize = (x: np.Array): np.Array => np.mean(np.abs(x));
  /** Mean entropy of the softmax over the coordinates of users; consumes them. */
  const entropy = (user: np.Array): np.Array => {
    const logs = nn.logSoftmax(user, 1);
    return np.mean(np.sum(np.exp(logs.ref).mul(logs), 1)).mul(-1);
  };

  const key = JSON.stringify({ pooling, debiases, textWeight, historyWeight, hidden: options.hidden });
  const lossOf = (rows: number) =>
    lossGradient(
      parameters,
      (weights, [texts, pair, mixed, rewrites]) => {
        const again = weights.map((weight) => weight.ref);
        const user = users(weights, texts, rows);
        const scores = products(user.ref, pair.ref, rows);
        const [first, second] = np.split(scores.ref, PAIR, 1);
        const errors = np.mean(nn.softplus(second.sub(first)));
        if (!debiases) {
          for (const unused of [...again, user, scores, pair, mixed, rewrites]) unused.dispose();
          return { loss: errors, measures: {} };
        }
        const other = users(again, mixed, rows);
        const ofTexts = meanSize(scores.ref.sub(products(user.ref, rewrites, rows)));
        const ofHistory = meanSize(scores.sub(products(other.ref, pair, rows)));
        const rest = ofHistory.add(entropy(user)).add(entropy(other));
        return { loss: errors.add(ofTexts.mul(textWeight)).add(rest.mul(historyWeight)), measures: {} };
      },
      [
        [rows, history, width],
        [rows, PAIR, width],
        [rows, history, width],
        [rows, PAIR, width],
      ],
      [],
      `user encoder ${key}`,
    );
  const scoring = networkProgram(
    [parameters],
    ([weights], [texts, list]) => [products(users(weights, texts, 1), list, 1)],
    [
      [1, history, width],
      [1, candidates, width],
    ],
    `user encoder ${key} scores`,
  );

  return {
    parameters,
    /** Scores of a list for a user, [candidates]. The next call overwrites them. */
    scores: (texts: Float32Array, list: Float32Array): Float32Array => scoring.run(texts, list)[0],
    /** Compiles the loss with its gradient for batches of `rows`; it must be closed. */
    lossOf,
    /** Learns from the clicks alone, from the weights of the start. Clicks without another text are left out. */
    fit(all: readonly Click[], draws: Random): void {
      const clicks = all.filter(({ others }) => others.length > 0);
      parameters.flat.set(start);
      const rows = Math.min(options.batch, clicks.length);
      if (rows === 0) return;
      const loss = lossOf(rows);
      const [texts, pair, mixed, rewrites] = loss.data;
      const optimiser = adam(parameters.flat.length, { rate: options.rate });
      const order = Int32Array.from(clicks.keys());
      for (let epoch = 0; epoch < options.epochs; epoch++) {
        shuffle(order, draws);
        for (let from = 0; from + rows <= clicks.length; from += rows) {
          for (let row = 0; row < rows; row++) {
            const click = clicks[order[from + row]];
            texts.set(click.history, row * history * width);
            const shown = [click.clicked, click.others[draws.integer(click.others.length)]];
            for (const [k, slot] of shown.entries()) {
              const at = (row * PAIR + k) * width;
              const [start, end] = [slot * width, (slot + 1) * width];
              pair.set(click.candidates.subarray(start, end), at);
              if (debiases) rewrites.set(click.rewrites.subarray(start, end), at);
            }
            if (!debiases) continue;
            for (let k = 0; k < history; k++) {
              const source = draws.uniform() < REPLACED ? click.historyRewrites : click.history;
              mixed.set(source.subarray(k * width, (k + 1) * width), (row * history + k) * width);
            }
          }
          loss.run();
          optimiser.step(parameters.flat, loss.gradient);
        }
      }
      loss.close();
    },
    close: () => scoring.close(),
  };
}
