// A pipeline of search that answers a stream of queries: each stage chooses an output, one of which is right for the query's class, and the
// answer is right where all stages are. Users give thumbs for answers, and a few label each stage. Pay may be any of these channels.
// Source: the feedback of NExT-Search, arXiv 2505.14680, which measures nothing; the rules of users and of shadow users are ours.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { list, share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, field, flow, level, once, parts, seats } from "../declaration.ts";
import { debug, shadowLabel, suspect, userFields } from "./pipeline-users.ts";

const parameters = z.strictObject({
  horizon: whole(1, 10_000_000, 20_000).describe("queries, each of a user of its own"),
  stages: list(z.string().min(1).max(40), 1, 16, ["decomposition", "retrieval", "reranking", "answer"]).describe(
    "names of the stages, in their order; each has a seat",
  ),
  options: whole(2, 100, 4).describe("outputs that a stage chooses among"),
  classes: whole(1, 1000, 12).describe("classes of queries, all as frequent; for each, one output of a stage is right"),
  ...userFields,
  level: share(0.8).describe("share of right answers at which queries and feedback are no longer counted"),
  window: whole(1, 100_000, 500).describe("last queries over which that share is taken"),
  skill: share(0.8).describe("chance of a right output of the oracle `usual`"),
});
type Parameters = z.output<typeof parameters>;

export const pipeline: BoundEntry<NumericEnvironment> = bind({
  id: "retrieval/pipeline",
  summary:
    "stages of search answer queries; users give thumbs for answers, debuggers label stages, shadow users follow",
  source: "after arXiv 2505.14680, with users of our own",
  parameters,
  make: pipelineWorld,
});

/** Counts of an episode. */
const Tally = { failed: 0, named: 1, edited: 2, repaired: 3, sessions: 4, reached: 5 } as const;

function pipelineWorld(settings: Parameters): NumericEnvironment {
  const { horizon, stages, options, classes, window } = settings;
  checkNames(stages);
  const n = stages.length;
  const table = [classes, n, options];
  const state = layout({
    ...{ right: [classes, n], query: [1], step: [1] },
    ...{ output: [n], isRight: [n], labels: [n], shadows: [n], thumb: [1] },
    ...{ good: table, bad: table, up: table, down: table },
    // Of the last queries: which stages were right, and whether the answer was.
    ...{ last: [window, n + 1], recent: [n + 1], tally: [6] },
  });
  const { right, query, step: counter, output, isRight, labels, shadows, thumb, last, recent, tally } = state.views;
  const { good, bad, up, down } = state.views;
  const votes = { good: new Float64Array(n), bad: new Float64Array(n) };
  const channels = [
    flow("right", "share of answers", 0, 1, "mean", "1 where the answer is right: all stages are"),
    flow("stageRight", "share of outputs", 0, 1, "mean", "1 where the stage's own output is right"),
    flow("thumb", "thumbs", -1, 1, "sum", "thumb for the answer, the same for all stages: 1 up, −1 down, 0 none"),
    flow("stageLabel", "labels", -1, 1, "sum", "a debugger's label of the stage: 1 right, −1 wrong, 0 none"),
    flow(
      "shadowLabel",
      "labels",
      -1,
      1,
      "sum",
      "a shadow user's label of the stage where the user gives none, from −1 to 1",
    ),
    flow("queries", "queries", 0, 1, "sum", "queries until the level is reached, all where it is not"),
    flow("feedback", "pieces", 0, 2, "sum", "thumbs and sessions of debuggers until the level is reached"),
    once("reached", "levels", "1 where the share of right answers reaches the level"),
    level("recent", "share of the last answers", 0, 1, "right answers of the last ones"),
    level("weakest", "share of the last outputs", 0, 1, "right outputs of the last ones, in the stage that has fewest"),
    level(
      "named",
      "share of failures",
      0,
      1,
      "wrong answers so far of which feedback, on them and on earlier ones, names a stage that is wrong",
    ),
    level(
      "repaired",
      "share of edits",
      -1,
      1,
      "answers so far that become right as a debugger edits the first stage it calls wrong, less those that become wrong, per edit",
    ),
  ] as const;
  const C = channels.length;
  const [RIGHT, STAGE_RIGHT, THUMB, LABEL, SHADOW, QUERIES, FEEDBACK, REACHED, RECENT, WEAKEST, NAMED, REPAIRED] =
    channels.keys();

  const cell = (stage: number): number => (query[0] * n + stage) * options + output[stage];

  /** Collects feedback of the present user. Returns the number of its pieces. Always draws the same number of values. */
  function collect(isGood: boolean, random: Random): number {
    const [says, errs, debugs] = [random.uniform(), random.uniform(), random.uniform()];
    const gives = says < settings.thumbs;
    const isDebugger = debugs < settings.debuggers;
    thumb[0] = gives ? (isGood === errs >= settings.noise ? 1 : -1) : 0;
    debug(settings, isRight, labels, random);
    if (!isDebugger) labels.fill(0);
    for (let k = 0; k < n; k++) {
      const at = cell(k);
      const drawn = shadowLabel(settings, good[at], bad[at], random);
      shadows[k] = isDebugger ? 0 : drawn;
      if (thumb[0] !== 0) (thumb[0] > 0 ? up : down)[at] += 1;
      if (labels[k] !== 0) (labels[k] > 0 ? good : bad)[at] += 1;
    }
    if (isDebugger) tally[Tally.sessions] += 1;
    return (gives ? 1 : 0) + (isDebugger ? 1 : 0);
  }

  /** Names the stage of a wrong answer: by labels, or by thumbs where no user has labelled any. */
  function diagnose(isGood: boolean, random: Random): void {
    const byLabels = tally[Tally.sessions] > 0;
    for (let k = 0; k < n; k++) {
      votes.good[k] = (byLabels ? good : up)[cell(k)];
      votes.bad[k] = (byLabels ? bad : down)[cell(k)];
    }
    const stage = suspect(settings, votes.good, votes.bad, random);
    if (isGood) return;
    tally[Tally.failed] += 1;
    tally[Tally.named] += 1 - isRight[stage];
  }

  /** Edits the first stage that the debugger calls wrong: a wrong output becomes right, and a right one wrong. */
  function edit(isGood: boolean, wrong: number): void {
    const stage = labels.indexOf(-1);
    if (stage < 0) return;
    tally[Tally.edited] += 1;
    if (isGood) tally[Tally.repaired] -= 1;
    else if (wrong === 1 && isRight[stage] === 0) tally[Tally.repaired] += 1;
  }

  /** Takes the query into the window of the last ones. */
  function remember(isGood: boolean): void {
    const row = (counter[0] % window) * (n + 1);
    for (let k = 0; k <= n; k++) {
      const now = k < n ? isRight[k] : isGood ? 1 : 0;
      recent[k] += now - last[row + k];
      last[row + k] = now;
    }
  }

  const spec = {
    ...seats(stages, () => options - 1),
    horizon,
    actionUnit: "output",
    choices: options,
    choiceNames: Array.from({ length: options }, (_, k) => `output ${k + 1}`),
    observation: [field("class", 0, 1, "1 at the class of the query", { size: classes })],
    observationSize: classes,
    channels,
    publicState: parts({
      query: "class of the query",
      output: "outputs of the stages",
      isRight: "1 where a stage was right",
      labels: "labels of the debugger",
      shadows: "labels of the shadow user",
      thumb: "thumb",
    }),
    deterministic: false,
    symmetric: false,
    oracles: {
      usual: { meaning: "chooses the right output by the chance `skill`, else one of the others", play: usual },
      right: { meaning: "chooses the right output", play: (seat: number) => usual(seat, 1) },
    },
  };

  function usual(seat: number, skill = settings.skill): Agent {
    let hand: Random | undefined;
    let best = 0;
    return {
      reset(random) {
        hand = random;
      },
      watch(seen) {
        // The right outputs and the class of the query are the first parts of the state.
        best = seen[seen[classes * n] * n + seat];
      },
      act(_observation, action) {
        if (hand === undefined) throw new Error("a stage acts before its first reset");
        const isMissed = hand.uniform() >= skill;
        action[0] = isMissed ? (best + 1 + hand.integer(options - 1)) % options : best;
      },
    };
  }

  return {
    spec,
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      for (let k = 0; k < right.length; k++) right[k] = random.integer(options);
      query[0] = random.integer(classes);
    },
    step(actions, outcomes, random) {
      let wrong = 0;
      for (let k = 0; k < n; k++) {
        output[k] = choiceOf(actions[k], options);
        isRight[k] = output[k] === right[query[0] * n + k] ? 1 : 0;
        wrong += 1 - isRight[k];
      }
      const isGood = wrong === 0;
      const pieces = collect(isGood, random);
      diagnose(isGood, random);
      edit(isGood, wrong);
      remember(isGood);
      counter[0] += 1;
      const seen = Math.min(counter[0], window);
      const isCounted = tally[Tally.reached] === 0;
      const isReached = isCounted && counter[0] >= window && recent[n] >= settings.level * window;
      if (isReached) tally[Tally.reached] = 1;
      let weakest = seen;
      for (let k = 0; k < n; k++) weakest = Math.min(weakest, recent[k]);
      for (let k = 0; k < n; k++) {
        const at = k * C;
        outcomes[at + RIGHT] = isGood ? 1 : 0;
        outcomes[at + STAGE_RIGHT] = isRight[k];
        outcomes[at + THUMB] = thumb[0];
        outcomes[at + LABEL] = labels[k];
        outcomes[at + SHADOW] = shadows[k];
        outcomes[at + QUERIES] = isCounted ? 1 : 0;
        outcomes[at + FEEDBACK] = isCounted ? pieces : 0;
        outcomes[at + REACHED] = isReached ? 1 : 0;
        outcomes[at + RECENT] = recent[n] / seen;
        outcomes[at + WEAKEST] = weakest / seen;
        outcomes[at + NAMED] = tally[Tally.named] / Math.max(1, tally[Tally.failed]);
        outcomes[at + REPAIRED] = tally[Tally.repaired] / Math.max(1, tally[Tally.edited]);
      }
      query[0] = random.integer(classes);
      return counter[0] < horizon ? Status.running : Status.truncated;
    },
    observe(observations) {
      observations.fill(0);
      for (let k = 0; k < n; k++) observations[k * classes + query[0]] = 1;
    },
    scene() {
      const seen = Math.max(1, Math.min(counter[0], window));
      const bars = stages.map((name, k) => ({
        name,
        value: recent[k] / seen,
        fill: isRight[k] === 1 ? ("good" as const) : ("bad" as const),
        note: labels[k] === 0 ? "" : labels[k] > 0 ? "right" : "wrong",
      }));
      const says = thumb[0] === 0 ? "no thumb" : thumb[0] > 0 ? "a thumb up" : "a thumb down";
      return barScene(
        [{ title: "Right outputs of the last queries", bars, high: 1, notes: "the debugger's label" }],
        counter[0] === 0 ? "no query answered" : `${counter[0]} of ${horizon} queries answered, the last with ${says}`,
      );
    },
  };
}

/** Throws a UserError where two stages have one name. */
function checkNames(stages: readonly string[]): void {
  const twice = stages.findIndex((name, k) => stages.indexOf(name) < k);
  if (twice < 0) return;
  const what = `two stages are called "${stages[twice]}"`;
  throw new UserError({ code: "same-name", what, path: ["stages", twice], hint: "name them apart" });
}
