// What a report shows, as plain data: the terminal, the JSON output and the page all read this one record. It holds no
// time stamps, so that the same run gives the same bytes.

import type { Channel } from "../../core/channel.ts";
import type { FORMATS } from "../../core/formats.ts";
import type { WrittenText } from "../../core/written-text.ts";
import type { GoldBesideProxy } from "../../evaluation/overoptimisation/pressed-curve.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import type { ReadLog } from "../experiment/played-windows.ts";
import type { ClaimedMeasures, ClaimsAge, JudgedClaim } from "./judged-claim.ts";
import type { Lengths } from "./lengths.ts";
import type { RunComputed } from "./run-computed.ts";

/** The measures that variants are compared by, in the order in which every table and figure shows them. */
export const HEADLINE = ["objective", "pay", "welfare", "inequality", "steps", "terminated"] as const;
export type Headline = (typeof HEADLINE)[number];

/** A record of the headline measures. */
export function byHeadline<T>(of: (measure: Headline) => T): Record<Headline, T> {
  const [objective, pay, welfare, inequality, steps, terminated] = HEADLINE.map(of);
  return { objective, pay, welfare, inequality, steps, terminated };
}

/** Everything a report needs; what is missing (no data) is null, never zero. */
export interface ReportData {
  /** Version of this record. */
  readonly format: typeof FORMATS.report;
  /** Version of Agon that computed the cells. */
  readonly agon: string;
  readonly run: string;
  /** The experiment's `title`, or its file name. */
  readonly title: string;
  /** The experiment's YAML, as it was run. */
  readonly source: string;
  /** What the command line had set beside it, as it was typed: `--seeds 3`. Absent in reports of earlier versions. */
  readonly flags?: readonly string[];
  readonly objective: Objective;
  /** The variant that the others are held against; the first where it is left out. */
  readonly baseline?: string;
  /** What the comparison found, in a paragraph that a reader can quote. */
  readonly finding: Finding;
  /** What the experiment claims, judged; left out where it claims nothing, and by reports of earlier versions. */
  readonly claims?: readonly JudgedClaim[];
  /** What they are about, of every variant; left out with them. */
  readonly claimed?: readonly ClaimedMeasures[];
  /** How the claims in git stand to the first cell; left out where no git knows the file. */
  readonly claimsAge?: ClaimsAge;
  /** Runs of the stages that go before, by their names; left out where there are none. */
  readonly stages?: readonly { readonly name: string; readonly run: string }[];
  /** Cells that the experiment asks for, and those found in the store. */
  readonly cells: { readonly planned: number; readonly done: number };
  readonly variants: readonly VariantReport[];
  /** Every pair of variants on every headline measure; b − a on the same seeds. */
  readonly effects: readonly Effect[];
  /** Users' logs that worlds played. */
  readonly logs: readonly ReadLog[];
  /** Why episodes were broken off, where agents ask others and got no answer; such episodes are in no mean. */
  readonly failures: readonly Failure[];
  /** Files that could not be read, with the reason. */
  readonly damaged: readonly string[];
  /** What computed the cells; left out by reports of earlier versions. */
  readonly computed?: RunComputed;
}

/** Episodes of a variant that failed for one reason. */
export interface Failure {
  readonly variant: string;
  readonly reason: string;
  readonly episodes: number;
}

/** A number that is compared: pay, the objective, welfare, inequality, or a channel. */
export interface Measure {
  readonly name: string;
  /** Of the objective: what an experiment calls it. */
  readonly called?: string;
  readonly unit: string;
  readonly meaning: string;
}

/** In which of seven ways a run answers. */
export const FINDING_KINDS = [
  ...(["more", "same", "cannot tell", "nothing learnt"] as const),
  ...(["does not respond", "not comparable", "one setting"] as const),
];
export type FindingKind = (typeof FINDING_KINDS)[number];

/** What a run found. */
export interface Finding {
  readonly kind: FindingKind;
  /** The variant with the most of the objective; null where the seeds do not single one out. */
  readonly best: string | null;
  /** Sentences of plain text, and the statistics behind them in brackets. */
  readonly text: string;
  /** What else there is to say, a sentence each. */
  readonly notes: readonly string[];
  /** Where pay in one coin and world bought less: `to` was paid more than `from`, or as much, and gave less of the objective. */
  readonly reversal?: { readonly from: string; readonly to: string; readonly pay: "more" | "same" };
  /** Where no episode came to its end. */
  readonly failed?: true;
}

/** What a finding is made from. */
export type Compared = Omit<ReportData, "finding">;

/** What was wanted. */
export interface Objective extends Measure {
  /** Differences within it, in the objective's unit, count as the same. */
  readonly margin: number;
  /** The margin as a share of the objective's spread, `5 %`, where it was given so. */
  readonly marginShare?: string;
  /** What sentences call it, where that is not its name in words. */
  readonly label?: string;
  /** Whether an episode has it or has not, so that its mean is a share. */
  readonly once?: boolean;
}

/** What became of learners in their training. */
export interface Learning {
  /** Environment steps of a training; 0 where no agent learns. */
  readonly steps: number;
  /**
   * Pay of an episode in the last tenth of a training, less that in its first update; over seeds, mean over the learners. Null where no
   * agent learns, or where a training does not report pay.
   */
  readonly gain: Estimate | null;
  /** Whether they learnt: they were paid more. Of several learners, whose gains may be each other's losses: pay changed. */
  readonly learnt: boolean;
  /** Pay of an episode in the last tenth of a training, and of the evaluation after it; over seeds, mean over the learners. */
  readonly end: Estimate | null;
  readonly evaluation: Estimate | null;
  /** Why the two part, as a sentence; null where their intervals meet. */
  readonly parted: string | null;
}

/** A part of the description that variants may set. */
export type Aspect = "environment" | "agents" | "reward";

/** One setting of the comparison. Estimates are over seeds; each seed counts once. */
export interface VariantReport {
  readonly name: string;
  /** What sets this variant apart, `reward: private`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly environment: string;
  /** Parts of the description, hashed: equal where they are the same. */
  readonly described: Readonly<Record<Aspect, string>>;
  /** What a unit of pay is: `value`, or points of a formula. */
  readonly coin: string;
  /** Whether a channel is paid as it stands, not a sum by chosen weights. Left out by reports of earlier versions. */
  readonly isPlainPay?: boolean;
  /** Unit of the objective in this variant's world. */
  readonly objectiveUnit: string;
  readonly learning: Learning;
  readonly cells: number;
  readonly episodes: number;
  readonly agents: readonly AgentReport[];
  /** The world's, and what agents that ask others have counted: failed episodes, requests, tokens. */
  readonly channels: readonly Channel[];
  /** Pay of an episode, mean over agents. */
  readonly pay: Estimate;
  readonly objective: Estimate;
  /** Sum over agents of the payoff channel; without a value where the world has none. */
  readonly welfare: Estimate;
  /** Gini coefficient of the agents' payoffs in an episode, of their pay where the world has none. */
  readonly inequality: Estimate;
  /** Steps of an episode. */
  readonly steps: Estimate;
  /** Share of episodes that the world ended before the horizon. */
  readonly terminated: Estimate;
  /** Each channel, mean over agents. */
  readonly outcomes: Readonly<Record<string, Estimate>>;
  /** One point a seed: what was paid, beside what was wanted. */
  readonly points: readonly { readonly seed: number; readonly pay: number; readonly objective: number }[];
  /** What a learnt or judged pay promises and brings; null where pay is neither. */
  readonly overOptimisation: OverOptimisation | null;
  /** By measure name ("pay", "objective", then channels): mean over agents at each step, with its interval over seeds. */
  readonly curves: Readonly<Record<string, Curve>>;
  /** How long its episodes were; left out by reports of earlier versions. */
  readonly lengths?: Lengths;
  /** By measure ("pay", "objective", "entropy", …): over environment steps of training; empty where no agent learns. */
  readonly training: Readonly<Record<string, Curve>>;
  /** What learners wrote at the beginning, in the middle and at the end of a training; empty where no agent learns to write. */
  readonly texts: readonly WrittenUpdate[];
  /** The episode with the median objective, and the one with the lowest; null when no steps were stored. */
  readonly typical: ReplayData | null;
  readonly worst: ReplayData | null;
}

/** A weight that was learnt, over seeds. */
export interface LearntFeature {
  readonly feature: string;
  /** Points for a unit of the feature. */
  readonly weight: Estimate;
  /** What a difference of one standard deviation moves: see `measure`. */
  readonly standardised: Estimate;
}

/** What a learnt worth is in: log-odds of being preferred or of a reaction, or a score. */
export type LearntMeasure = "preference" | "reactions" | "scores";

/** What was learnt, or whose word it is, and what pay by it promises and brings. */
export interface OverOptimisation {
  /** Empty where a judge's word is paid as it stands, or texts are read. */
  readonly features: readonly LearntFeature[];
  /** Null where nothing is learnt. */
  readonly measure: LearntMeasure | null;
  /** Share of held-back pairs whose preferred text a reader gives the higher worth, over seeds; null where texts are not read. */
  readonly held: Estimate | null;
  /** Judges whose word is paid as it stands, with the channels that say it. */
  readonly judges: readonly { readonly channel: string; readonly judge: string }[];
  /** Questions that were answered, over seeds. */
  readonly comparisons: Estimate;
  /** Null where pay tells no two tries apart. */
  readonly bench: GoldBesideProxy | null;
  /** All of it in a sentence or two. */
  readonly text: string;
}

export interface AgentReport {
  readonly id: string;
  readonly label: string;
  /** The agent's policy, `equilibrium`. */
  readonly policy: string;
  /** Whether it learns in a training. */
  readonly learns: boolean;
  /** Whether what is paid can change what it does. */
  readonly knowsPay: boolean;
  /** Whether the world itself declares it, as a mark that others are held against. */
  readonly reference: boolean;
  readonly pay: Estimate;
  readonly outcomes: Readonly<Record<string, Estimate>>;
}

/** Values over steps. `low` and `high` are null at steps that fewer than two seeds reached. */
export interface Curve {
  /** Steps, or updates of a training, that a point is the mean of. */
  readonly width: number;
  readonly step: readonly number[];
  readonly mean: readonly number[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** Answers to one question, from one update of a training. */
export interface WrittenUpdate {
  readonly seed: number;
  readonly update: number;
  readonly texts: readonly WrittenText[];
}

/** Texts of one update, and all updates of its training that texts were kept of. */
export interface KeptTexts {
  readonly updates: readonly number[];
  readonly written: WrittenUpdate;
}

/** One stored episode, step by step. */
export interface ReplayData {
  readonly seed: number;
  readonly episode: number;
  readonly objective: number;
  /** [agents][steps] what each agent did, as a share of its largest action. */
  readonly actions: readonly (readonly number[])[];
  /** [agents][steps] what each agent was paid. */
  readonly pay: readonly (readonly number[])[];
  /**
   * Public matrices of the world (trust), by label, rebuilt from the stored actions: [agents × agents][steps], row-major,
   * row = who trusts. Of more than eight agents, [agents][steps]: the mean that each receives. Empty where there are none.
   */
  readonly matrices: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** Of a world of text with one writer, what stood there at the end, rebuilt from the stored actions. */
  readonly text?: EpisodeText;
}

/** The text of an episode, character by character. */
export interface EpisodeText {
  readonly characters: readonly string[];
  /** The step that wrote each character, from 0; −1 where the world wrote it. */
  readonly steps: readonly number[];
}

/** The paired difference b − a of one measure. */
export interface Effect {
  readonly a: string;
  readonly b: string;
  readonly measure: string;
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Coverage of the interval: 0.95 of one pair, more of several, so that it excludes zero exactly where `corrected` is below 0.05. */
  readonly confidence: number;
  /** Cohen's d of the paired differences; null where they have no spread. */
  readonly effectSize: number | null;
  readonly p: number | null;
  /** p, corrected (Holm) for all pairs of variants that were compared on the measure. */
  readonly corrected: number | null;
  /** Pairs of seeds. */
  readonly n: number;
}
