// The data of a report: the terminal, the JSON output and the page all read this one record. It has no time stamps, so the same run gives
// the same bytes.

import type { Channel } from "../../core/channel.ts";
import type { Picture } from "../../core/environment.ts";
import type { FORMATS } from "../../core/formats.ts";
import type { Point, Scene } from "../../core/scene.ts";
import type { GamedVariant } from "../../evaluation/audits/gamed-pay.ts";
import type { GoldBesideProxy } from "../../evaluation/overoptimisation/pressed-curve.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import type { ReadLog } from "../experiment/played-windows.ts";
import type { ClaimedMeasures, ClaimsAge, JudgedClaim } from "./judged-claim.ts";
import type { Lengths } from "./lengths.ts";
import type { RunComputed } from "./run-computed.ts";
import type { EpisodeText, WrittenUpdate } from "./text-data.ts";

/** The measures that variants are compared by, in the order in which every table and figure shows them. */
export const HEADLINE = ["objective", "pay", "welfare", "inequality", "steps", "terminated"] as const;
export type Headline = (typeof HEADLINE)[number];

export function byHeadline<T>(of: (measure: Headline) => T): Record<Headline, T> {
  const [objective, pay, welfare, inequality, steps, terminated] = HEADLINE.map(of);
  return { objective, pay, welfare, inequality, steps, terminated };
}

/** All data of a report. Missing data is null, never zero. */
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
  /** Options of the command line that overrode the file, as typed: `--seeds 3`. Absent in reports of earlier versions. */
  readonly flags?: readonly string[];
  readonly objective: Objective;
  /** The variant that the others are compared with; the first where omitted. */
  readonly baseline?: string;
  /** The result of the comparison, in a paragraph that can be quoted. */
  readonly finding: Finding;
  /** The experiment's claims with their verdicts. Omitted where it has none, and in reports of earlier versions. */
  readonly claims?: readonly JudgedClaim[];
  /** The measures that claims are about, of every variant. Omitted where `claims` is. */
  readonly claimed?: readonly ClaimedMeasures[];
  /** When the claims were committed to git, relative to the first cell. Omitted where git does not track the file. */
  readonly claimsAge?: ClaimsAge;
  /** Runs of the preceding stages, by their names. Omitted where there are none. */
  readonly stages?: readonly { readonly name: string; readonly run: string }[];
  /** Number of cells that the experiment plans, and of those found in the store. */
  readonly cells: { readonly planned: number; readonly done: number };
  readonly variants: readonly VariantReport[];
  /** Whether pay was gamed, of trained variants whose pay is declared and is not what is wanted. Omitted where there are none. */
  readonly gamed?: readonly GamedVariant[];
  /** Every pair of compared variants on every headline measure and channel; b − a on common seeds. */
  readonly effects: readonly Effect[];
  /** Users' logs that worlds have replayed. */
  readonly logs: readonly ReadLog[];
  /** Why episodes were aborted, where agents send requests and got no answer. Such episodes are in no mean. */
  readonly failures: readonly Failure[];
  /** Unreadable files, with the reason. */
  readonly damaged: readonly string[];
  /** Program versions that computed the cells. Omitted in reports of earlier versions. */
  readonly computed?: RunComputed;
}

/** Episodes of a variant that failed for one reason. */
export interface Failure {
  readonly variant: string;
  readonly reason: string;
  readonly episodes: number;
}

/** A measure that is compared: pay, the objective, welfare, inequality, or a channel. */
export interface Measure {
  readonly name: string;
  /** For the objective: its name in the experiment. */
  readonly called?: string;
  readonly unit: string;
  readonly meaning: string;
}

/** The seven kinds of answers that a run can give. */
export const FINDING_KINDS = [
  ...(["more", "same", "cannot tell", "nothing learnt"] as const),
  ...(["does not respond", "not comparable", "one setting"] as const),
];
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** The variant with the highest objective; null where the seeds do not single one out. */
  readonly best: string | null;
  /** Plain sentences, with the statistics behind them in brackets. */
  readonly text: string;
  /** Further notes, one sentence each. */
  readonly notes: readonly string[];
  /**
   * A case of pay that bought less, with one unit of pay and one world: `to` was paid as much as `from` or more, and gave less of the
   * objective.
   */
  readonly reversal?: { readonly from: string; readonly to: string; readonly pay: "more" | "same" };
  /** True where no episode finished. */
  readonly failed?: true;
}

/** The part of a report's data that its finding is made from. */
export type Compared = Omit<ReportData, "finding">;

export interface Objective extends Measure {
  /** Differences up to it, in the objective's unit, count as equal. */
  readonly margin: number;
  /** The margin as a share of the objective's spread, `5 %`, where it was given as one. */
  readonly marginShare?: string;
  /** Noun phrase in sentences, where it is not the name in words. */
  readonly label?: string;
  /** True where the objective is binary in an episode, so that its mean is a share. */
  readonly once?: boolean;
}

/** Results of learners in their training. */
export interface Learning {
  /** Environment steps of a training; 0 where no agent learns. */
  readonly steps: number;
  /**
   * Pay of an episode in the last tenth of a training, minus that in its first update; over seeds, mean over the learners. Null where no
   * agent learns, or where a training does not report pay.
   */
  readonly gain: Estimate | null;
  /** Whether they learnt, i.e. were paid more. With several learners, whose gains may be each other's losses: whether pay changed. */
  readonly learnt: boolean;
  /** Pay of an episode in the last tenth of a training, and of the evaluation after it; over seeds, mean over the learners. */
  readonly end: Estimate | null;
  readonly evaluation: Estimate | null;
  /** Why the two differ, as a sentence; null where their intervals overlap. */
  readonly parted: string | null;
}

/** A part of the description that variants may set. */
export type Aspect = "environment" | "agents" | "reward";

/** One setting of the comparison. Estimates are over seeds; each seed counts once. */
export interface VariantReport {
  readonly name: string;
  /** The settings that distinguish this variant, `reward: private`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly environment: string;
  /** Hashes of the parts of the description; equal hashes mean equal parts. */
  readonly described: Readonly<Record<Aspect, string>>;
  /** Unit of pay: `value`, or points of a formula. */
  readonly coin: string;
  /** Whether a channel is paid unchanged, not a weighted sum. Omitted in reports of earlier versions. */
  readonly isPlainPay?: boolean;
  /** Unit of the objective in this variant's world. */
  readonly objectiveUnit: string;
  readonly learning: Learning;
  readonly cells: number;
  readonly episodes: number;
  readonly agents: readonly AgentReport[];
  /** The world's channels, and counters of agents that send requests: failed episodes, requests, tokens. */
  readonly channels: readonly Channel[];
  /** Pay of an episode, mean over agents. */
  readonly pay: Estimate;
  readonly objective: Estimate;
  /** Sum over agents of the payoff channel; no value where the world has none. */
  readonly welfare: Estimate;
  /** Gini coefficient of the agents' payoffs in an episode; of their pay where the world has no payoff. */
  readonly inequality: Estimate;
  /** Steps of an episode. */
  readonly steps: Estimate;
  /** Share of episodes that the world ended before the horizon. */
  readonly terminated: Estimate;
  /** Each channel, mean over agents. */
  readonly outcomes: Readonly<Record<string, Estimate>>;
  /** One point per seed: pay and the objective. */
  readonly points: readonly { readonly seed: number; readonly pay: number; readonly objective: number }[];
  /** How optimising a learnt or judged pay affects the objective; null where pay is neither. */
  readonly overOptimisation: OverOptimisation | null;
  /** By measure name ("pay", "objective", then channels): mean over agents at each step, with its interval over seeds. */
  readonly curves: Readonly<Record<string, Curve>>;
  /** Lengths of its episodes. Omitted in reports of earlier versions. */
  readonly lengths?: Lengths;
  /** By measure ("pay", "objective", "entropy", …): over environment steps of training; empty where no agent learns. */
  readonly training: Readonly<Record<string, Curve>>;
  /** Texts that learners wrote at the beginning, in the middle and at the end of a training; empty where no agent learns to write. */
  readonly texts: readonly WrittenUpdate[];
  /** Pictures of the same captions in all variants. Omitted where the world has none, and in reports of earlier versions. */
  readonly pictures?: readonly DrawnPicture[];
  /** In a world whose actions are points of its scene: those of a seed, by what was to be drawn. */
  readonly planes?: readonly DrawnPlane[];
  /** The episode with the median objective, and the one with the lowest; null where no steps were stored. */
  readonly typical: ReplayData | null;
  readonly worst: ReplayData | null;
}

/** A picture that an agent drew in an episode, and what it was paid. */
export interface DrawnPicture extends Picture {
  readonly seed: number;
  readonly episode: number;
  readonly pay: number;
  /** Null where it is not known, and omitted in reports of earlier versions. */
  readonly objective?: number | null;
  /** Some of its states on the way from noise, for the first pictures of an agent that draws so. */
  readonly path?: readonly PictureState[];
}

/** A state of a picture on its way from noise, as PNGs like the picture's. */
export interface PictureState {
  /** From 1, noise, to 0. */
  readonly time: number;
  readonly png: string;
  /** Where guidance moves it: half of the light is nowhere, and all or none of it the strongest move that is shown. */
  readonly push?: string;
}

/** Points that an agent drew to one caption. */
export interface DrawnPlane {
  readonly title: string;
  /** The scene before a point is drawn. */
  readonly scene: Scene;
  readonly points: readonly Point[];
  /** Ways of the first points from noise, with the ends of the moves of guidance. */
  readonly paths: readonly { readonly states: readonly Point[]; readonly pushed: readonly (Point | null)[] }[];
}

/** A learnt weight, over seeds. */
export interface LearntFeature {
  readonly feature: string;
  /** Points per unit of the feature. */
  readonly weight: Estimate;
  /** Effect of one standard deviation of the feature, in the unit that `measure` names. */
  readonly standardised: Estimate;
}

/** Unit of a learnt worth: log-odds of being preferred, log-odds of a reaction, or a score. */
export type LearntMeasure = "preference" | "reactions" | "scores";

/** What was learnt or who judges, and how optimising such pay affects the objective. */
export interface OverOptimisation {
  /** Empty where a judge's verdict is paid unchanged, or texts are read. */
  readonly features: readonly LearntFeature[];
  /** Null where nothing is learnt. */
  readonly measure: LearntMeasure | null;
  /** Share of held-back pairs in which a reader ranks the preferred text higher, over seeds; null where texts are not read. */
  readonly held: Estimate | null;
  /** Judges whose verdict is paid unchanged, with its channels. */
  readonly judges: readonly { readonly channel: string; readonly judge: string }[];
  /** Number of answered questions, over seeds. */
  readonly comparisons: Estimate;
  /** Null where pay does not distinguish any two tries. */
  readonly bench: GoldBesideProxy | null;
  /** Summary in a sentence or two. */
  readonly text: string;
}

export interface AgentReport {
  readonly id: string;
  readonly label: string;
  /** The agent's policy, `equilibrium`. */
  readonly policy: string;
  /** Whether it learns in a training. */
  readonly learns: boolean;
  /** Whether the reward can change what the agent does. */
  readonly knowsPay: boolean;
  /** Whether the world itself declares it as a reference player. */
  readonly reference: boolean;
  readonly pay: Estimate;
  readonly outcomes: Readonly<Record<string, Estimate>>;
}

/** Values over steps. `low` and `high` are null at steps that fewer than two seeds reached. */
export interface Curve {
  /** Number of steps, or of training updates, that a point averages. */
  readonly width: number;
  readonly step: readonly number[];
  readonly mean: readonly number[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** One stored episode, step by step. */
export interface ReplayData {
  readonly seed: number;
  readonly episode: number;
  readonly objective: number;
  /** [agents][steps] action of each agent, as a share of its largest action. */
  readonly actions: readonly (readonly number[])[];
  /** [agents][steps] pay of each agent. */
  readonly pay: readonly (readonly number[])[];
  /**
   * Public matrices of the world (trust), by label, rebuilt from the stored actions: [agents × agents][steps], row-major, the row trusts
   * the column. With more than eight agents, [agents][steps]: the mean that each receives. Empty where there are none.
   */
  readonly matrices: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** For a world of text with one writer: the final text, rebuilt from the stored actions. */
  readonly text?: EpisodeText;
}

/** The paired difference b − a of one measure. */
export interface Effect {
  readonly a: string;
  readonly b: string;
  readonly measure: string;
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Level of the interval: 0.95 for one pair, higher for several, so that it excludes zero exactly where `corrected` is below 0.05. */
  readonly confidence: number;
  /** Cohen's d of the paired differences; null where their standard deviation is 0. */
  readonly effectSize: number | null;
  readonly p: number | null;
  /** p, corrected (Holm) for all pairs of variants that were compared on the measure. */
  readonly corrected: number | null;
  /** Number of common seeds. */
  readonly n: number;
}
