// What is compared: what a warm writer of tiny programs practises, by chosen lists of problems and sizes of group. Every arm writes as
// many answers that it learns from; those that measure pass rates are counted apart.

import { writtenTries } from "../../algorithms/text/written-tries.ts";
import { Random } from "../../core/random.ts";
import { startsFrom } from "../../environments/starts.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type PassRate, passRates } from "../../evaluation/statistics/pass-rates.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { type Bed, GRPO, paidWriter, textContext, type Writer, warmWriter } from "../../study/testbeds/text.ts";
import { easyFocus, hardFocus } from "./hard-focus.ts";
import { drawProblems, HARD_FROM, type Problems, type ProgramStanding, standingOf, startsOf } from "./problems.ts";

/** Mostly short formulas, stopped early: right answers become rare with the number of operators. One in twenty never ends. */
const WARM: Bed = {
  world: { id: "language/program", operators: [1, 1, 1, 0.8, 0.8], noise: 0.08, unended: 0.05 },
  width: 32,
  steps: 800,
};
/** Where it practises and is judged: every number of operators, as often. */
const EVEN: Bed = { ...WARM, world: { ...WARM.world, operators: [1, 1, 1, 1, 1] } };

/** Answers of a group in the first stage, and in the second; tries by which pass rates are known. */
const [FEW, MANY, TRIES] = [8, 64, 64];

/** How much is practised. */
interface Size {
  /** Answers that each arm learns from, and those of an update. */
  readonly rollouts: number;
  readonly batch: number;
  readonly rate: number;
  /** Training problems of each level, and those of the phases of the second stage. */
  readonly trained: number;
  readonly phases: readonly number[];
}

/** An update of the second stage has one problem. The rate was chosen on seeds 1 to 3. */
export const SMALL: Size = { rollouts: 12_800, batch: 64, rate: 3e-4, trained: 24, phases: [24, 16, 8] };
/** It has eight, of lists from two hundred hard ones. Uniform practice ended higher over all problems than at 3e-4, on seed 901. */
export const LARGE: Size = { rollouts: 102_400, batch: 512, rate: 8e-4, trained: 100, phases: [96, 64, 32] };

/** Which problems a phase practises, of those that were practised before it. */
type Choice = (rates: readonly PassRate[], count: number) => readonly PassRate[];

/** An arm; `half` begins from the model that the first stage made with half of the answers, and uses the other half. */
interface Arm {
  readonly half: boolean;
  /** Default all problems, as often; "further": hard problems that are not in the list, hardly ever the same one again. */
  readonly choose?: Choice | "random" | "further";
  readonly group: number;
  /** Steps of an eighth of the size, and eight times as many; their rate goes with the root of the size. */
  readonly small?: boolean;
}

const hardest: Choice = (rates, count) => hardFocus(rates, { count });

const arms = {
  uniform: { half: true, group: FEW },
  "two stages": { half: true, choose: hardest, group: MANY },
  "hard first": { half: false, choose: hardest, group: MANY },
  easy: { half: true, choose: easyFocus, group: MANY },
  "small groups": { half: true, choose: hardest, group: FEW, small: true },
  random: { half: true, choose: "random", group: MANY },
  // Not the recipe's: small groups in usual steps, of many more problems, to tell whether its lists are too short.
  "further hard": { half: true, choose: "further", group: FEW },
} as const satisfies Readonly<Record<string, Arm>>;

export type ArmName = keyof typeof arms;

const COMMON: readonly ArmName[] = ["uniform", "two stages", "hard first", "easy"];
export const SHORT_ARMS: readonly ArmName[] = [...COMMON, "further hard"];
export const LONG_ARMS: readonly ArmName[] = [...COMMON, "small groups", "random"];

/** What came of a training. */
export interface Conduct extends ProgramStanding {
  /** Share of groups that taught something, over the updates of its own stage; 0 without any. */
  readonly live: number;
  /** Share of the hard training problems that are solved at least once in 16 tries; of arms. */
  readonly coverage?: number;
  /** Mean pass rate of the problems of the first phase, before it and at the end; of a list that was chosen by rates. */
  readonly practised?: { readonly before: number; readonly after: number };
  /** Answers that were written to measure pass rates alone. */
  readonly measuring: number;
}

/**
 * Beside arms: the warm model, the first stage, the first stage paid by one test case instead of five, and practice of problems
 * that the warm model never solved.
 */
export type Stage = ArmName | "warm" | "first stage" | "one test" | "unseen";

export interface Job extends Size {
  readonly seed: number;
  readonly names: readonly ArmName[];
}

/** What practice made of a writer. */
interface Came extends Partial<Pick<Conduct, "measuring" | "practised" | "coverage">> {
  readonly writer: Writer;
  readonly live?: readonly number[];
}

/** Updates are told apart by numbers: those of the second stage and of each further phase begin at multiples of this. */
const SECOND = 10_000;

/** Practice on a list of starts. */
interface Practice {
  readonly starts: readonly number[];
  readonly rollouts: number;
  readonly group: number;
  readonly batch?: number | undefined;
  /** The declared reward; default right answers. */
  readonly pay?: unknown;
  /** Updates that went before. */
  readonly after?: number;
}

/** Warms a model up and lets a copy of it practise in each arm. */
export async function train(
  { seed, names, rollouts, batch: usual, rate, trained, phases }: Job,
  signal?: AbortSignal,
): Promise<Partial<Record<Stage, Conduct>>> {
  const context = textContext(EVEN, { channel: "correct" }, seed);
  const problems = drawProblems(context.makeEnvironment(), seed, trained);
  const everything = startsOf(problems.training);
  const warm = warmWriter(WARM, seed, signal);

  const practise = (from: Writer, { starts, rollouts: share, group, batch = usual, pay, after }: Practice) => {
    const paid = pay === undefined ? context : textContext(EVEN, pay, seed);
    const chosen = { ...paid, makeEnvironment: () => startsFrom(paid.makeEnvironment(), starts) };
    const options = { ...GRPO, rate: rate * Math.sqrt(batch / usual), questions: batch / group, answers: group };
    const { writer, reports } = paidWriter(chosen, from, Math.floor(share / batch), options, { signal, after });
    return { writer, live: reports.map(({ liveGroups }) => liveGroups) };
  };
  const measured = ({ model, parameters }: Writer, starts: readonly number[], name: string, answers = TRIES) =>
    passRates(writtenTries(context, model, parameters, { starts, answers }, Random.of(seed, "pass rates", name)));
  const judged = ({ writer, live = [0], measuring = 0, ...further }: Came): Conduct => ({
    ...standingOf(context, writer, problems.heldOut),
    live: mean(live),
    measuring,
    ...further,
  });

  /** Ever fewer problems, chosen anew before each phase by their rates under the model as it is. */
  function focus(from: Writer, name: ArmName, rates: readonly PassRate[], share: number): Came {
    const { choose, group, small }: Arm = arms[name];
    const batch = small ? usual / FEW : usual;
    let [writer, left, measuring] = [from, everything, everything.length * TRIES];
    let known = rates;
    let first: readonly PassRate[] = [];
    const live: number[] = [];
    for (const [phase, count] of phases.entries()) {
      if (phase > 0) {
        known = measured(writer, left, `${name} ${phase}`);
        measuring += left.length * TRIES;
      }
      const chosen =
        choose === "random" ? someOf(known, count, seed) : typeof choose === "function" ? choose(known, count) : [];
      if (phase === 0) first = chosen;
      // Where every problem is solved always or never, practice goes on with those of the phase before.
      if (chosen.length > 0) left = listOf(left, chosen);
      const after = from === half ? SECOND + phase * SECOND : phase * SECOND;
      const step = practise(writer, { starts: left, rollouts: share / phases.length, group, batch, after });
      writer = step.writer;
      live.push(...step.live);
    }
    const again = measured(writer, listOf(everything, first), `${name} again`);
    const practised = { before: mean(first.map(({ rate }) => rate)), after: mean(again.map(({ rate }) => rate)) };
    return { writer, live, measuring, practised };
  }

  const firstStage = { starts: everything, rollouts: rollouts / 2, group: FEW };
  const half = practise(warm, firstStage).writer;
  const before = { half: measured(half, everything, "half"), warm: measured(warm, everything, "warm") };

  function came(name: ArmName): Came {
    const { choose, group, half: second }: Arm = arms[name];
    if (typeof choose === "function" || choose === "random") {
      return second ? focus(half, name, before.half, rollouts / 2) : focus(warm, name, before.warm, rollouts);
    }
    const starts = choose === "further" ? startsOf(problems.further) : everything;
    return practise(half, { starts, rollouts: rollouts / 2, group, after: SECOND });
  }

  function outcome(name: ArmName): Conduct {
    const found = came(name);
    const rates = measured(found.writer, hardOf(problems), "coverage", 16);
    return judged({ ...found, coverage: mean(rates.map(({ passed }) => (passed > 0 ? 1 : 0))) });
  }

  const never = before.warm.filter(({ passed }) => passed === 0);
  const unsolved = listOf(everything, never).slice(-phases[2]);
  return {
    warm: judged({ writer: warm }),
    "first stage": judged({ writer: half }),
    ...Object.fromEntries(names.map((name) => [name, outcome(name)])),
    "one test": judged(practise(warm, { ...firstStage, pay: { channel: "firstPassed" } })),
    unseen: judged(practise(warm, { starts: unsolved, rollouts: 20 * usual, group: MANY })),
  };
}

function hardOf({ training }: Problems): number[] {
  return startsOf(training.filter(({ operators }) => operators >= HARD_FROM));
}

function listOf(starts: readonly number[], chosen: readonly PassRate[]): number[] {
  return chosen.map(({ prompt }) => starts[prompt]);
}

function someOf(rates: readonly PassRate[], count: number, seed: number): PassRate[] {
  const order = [...rates];
  shuffle(order, Random.of(seed, "random problems", count));
  return order.slice(0, count);
}

export const trainingPart = { module: import.meta.url, name: "train", compute: train };
