// A learner in a table that chooses what it learns from (TopoCurate, arXiv 2603.01714). It begins as an oracle of the world, tries
// many beginnings of episodes several times, and folds what it did at each into a graph. Then it imitates chosen successes, or
// practises chosen beginnings by policy gradients, or one after the other.

import { z } from "zod";
import { rowGradient } from "../../algorithms/tabular/group-ascent.ts";
import { observedTables } from "../../algorithms/tabular/observed-tables.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { restore, saved, savedSteps, stepsOf } from "../../algorithms/training-checkpoint.ts";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { ownValue } from "../../core/checked.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { flag, oneOf, positive, share, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { differentStarts, startOf } from "../../environments/starts.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { chosenRollouts, chosenTasks, graded, inAnyOrder, TASK_CHOICES } from "../../feedback/topology/choice.ts";
import { quotientGraph } from "../../feedback/topology/quotient-graph.ts";
import type { Rollout, Turn } from "../../feedback/topology/rollout.ts";
import { taskScores } from "../../feedback/topology/scores.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { episodeRunner } from "../../play/episode.ts";
import { streamsFrom } from "../../play/streams.ts";

const parameters = z.strictObject({
  from: z
    .string()
    .default("novice")
    .describe("the world's oracle that it begins as; it must say how likely its actions are"),
  tasks: whole(1, 10_000, 60).describe("beginnings of episodes that are tried"),
  tries: whole(1, 10_000, 32).describe("episodes from each; one that is paid more than 0 succeeds"),
  imitate: z
    .strictObject({
      keep: whole(0, 1_000_000, 0).describe("successes that are imitated"),
      by: oneOf(["topology", "shortest", "right"], "topology").describe(
        "which: those that score highest on the graphs, the shortest, or any",
      ),
      spare: flag(false).describe("the turns of a success that led astray are not imitated"),
      prior: positive(1000, 0.1).describe("how many answers the old habit counts for at each observation"),
    })
    .prefault({})
    .describe("imitation of chosen successes: an action becomes as likely as it is frequent among them"),
  practise: z
    .strictObject({
      updates: whole(0, 1_000_000, 0).describe("gradient steps"),
      keep: whole(1, 10_000, 40).describe("beginnings that are practised"),
      by: oneOf(TASK_CHOICES, "topology").describe(
        "which: drawn by error branches and ways to succeed, those nearest a pass rate of ½, or any",
      ),
      mix: z
        .tuple([share(0.75), share(0.25)])
        .default([0.75, 0.25])
        .describe("weights of error branches and of ways to succeed"),
      group: whole(2, 1000, 8).describe("episodes from each in an update, each paid in comparison with the others"),
      rate: positive(10_000, 50).describe("learning rate"),
    })
    .prefault({})
    .describe("policy gradients on chosen beginnings"),
});

type Options = z.output<typeof parameters>;

export const algorithm: BoundEntry<AlgorithmPlan> = bind({
  id: "topocurate",
  summary: "a table that begins as an oracle, and imitates chosen successes or practises chosen beginnings",
  source: "TopoCurate, arXiv 2603.01714",
  parameters,
  example: { environment: "tools/ticket-desk", parameters: { imitate: { keep: 100 } } },
  make: (p: Options): AlgorithmPlan => ({
    check: (spec) => void placeIn(spec, p),
    train: (context, from) => training(context, p, from),
  }),
});

/** Choices and observed states of the world, and the oracle that a habit begins as. Throws a UserError where the world has no few choices, or no such oracle. */
function placeIn(spec: NumericSpec, { from }: Pick<Options, "from">) {
  const { choices, oracles = {} } = spec;
  if (choices === undefined || spec.agents.length !== 1) {
    const what = "topocurate learns for one agent that has a few choices, and this world is another";
    throw new UserError({ code: "no-choices", what, hint: "try tools/ticket-desk" });
  }
  const oracle = ownValue(oracles, from);
  if (oracle === undefined) {
    throw new UserError({ ...unknownName("oracle of this world", from, Object.keys(oracles)), path: ["from"] });
  }
  const begin = () => oracle.play(0);
  if (begin().follow === undefined) {
    const what = `${from} does not say how likely its actions are`;
    throw new UserError({
      code: "no-chances",
      what,
      path: ["from"],
      hint: "begin as an oracle that draws its actions",
    });
  }
  return { choices, tables: observedTables(spec, undefined, choices), begin };
}

/** A policy in a table. The row of an observation is the oracle's until it is learnt, from when it is first met. */
function habitIn({ choices, tables, begin }: ReturnType<typeof placeIn>) {
  const table = softmaxTable(tables.size, choices);
  const met = new Float32Array(tables.size);
  const [entry, action] = [new Int32Array(1), new Float64Array(1)];
  const oracle = begin();
  // It is only followed: what it would draw itself does not matter.
  oracle.reset(Random.of(0, "followed"));
  return {
    table,
    met,
    /** The row of what is seen. */
    rowOf(seen: Float32Array): number {
      tables.write(seen, 0, entry);
      const [row] = entry;
      if (met[row] === 0) {
        met[row] = 1;
        for (action[0] = 0; action[0] < choices; action[0]++)
          table.logits[row * choices + action[0]] = oracle.follow?.(seen, action).logProbability ?? 0;
        table.refresh(row);
      }
      return row;
    },
  };
}

/** An episode with what was met and chosen in each turn. */
interface Try extends Rollout {
  readonly rows: readonly number[];
  readonly chosen: readonly number[];
}

function training(context: TrainingContext, p: Options, from: TrainingCheckpoint | undefined): Training {
  const { spec, random } = context;
  const { imitate, practise } = p;
  const place = placeIn(spec, p);
  const { choices } = place;
  const habit = habitIn(place);
  const { table } = habit;
  const runner = episodeRunner(context.makeEnvironment(), [() => context.makeReward()]);
  const gradient = rowGradient(table.logits.length / choices, choices);
  let practised: readonly number[] = [];
  let done = from?.updates ?? 0;
  let steps = from === undefined ? 0 : stepsOf(from);
  if (from !== undefined) {
    const tensors = new Map(from.tensors.map(({ name, data }) => [name, data]));
    const logits = new Float32Array(table.logits.length);
    restore(tensors, "logits", logits);
    restore(tensors, "met", habit.met);
    table.logits.set(logits);
    table.refreshAll();
  }

  function play(start: number, luck: Random): Try {
    const turns: Turn[] = [];
    const [rows, chosen]: number[][] = [[], []];
    const hand = luck.stream("hand");
    const { totals } = runner.play(
      {
        act({ actions, look }) {
          const row = habit.rowOf(look());
          rows.push(row);
          chosen.push(table.choose(row, hand));
          actions[0] = chosen[chosen.length - 1];
        },
        receive({ actions: [action], look }) {
          const tool = spec.choiceNames?.[action] ?? String(action);
          turns.push({ tool, action: tool, observation: look().join() });
        },
      },
      streamsFrom(startOf(start), luck),
    );
    steps += turns.length;
    return { id: String(start), task: String(start), turns, success: totals[0][0] > 0, rows, chosen };
  }

  /** Tries all beginnings, imitates, and chooses what is practised. */
  function begin() {
    const starts = differentStarts(context.makeEnvironment(), p.tasks, random.stream("starts"));
    if (practise.updates > 0 && starts.length < practise.keep) {
      const what = `${starts.length} beginnings were found, and ${practise.keep} are to be practised`;
      throw new UserError({ code: "few-starts", what, path: ["practise", "keep"], hint: "practise fewer" });
    }
    const luck = random.stream("tries");
    const tried = starts.map((start, n) =>
      Array.from({ length: p.tries }, (_, k) => play(start, luck.stream(start, n, k))),
    );
    const graphs = tried.map((own) => quotientGraph(own));
    const successes = graphs.flatMap((graph, n) =>
      graded(graph).flatMap(({ merit }, k) => (merit === undefined ? [] : [{ ...tried[n][k], merit }])),
    );
    const order = random.stream("choice");
    if (imitate.keep > 0) {
      const short = () => inAnyOrder(successes, order).toSorted((a, b) => a.turns.length - b.turns.length);
      follow(
        imitate.by === "shortest"
          ? short().slice(0, imitate.keep)
          : chosenRollouts(imitate.by, successes, imitate.keep, order),
      );
    }
    if (practise.updates > 0) {
      const scores = graphs.map((graph) => taskScores(graph));
      practised = chosenTasks(practise.by, scores, practise.keep, order, practise).map((n) => starts[n]);
    }
    return { pay: successes.length / (starts.length * p.tries) };
  }

  /** π(a|x) ← (κ·π(a|x) + n(x, a))/(κ + n(x)), n the turns that are imitated: the mean of a Dirichlet posterior. */
  function follow(examples: readonly (Try & { readonly merit: { readonly mistakes: readonly number[] } })[]): void {
    const weights = table.policy.map((chance) => imitate.prior * chance);
    for (const { rows, chosen, merit } of examples) {
      for (const [t, row] of rows.entries())
        if (!(imitate.spare && merit.mistakes.includes(t))) weights[row * choices + chosen[t]] += 1;
    }
    for (const [at, weight] of weights.entries()) table.logits[at] = Math.log(weight);
    table.refreshAll();
  }

  /** θ ← θ + rate·mean of A·∇log π over the episodes of an update, A the pay less the mean of the group's others. */
  function ascend() {
    const luck = random.stream("update", done);
    const episodes = practised.flatMap((start, n) =>
      Array.from({ length: practise.group }, (_, k) => play(start, luck.stream(start, n, k))),
    );
    const pay = Float64Array.from(episodes, ({ success }) => (success ? 1 : 0));
    const advantages = groupAdvantages(pay, practise.group, { baseline: "others", scale: "none" });
    for (const [k, { rows, chosen }] of episodes.entries()) {
      const weight = advantages[k] / episodes.length;
      for (const [t, row] of weight === 0 ? [] : rows.entries()) {
        const at = gradient.touch(row);
        for (let b = 0; b < choices; b++) gradient.values[at + b] += weight * table.policy[at + b];
        gradient.values[at + chosen[t]] -= weight;
      }
    }
    const moved = gradient.count();
    gradient.descend(table.logits, practise.rate, Number.POSITIVE_INFINITY);
    for (let k = 0; k < moved; k++) table.refresh(gradient.rows[k]);
    return { pay: mean(pay) };
  }

  return {
    update() {
      if (done > practise.updates) return undefined;
      const measures = done === 0 ? begin() : ascend();
      done += 1;
      return { steps, share: done / (practise.updates + 1), measures };
    },
    checkpoint: () =>
      done <= practise.updates
        ? undefined
        : { updates: done, tensors: [saved("logits", table.logits), saved("met", habit.met), savedSteps(steps)] },
    player(): Agent {
      const own = habitIn(place);
      // What is kept has 32 bits a number, and so has its player.
      own.table.logits.set(Float32Array.from(table.logits));
      own.met.set(habit.met);
      own.table.refreshAll();
      let hand: Random | undefined;
      return {
        reset(rng) {
          hand = rng;
        },
        act(seen, action) {
          if (hand === undefined) throw new Error("a policy acts before its first reset");
          action[0] = drawAt(own.table.policy, own.rowOf(seen) * choices, choices, hand);
        },
      };
    },
    close() {},
  };
}
