// What is compared: two warm models, one of which makes up chains of digit maps that the other solves, with every guard in its
// place, without one of them, or without the play. What is true is measured, and never paid but in the oracle's arm.

import { channelIndex } from "../../core/channel.ts";
import { grouped } from "../../core/grouped.ts";
import { Random } from "../../core/random.ts";
import { posedIn } from "../../environments/language/proposer.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { studyJob } from "../../study/study.ts";
import { type DualPlayOptions, dualPlay, type Round } from "./dual-play.ts";
import { type Bed, GRPO, paidWriter, textContext, type Writer, warmWriter, writtenMeans } from "./text-bed.ts";

/** Chains that both models have seen, and longer ones that there is room for. */
const [SEEN, ROOM] = [4, 8];
const NOISE = 0.15;

const PROPOSER: Bed = {
  world: { id: "language/proposer", maps: SEEN, fewest: 1, room: ROOM, noise: NOISE },
  width: 32,
  steps: 800,
};
const SOLVER: Bed = {
  world: { id: "language/chain", maps: SEEN, fewest: 1, room: ROOM, noise: NOISE },
  width: 32,
  steps: 600,
};
/** Dr. GRPO: compared with the group's mean, not divided, each character by the longest possible text. */
const { questions: _, answers: __, ...ROLE } = { ...GRPO, scale: "none", average: "longest" } as const;

const FULL: DualPlayOptions = {
  questions: 6,
  answers: 6,
  // Chosen on seeds 1 and 2 among rates of 1e-4 to 2e-3 and temperatures of 0.6 (the source's, for both), 0.8 and 1.
  proposer: { ...ROLE, rate: 3e-4, temperature: 0.6 },
  solver: { ...ROLE, rate: 1e-3 },
  worth: { agreement: 0.2, difference: 0.3, novelty: 0.2 },
  easy: 1,
};

/** A way to play. */
interface Arm {
  readonly options: Partial<DualPlayOptions>;
  /** Rounds for each of the joint arm's, so that both roles are taught as often. */
  readonly rounds?: number;
}

const arms: Readonly<Record<string, Arm | "truth">> = {
  online: { options: {} },
  offline: { options: { turns: { proposer: 10, solver: 10 } }, rounds: 2 },
  // No agreement at all is worth nothing even so, since it is not above 0.
  "τ_low = 0": { options: { worth: { ...FULL.worth, agreement: 0 } } },
  "no validity gate": { options: { worth: { ...FULL.worth, agreement: -Infinity } } },
  "no diversity": { options: { worth: { ...FULL.worth, difference: -Infinity, novelty: 0 } } },
  coins: { options: { coins: true } },
  // As many questions and answers, of the lengths that the proposer is told, marked by the truth.
  oracle: "truth",
  "fixed proposer": { options: { proposerLearns: false } },
};

/** The arms that are compared; the fixed proposer, which comes last, is left to the longer form. */
export const armsOf = (full: boolean): readonly string[] => Object.keys(arms).slice(0, full ? undefined : -1);

/** What a solver is worth, by the hidden truth. */
interface Solving {
  /** Share of right answers to chains of lengths 1 to 4, 5 to 8, and all of them. */
  readonly seen: number;
  readonly longer: number;
  readonly all: number;
}

/** What was proposed over some rounds. */
interface Proposing {
  /** Shares of proposals: whose stated answer is true, that give their answer away. */
  readonly true: number;
  readonly leaks: number;
  /** Means: agreement, difference from earlier questions, maps. */
  readonly agreement: number;
  readonly difference: number;
  readonly maps: number;
  /** Different questions among 100. */
  readonly distinct: number;
  /** Of the letters that were asked for, in nats. */
  readonly letterEntropy: number;
  /** Share of rounds in which neither role learnt. */
  readonly skipped: number;
}

/** The solver that is left, and what was proposed in the last third of the rounds; nothing where there is no proposer. */
export interface PlayConduct extends Solving {
  readonly proposed?: Proposing;
}

/** The warm solver, and what came of a seed's arms. */
export interface PlaySeed {
  readonly warm: Solving;
  readonly arms: Readonly<Record<string, PlayConduct>>;
}

interface PlayJob {
  readonly seed: number;
  /** Rounds of a play in which both learn together. */
  readonly updates: number;
  readonly names: readonly string[];
}

function solvingOf(writer: Writer): Solving {
  const right = (maps: number, fewest: number) =>
    writtenMeans({ ...SOLVER, world: { ...SOLVER.world, maps, fewest } }, writer, 1).correct;
  const [seen, longer] = [right(SEEN, 1), right(ROOM, SEEN + 1)];
  return { seen, longer, all: (seen + longer) / 2 };
}

/** Warms both roles up and lets a copy of them play in each arm. */
export async function play({ seed, updates, names }: PlayJob, signal?: AbortSignal): Promise<PlaySeed> {
  const proposer = warmWriter(PROPOSER, seed, signal);
  const solver = warmWriter(SOLVER, seed, signal);
  const conduct = (name: string): PlayConduct => {
    const arm = arms[name];
    if (arm !== "truth") return played(proposer, solver, arm, updates, seed, signal);
    const context = textContext(SOLVER, { channel: "correct" }, seed);
    const options = { ...FULL.solver, questions: FULL.questions, answers: FULL.answers, tries: 1 };
    return solvingOf(paidWriter(context, solver, updates, options, { signal }).writer);
  };
  return { warm: solvingOf(solver), arms: Object.fromEntries(names.map((name) => [name, conduct(name)])) };
}

export const playPart = studyJob(import.meta.url, play);

function played(
  proposer: Writer,
  solver: Writer,
  { options, rounds = 1 }: Arm,
  updates: number,
  seed: number,
  signal?: AbortSignal,
): PlayConduct {
  const context = textContext(PROPOSER, { channel: "correct" }, seed);
  const own = { proposer: proposer.parameters.clone(), solver: solver.parameters.clone() };
  const pair = dualPlay(
    {
      proposer: { model: proposer.model, parameters: own.proposer, context, read: posedIn },
      solver: { model: solver.model, parameters: own.solver, longestQuestion: ROOM + 2, longestAnswer: ROOM },
    },
    { ...FULL, ...options },
  );
  const happened: Round[] = [];
  try {
    for (let round = 0; round < rounds * updates; round++) {
      happened.push(pair.round(Random.of(seed, "dual play", round)));
      signal?.throwIfAborted();
    }
  } finally {
    pair.close();
  }
  const at = (channel: string) => channelIndex(channel, context.spec.channels);
  return {
    ...solvingOf({ model: solver.model, parameters: own.solver }),
    proposed: proposingIn(happened.slice(-Math.floor(happened.length / 3)), at("correct"), at("maps")),
  };
}

function proposingIn(rounds: readonly Round[], correct: number, maps: number): Proposing {
  const proposing = rounds.filter(({ proposals }) => proposals.length > 0);
  const all = proposing.flatMap(({ proposals }) => proposals);
  const over = (of: (one: (typeof all)[number]) => number) => mean(all.map(of));
  const hundreds = Array.from({ length: Math.floor(all.length / 100) }, (_, k) => all.slice(100 * k, 100 * (k + 1)));
  return {
    true: over(({ outcomes }) => outcomes[correct]),
    leaks: over(({ leaks }) => (leaks ? 1 : 0)),
    agreement: over(({ agreement }) => agreement),
    difference: over(({ difference }) => difference),
    maps: over(({ outcomes }) => outcomes[maps]),
    distinct: mean(hundreds.map((some) => new Set(some.map(({ question }) => question)).size)),
    letterEntropy: entropyOf(all.flatMap(({ question }) => [...question].filter((c) => /[a-z]/.test(c)))),
    skipped: mean(proposing.map(({ skipped }) => (skipped ? 1 : 0))),
  };
}

/** −Σ f ln f over the shares of what is listed. */
function entropyOf(listed: readonly string[]): number {
  const shares = [...grouped(listed, (one) => one).values()].map(({ length }) => length / listed.length);
  return shares.reduce((sum, share) => sum - share * Math.log(share), 0);
}
