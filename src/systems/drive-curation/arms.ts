// What is compared: what a warm writer of tiny programs practises, by chosen lists of problems and sizes of group. Every arm writes as
// many answers that it learns from; those that measure pass rates are counted apart.

import { writtenTries } from "../../algorithms/text/written-tries.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { startsFrom } from "../../environments/starts.ts";
import { easyFocus, hardFocus } from "../../evaluation/hard-focus.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type PassRate, passRates } from "../../evaluation/statistics/pass-rates.ts";
import { shuffle } from "../../math/shuffle.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { type Bed, GRPO, paidWriter, textContext, type Writer, warmWriter } from "../../study/testbeds/text.ts";
import { drawProblems, HARD_FROM, type Problems, startsOf } from "./problems.ts";
import { type Standing, standingOf } from "./standing.ts";

/** Mostly short formulas, stopped early: right answers become rare with the number of operators. */
const WARM: Bed = {
  world: { id: "language/program", operators: [1, 1, 1, 0.8, 0.8], noise: 0.08 },
  width: 32,
  steps: 800,
};
/** Where it practises and is judged: every number of operators, as often. */
const EVEN: Bed = { ...WARM, world: { ...WARM.world, operators: [1, 1, 1, 1, 1] } };

/** Answers of an update, of a group in the first stage, and of one in the second. */
const BATCH = 64;
const FEW = 8;
const MANY = 64;
/**
 * Of the rates tried on seeds 1 to 3, two or three on each: uniform practice with 10⁻³ loses hard problems, and with 10⁻⁴ learns
 * slowly. In the second stage 10⁻⁴ and steps of four questions end lower in hard problems; 6·10⁻⁴ ends 0.02 and 0.00 higher there
 * and 0.02 lower in the others.
 */
const RATE = 3e-4;
/** Problems of the phases of the second stage, and tries by which their pass rates are known. */
const PHASES = [24, 16, 8];
const TRIES = 64;
/** A test that asks for what no program holds: pass rates are exactly 0. */
const UNSOLVABLE = { product: [{ channel: "correct" }, { channel: "marks" }] };

/** Which problems a phase practises, of those that were practised before it. */
type Choice = (rates: readonly PassRate[], count: number) => readonly PassRate[];

/** An arm; `half` begins from the model that the first stage made with half of the answers, and uses the other half. */
interface Arm {
  readonly half: boolean;
  /** Default all problems, as often; "further": hard problems that are not in the list, hardly ever the same one again. */
  readonly choose?: Choice | "random" | "further";
  readonly group: number;
  /** Answers of an update; default `BATCH`. */
  readonly batch?: number | undefined;
}

const hardest: Choice = (rates, count) => hardFocus(rates, { count });

const arms = {
  uniform: { half: true, group: FEW },
  "two stages": { half: true, choose: hardest, group: MANY },
  "hard first": { half: false, choose: hardest, group: MANY },
  easy: { half: true, choose: easyFocus, group: MANY },
  "small groups": { half: true, choose: hardest, group: FEW, batch: FEW },
  random: { half: true, choose: "random", group: MANY },
  // Not the recipe's: why its second stage does what it does here. Steps of eight questions, of its list and of many more problems.
  "mixed steps": { half: true, choose: hardest, group: FEW },
  "further hard": { half: true, choose: "further", group: FEW },
} as const satisfies Readonly<Record<string, Arm>>;

export type ArmName = keyof typeof arms;

/** Arms of the short form, and of the long one. */
export const SHORT_ARMS: readonly ArmName[] = ["uniform", "two stages", "hard first", "easy", "further hard"];
export const ALL_ARMS: readonly ArmName[] = [...SHORT_ARMS, "mixed steps", "small groups", "random"];

/** What came of an arm. */
export interface Outcome {
  readonly standing: Standing;
  /** Share of groups that taught something, over the updates of the arm's own stage. */
  readonly live: number;
  /** Share of the hard training problems that are solved at least once in 16 tries. */
  readonly coverage: number;
  /** Mean pass rate of the problems of the first phase, before it and at the end; of a list that was chosen by rates. */
  readonly practised?: { readonly before: number; readonly after: number };
  /** Answers that were written to measure pass rates alone. */
  readonly measuring: number;
}

export interface Trained {
  readonly warm: Standing;
  /** After the first stage. */
  readonly half: Standing;
  readonly arms: Readonly<Partial<Record<ArmName, Outcome>>>;
  /** The first stage, paid by one test case instead of five. */
  readonly oneTest: Standing;
  /** Practice of the problems that the warm model never solved, whose tests no program passes, or under their own tests. */
  readonly unsolvable: Unsolved;
  readonly unseen: Unsolved;
}

/** Share of live groups, and where practice ended. */
interface Unsolved {
  readonly live: number;
  readonly standing: Standing;
}

export interface Job {
  readonly seed: number;
  readonly names: readonly ArmName[];
  /** Answers that each arm learns from. */
  readonly rollouts: number;
}

/** What practice made of a writer. */
interface Came extends Pick<Outcome, "measuring" | "practised"> {
  readonly writer: Writer;
  readonly live: readonly number[];
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
export async function train({ seed, names, rollouts }: Job, signal?: AbortSignal): Promise<Trained> {
  const context = textContext(EVEN, { channel: "correct" }, seed);
  const problems = drawProblems(context.makeEnvironment());
  const everything = startsOf(problems.training);
  const warm = warmWriter(WARM, seed, signal);

  const practise = (from: Writer, { starts, rollouts: share, group, batch = BATCH, pay, after }: Practice) => {
    const paid: TrainingContext = pay === undefined ? context : textContext(EVEN, pay, seed);
    const chosen = { ...paid, makeEnvironment: () => startsFrom(paid.makeEnvironment(), starts) };
    const options = { ...GRPO, rate: RATE, questions: batch / group, answers: group };
    return paidWriter(chosen, from, Math.floor(share / batch), options, { signal, after });
  };
  const measured = ({ model, parameters }: Writer, starts: readonly number[], name: string, answers = TRIES) =>
    passRates(writtenTries(context, model, parameters, { starts, answers }, Random.of(seed, "pass rates", name)));
  const judge = (writer: Writer) => standingOf(context, writer, problems.heldOut);

  /** Ever fewer problems, chosen anew before each phase by their rates under the model as it is. */
  function focus(from: Writer, name: ArmName, rates: readonly PassRate[], share: number): Came {
    const { choose, group, batch }: Arm = arms[name];
    let [writer, left, measuring] = [from, everything, everything.length * TRIES];
    let known = rates;
    let first: readonly PassRate[] = [];
    const live: number[] = [];
    for (const [phase, count] of PHASES.entries()) {
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
      const step = practise(writer, { starts: left, rollouts: share / PHASES.length, group, batch, after });
      writer = step.writer;
      live.push(...step.reports.map(({ liveGroups }) => liveGroups));
    }
    const again = measured(writer, listOf(everything, first), `${name} again`);
    const practised = { before: mean(first.map(({ rate }) => rate)), after: mean(again.map(({ rate }) => rate)) };
    return { writer, live, measuring, practised };
  }

  /** The second half as one list. */
  function listed(from: Writer, starts: readonly number[], group: number, share: number): Came {
    const { writer, reports } = practise(from, { starts, rollouts: share, group, after: SECOND });
    return { writer, live: reports.map(({ liveGroups }) => liveGroups), measuring: 0 };
  }

  const half = practise(warm, { starts: everything, rollouts: rollouts / 2, group: FEW }).writer;
  const before = { half: measured(half, everything, "half"), warm: measured(warm, everything, "warm") };

  function came(name: ArmName): Came {
    const { choose, group, half: second }: Arm = arms[name];
    if (choose === undefined) return listed(half, everything, group, rollouts / 2);
    if (choose === "further") return listed(half, startsOf(problems.further), group, rollouts / 2);
    return second ? focus(half, name, before.half, rollouts / 2) : focus(warm, name, before.warm, rollouts);
  }

  function outcome(name: ArmName): Outcome {
    const { writer, live, measuring, practised } = came(name);
    return {
      standing: judge(writer),
      live: mean(live),
      coverage: coverageOf(writer),
      measuring,
      ...(practised && { practised }),
    };
  }

  function coverageOf(writer: Writer): number {
    const rates = measured(writer, hardOf(problems), "coverage", 16);
    return mean(rates.map(({ passed }) => (passed > 0 ? 1 : 0)));
  }

  const never = listOf(
    everything,
    before.warm.filter(({ passed }) => passed === 0),
  ).slice(-PHASES[2]);
  const shortly = (pay?: unknown): Unsolved => {
    const { writer, reports } = practise(warm, { starts: never, rollouts: 20 * BATCH, group: MANY, pay });
    return { live: mean(reports.map(({ liveGroups }) => liveGroups)), standing: judge(writer) };
  };
  const oneTest = practise(warm, {
    starts: everything,
    rollouts: rollouts / 2,
    group: FEW,
    pay: { channel: "firstPassed" },
  });
  return {
    warm: judge(warm),
    half: judge(half),
    arms: Object.fromEntries(names.map((name) => [name, outcome(name)])),
    oneTest: judge(oneTest.writer),
    unsolvable: shortly(UNSOLVABLE),
    unseen: shortly(),
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

export const trainingPart: StudyJob<Job, Trained> = { module: import.meta.url, name: "train", compute: train };
