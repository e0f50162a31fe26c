// What a weighing says, as data that pages read: figures of pays, texts, and what was left out.

import type { LabelFigures } from "../../evaluation/overoptimisation/labelled-want.ts";
import type { TermSlope } from "../../evaluation/overoptimisation/term-slopes.ts";
import type { WeighedPay } from "../../evaluation/overoptimisation/weighed-pay.ts";
import type { BadReason } from "../../logs/bad-rows.ts";
import type { PayTrend } from "./pay-trend.ts";
import type { TextCluster } from "./text-clusters.ts";
import type { Comparison } from "./weigh-finding.ts";

/** An answer with its numbers. */
export interface PairedText {
  /** Row of the log, from 1. */
  readonly row: number;
  readonly pay: number;
  readonly want: number;
  readonly text: string;
}

/** Two answers to one prompt. */
export interface TextPair {
  readonly prompt: string;
  /** The answer that is paid best; of several the one that is wanted most. */
  readonly paid: PairedText;
  /** The answer that is wanted most; of several the one that is paid best. */
  readonly wanted: PairedText;
  /** What the want loses between them. */
  readonly lost: number;
  /** Clusters that the better paid answer is in, by `shares`. */
  readonly shares: readonly string[];
}

/** What a pay likes and is not wanted. */
export interface WorstTexts {
  /** Prompts whose best paid answer is worth less than another one. */
  readonly losing: number;
  /** The worst of them with their texts, the greatest loss first. */
  readonly texts: readonly TextPair[];
  /** What the best paid answers share, on the worst of these prompts. */
  readonly clusters: readonly TextCluster[];
}

/** A judge beside the labels of a want. */
export interface JudgedWant extends LabelFigures {
  readonly judge: string;
}

/** What an audit's answers are in a weighing. */
export interface AttackCounts {
  readonly file: string;
  /** Answers that entered, the prompts at which they did, and their mean chance at these prompts. */
  readonly answers: number;
  readonly prompts: number;
  readonly mass: number;
  /** Answers whose prompt the log does not have, or has with fewer than two other answers. */
  readonly absent: number;
  readonly lonely: number;
  /** Answers without a number of the want or of a pay. */
  readonly unscored: number;
}

/** The first step under a pay; of one that is a sum also what each term adds. */
export type TermedStep = WeighedPay["slope"] & { readonly terms?: readonly TermSlope[] };

/** A pay with what the log says of it. */
export interface NamedPay extends WeighedPay, WorstTexts {
  readonly id: string;
  readonly slope: TermedStep;
  /** Its column or formula, where it has a name of its own. */
  readonly formula?: string;
  readonly finding: string;
}

/** The same for the rollouts with one value of a column. */
export interface WeighedPart {
  readonly value: string;
  readonly pays: readonly (WeighedPay & { readonly id: string; readonly slope: TermedStep })[];
}

/** What a log of rollouts says of pays. */
export interface WeighedLog {
  readonly file: string;
  /** What it was read as, where it is no table: *Inspect's log*. */
  readonly readAs?: string;
  /** Present where answers are pictures, and their texts are paths. */
  readonly arePictures?: true;
  /** The file's names of prompt and completion. */
  readonly columns: Readonly<Record<string, string>>;
  readonly want: string;
  /** Answers and prompts that were weighed; prompts with one answer, which pair with no other. */
  readonly answers: number;
  readonly prompts: number;
  readonly alone: number;
  /** Answers that were cut off; null where nothing says so. */
  readonly cut: number | null;
  /** Rows that were left out as bad, the first of them in words, and their numbers by reason. */
  readonly skipped: number;
  readonly reasons: readonly string[];
  readonly counts: readonly BadReason[];
  /** Where the want is known of a part of the answers: what its labels say of the judge. */
  readonly labels?: JudgedWant;
  readonly attack?: AttackCounts;
  readonly pays: readonly NamedPay[];
  /** Differences between the pay that buys most and each other one, at the largest KL that both reach. */
  readonly comparisons: readonly Comparison[];
  /** The column whose values are looked at apart, its values, and how each pay goes over them where they are numbers. */
  readonly by?: string;
  readonly parts?: readonly WeighedPart[];
  readonly trends?: readonly PayTrend[];
  readonly finding: string;
  /** What a reader of the figures must know, in sentences. */
  readonly caveats: readonly string[];
}

/** What the page shows of the rollouts with one value of a column; of a long training there are many. */
export interface ShownPart {
  readonly value: string;
  readonly pays: readonly (Pick<NamedPay, "id" | "prompts" | "course" | "logged"> & {
    readonly slope: Pick<TermedStep, "normalised" | "terms">;
  })[];
}

/** A weighing that a store keeps. */
export interface ListedWeighing {
  readonly name: string;
  readonly title: string;
  readonly log: string;
  readonly want: string;
  /** Names of its pays, in the order of merit. */
  readonly pays: readonly string[];
  readonly answers: number;
  readonly finding: string;
  /** In ISO 8601. */
  readonly keptAt: string;
}

/** What a store has of weighings: those that can be opened, and its files that are damaged. */
export interface StoredWeighings {
  readonly kept: readonly ListedWeighing[];
  readonly damaged: readonly string[];
}

/** What the page shows. */
export interface WeighPageData {
  /** Pays in order of merit. */
  readonly weighing: Omit<WeighedLog, "parts"> & { readonly parts?: readonly ShownPart[] };
  readonly title: string;
  /** Pictures as addresses of data, by their paths: the frames of each. */
  readonly pictures?: Readonly<Record<string, readonly string[]>>;
}
