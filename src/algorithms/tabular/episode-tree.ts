// Every episode of a small world, as a tree that its own steps have grown: on it the returns of a policy, their gradients and
// the noise of their estimators are sums, and nothing has to be sampled. The world may draw only when an episode begins, or
// for channels that are not asked for; each way to begin is a root of its own.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { type SoftmaxTable, softmaxTable } from "./softmax-policy.ts";

/** Nodes of the largest tree. */
const MOST = 2_000_000;

/** A way to begin: its probability, and the parts of the state that are written over after a reset. */
export interface Start {
  readonly weight: number;
  readonly parts: Readonly<Record<string, ArrayLike<number>>>;
}

export interface TreeOptions {
  /** Channels whose sums over an episode are kept. */
  readonly channels: readonly string[];
  /** Choices that a policy may take where it sees this, in rising order. Default all. */
  readonly permitted?: (observation: Float32Array) => readonly number[];
  /** What a policy's table has rows for: what is seen, or what was seen and done since the episode began. Default "observation". */
  readonly recall?: "observation" | "history";
  /** Whether an episode may meet the same context more than once. Default false: it throws. */
  readonly repeats?: boolean;
  /**
   * Grows one subtree where the state, the scores so far and the steps are the same, however they came about: for worlds of few
   * states and long episodes. Values and gradients stay exact; the noise of estimates needs every episode by itself. Default false.
   */
  readonly merge?: boolean;
}

/** Nodes of one start lie together, parents before their children. */
export type EpisodeTree = ReturnType<typeof episodeTree>;

/**
 * Grows the tree by stepping copies of `environment`. Throws an Error where it becomes too large, where a channel is missing, or
 * where an episode meets the same context twice, for then its gradient would not be a sum over different rows.
 */
export function episodeTree(
  environment: NumericEnvironment,
  starts: readonly Start[],
  { channels, permitted: allow, recall = "observation", repeats = false, merge = false }: TreeOptions,
) {
  const { spec, state } = environment;
  if (merge && recall === "history") throw new Error("histories are not merged");
  const choices = spec.choices ?? 0;
  if (choices === 0) throw new Error("only worlds of choices have a tree of episodes");
  const at = channels.map((name) => spec.channels.findIndex((channel) => channel.name === name));
  if (at.includes(-1)) throw new Error(`a channel of ${channels.join(", ")} is none of this world's`);
  const every = Array.from({ length: choices }, (_, a) => a);
  const outcomes = new Float64Array(spec.channels.length);
  const observation = new Float32Array(spec.observationSize);
  const action = new Float64Array(1);
  const rng = Random.of(0, "episode tree");

  const rows = new Map<string, number>();
  const permitted: (readonly number[])[] = [];
  const roots = [0];
  const [context, child, depth, end, startOf, same]: number[][] = [[], [], [], [], [], []];
  const played: (readonly number[])[] = [];
  const sums = channels.map((): number[] => []);

  /** A node whose children are still to grow. */
  interface Leaf {
    readonly buffer: Float64Array;
    readonly scores: readonly number[];
    readonly status: Status;
    readonly history: string;
  }

  /** The row of what is seen now, after `history`. */
  const rowOf = (history: string): number => {
    environment.observe(observation);
    const key = `${recall === "history" ? history : ""}|${observation.join()}`;
    const known = rows.get(key);
    if (known !== undefined) return known;
    rows.set(key, permitted.length);
    permitted.push(allow?.(observation) ?? every);
    return permitted.length - 1;
  };

  for (const [k, { parts }] of starts.entries()) {
    environment.reset(rng, outcomes);
    for (const [part, values] of Object.entries(parts)) state.views[part].set(Array.from(values));
    const leaves: (Leaf | undefined)[] = [
      { buffer: state.buffer.slice(), scores: at.map(() => 0), status: 0, history: "" },
    ];
    // Of each node of this start: the node before it, and the choice that led here.
    const [parent, chosen] = [[-1], [-1]];
    /** Nodes from the root to `n`, without it. */
    const before = (n: number): number[] => {
      const nodes: number[] = [];
      for (let node = parent[n]; node >= 0; node = parent[node]) nodes.push(node);
      return nodes.reverse();
    };
    const first = new Map<string, number>();
    for (let n = 0; n < leaves.length; n++) {
      const leaf = leaves[n];
      if (leaf === undefined) break;
      // Of a large tree the states are most, and each is needed once.
      leaves[n] = undefined;
      const { buffer, scores, status, history } = leaf;
      const steps = n === 0 ? 0 : depth[roots[k] + parent[n]] + 1;
      const key = merge ? [steps, status, scores.join(), buffer.join()].join("|") : "";
      const canon = merge ? (first.get(key) ?? n) : n;
      if (merge) first.set(key, canon);
      same.push(roots[k] + canon);
      depth.push(steps);
      child.push(roots[k] + leaves.length);
      if (canon !== n) {
        context.push(-1);
        end.push(-1);
        continue;
      }
      if (status !== Status.running) {
        context.push(-1);
        end.push(played.length);
        startOf.push(k);
        played.push([...before(n).slice(1), n].map((node) => chosen[node]));
        for (const [c, score] of scores.entries()) sums[c].push(score);
        continue;
      }
      state.buffer.set(buffer);
      const row = rowOf(history);
      if (!repeats && !merge && before(n).some((node) => context[roots[k] + node] === row))
        throw new Error("an episode meets the same context twice");
      context.push(row);
      end.push(-1);
      for (const choice of permitted[row]) {
        state.buffer.set(buffer);
        action[0] = choice;
        const next = environment.step(action, outcomes, rng);
        parent.push(n);
        chosen.push(choice);
        leaves.push({
          buffer: state.buffer.slice(),
          scores: at.map((channel, c) => scores[c] + outcomes[channel]),
          status: next,
          history: recall === "history" ? `${history}|${row},${choice}` : "",
        });
      }
      if (roots[k] + leaves.length > MOST) throw new Error(`a tree of more than ${MOST} nodes`);
    }
    roots.push(roots[k] + leaves.length);
  }
  return {
    recall,
    choices,
    /** Rows of a policy's table. */
    contexts: permitted.length,
    /** Permitted choices of context c are `permitted[c]`. */
    permitted,
    weights: Float64Array.from(starts, ({ weight }) => weight),
    /** Nodes of start k are `roots[k]` … `roots[k + 1]` − 1, the first of them its root. */
    roots: Int32Array.from(roots),
    /** [nodes] the context, −1 where an episode is over. */
    context: Int32Array.from(context),
    /** [nodes] the first child; the j-th permitted choice leads to the j-th child. */
    child: Int32Array.from(child),
    /** [nodes] the node that a walk goes on from here: itself, or in a merged tree the first one that is the same. */
    same: Int32Array.from(same),
    /** Whether equal nodes were merged. Then `played` holds of each end the first way to it alone. */
    merged: merge,
    /** [nodes] steps so far. */
    depth: Int32Array.from(depth),
    /** [nodes] the episode that is over here, −1 elsewhere. */
    end: Int32Array.from(end),
    /** Choices of each episode, in order. */
    played,
    /** [episodes] which start each belongs to. */
    startOf: Int32Array.from(startOf),
    /** By channel: its sum over each episode, [episodes]. */
    scores: Object.fromEntries(channels.map((name, c) => [name, Float64Array.from(sums[c])])),
  };
}

/** A policy's table over the contexts of a tree, uniform over permitted choices; the others have a logit of −∞ for good. */
export function treeTable({ contexts, choices, permitted }: EpisodeTree): SoftmaxTable {
  const logits = new Float64Array(contexts * choices).fill(Number.NEGATIVE_INFINITY);
  for (const [row, allowed] of permitted.entries()) for (const a of allowed) logits[row * choices + a] = 0;
  return softmaxTable(contexts, choices, logits);
}
