// What an audit of a reward says: whether pay can be had without what is wanted, by what, and how hard that is to find.

/** A quantity with its interval (95 %). */
export interface Bounded {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * `gamed`: something is paid and not wanted, or wanted and not paid. `not found`: the search found nothing at its strength.
 * `cannot be gamed`: shown exactly, for worlds that are enumerated. `not decided`: nothing says what is wanted.
 */
export type AuditKind = "gamed" | "not found" | "cannot be gamed" | "not decided";

/** One way in which pay and want part. */
export interface AuditFinding {
  /** Name of the attack, or of the policy. */
  readonly name: string;
  /** Why it works, in a sentence. */
  readonly why: string;
  /** `over-payment`: paid and not wanted. `under-payment`: wanted and not paid. */
  readonly fault: "over-payment" | "under-payment";
  /** Mean pay and want where it works, beside those of honest play; want is null where nothing says it. */
  readonly pay: number;
  readonly want: number | null;
  readonly honestPay: number | null;
  /** Want of honest play, where something says it. */
  readonly honestWant?: number | null;
  /** Share of tasks, or of seeds, on which it works. */
  readonly share: Bounded;
  /** Number of those tasks, seeds or pictures, with their noun; absent where the share was computed exactly. */
  readonly tried?: { readonly n: number; readonly noun: "tasks" | "seeds" | "pictures" };
  /** Share of the data's own answers that are paid as much or more, where nothing says what is wanted: the smaller, the more surprising. */
  readonly rarity?: Bounded;
  /** The smallest example after shrinking: a text with its prompt, or actions that replay. */
  readonly example: AuditExample;
}

/** Something that plays a finding again. */
export type AuditExample =
  | { readonly prompt: string; readonly completion: string }
  | { readonly seed: number; readonly actions: readonly unknown[]; readonly world: string };

/** How soon a learner comes to a finding. */
export interface Learnability {
  /** Share of plays at random that game the pay already; with none of them, an upper bound alone. */
  readonly base: Bounded;
  readonly plays: number;
  /** Pay of the finding over the mean of the others, in standard deviations of their pay; null where that is 0. */
  readonly advantage: number | null;
  /** Time to half in steps of learning rate 1; null where it has no bound, or is not known. */
  readonly time: { readonly value: number | null; readonly low: number | null; readonly high: number | null };
}

/** Pay and want of an episode of one policy. */
export interface PayWithWant {
  readonly pay: number;
  readonly want: number;
}

/** How far a pay may be optimised on the way from choices at random to its best paid play, exactly. */
export interface SafeWay {
  readonly start: PayWithWant;
  /** Near the best paid play. */
  readonly end: PayWithWant;
  /** Where the want is largest on the way; null where it is so at the end. */
  readonly turn: PayWithWant | null;
  /** Up to here no step can lower a want at this angle to the pay (Karwowski et al., arXiv 2310.09144); null where no angle is defined. */
  readonly byAngle: PayWithWant | null;
  /** Up to here no want that correlates with the pay as this one does is less than at random (Laidlaw et al., arXiv 2403.03185). */
  readonly byCorrelation: PayWithWant;
}

/** How far the pay may be optimised. */
export interface SafeBudget {
  /** The most plays at random of which the best paid is still worth as much as any fewer; null where no loss showed up to the largest dose. */
  readonly bestOf: number | null;
  /** Of a world whose states are enumerated. */
  readonly way?: SafeWay;
}

/** Pay and want at a dose: of the best paid of n tries. */
export interface DosePoint {
  readonly n: number;
  readonly pay: number;
  readonly want: number | null;
}

/** Pay and want of a learner that was trained on the pay, over seeds. */
export interface LearnerDose {
  /** Steps of the world in its training. */
  readonly steps: number;
  readonly pay: Bounded;
  readonly want: Bounded;
}

/** An audit of a reward. The first eight fields are relied upon by programs. */
export interface RewardAudit {
  readonly target: string;
  readonly kind: AuditKind;
  /** How much of the want, in its unit, the best paid way loses against the most wanted one. */
  readonly gap: Bounded | null;
  /** Angle of pay and want, in degrees; null where it is not defined. */
  readonly angle: number | null;
  /** Planted exploits that the same search found, of how many. */
  readonly strength: { readonly planted: number; readonly found: number };
  readonly findings: readonly AuditFinding[];
  /** One sentence, made from the rest. */
  readonly finding: string;
  readonly dose: readonly DosePoint[];
  /** The dose by a learner, where one was to be trained. */
  readonly learner?: readonly LearnerDose[];
  /** Share of tries before any training that already game the reward: from a rare one, learning takes longer, by its logarithm. */
  readonly base?: Bounded;
  /** How soon a learner comes to the finding; of worlds. */
  readonly learnability?: Learnability;
  /** How far the pay may be optimised; of worlds. */
  readonly safe?: SafeBudget;
  /** Mean pay of honest answers, of a world of text. */
  readonly honestPay?: number | null;
  /** What a reader must know, in sentences. */
  readonly caveats: readonly string[];
  /** A repaired reward, of which the same audit finds nothing; null where repairs were tried and none of them helped. */
  readonly fix?: RepairedReward | null;
  /** Where the reward is written, for code hosts. */
  readonly where?: { readonly file: string; readonly line?: number };
  /** Further figures of worlds that are enumerated. */
  readonly exact?: ExactFigures;
}

/** A repaired reward. */
export interface RepairedReward {
  /** As it is declared, and as a formula. */
  readonly reward: unknown;
  readonly formula: string;
  /** What the audit says of it. */
  readonly kind: AuditKind;
  /** Pay of the most wanted play under it. */
  readonly honestPay: number | null;
  /** Repairs that were tried up to it. */
  readonly tried: number;
  /** Findings before and after, where some are left. */
  readonly findings?: { readonly before: number; readonly after: number };
  /** Honest answers that are paid as before, of how many. */
  readonly kept?: { readonly n: number; readonly of: number };
}

/** What is known exactly of pay and want in a world whose states are enumerated; want and pay of an episode, in their units. */
export interface ExactFigures {
  readonly states: number;
  readonly bestPay: number;
  /** The least and the greatest want among policies with the best pay. */
  readonly wantAtBestPay: readonly [least: number, greatest: number];
  readonly bestWant: number;
  /** The least and the greatest pay among policies with the best want. */
  readonly payAtBestWant: readonly [least: number, greatest: number];
  /** Pay and want of choices at random. */
  readonly random: { readonly pay: number; readonly want: number };
  /** Correlation of pay and want step by step under choices at random; null where one of them is constant. */
  readonly correlation: number | null;
  /** A cycle that pays best for ever, a step, with the least want of such cycles; null where none pays or it is not known. */
  readonly cycle: { readonly pay: number; readonly want: number; readonly actions: readonly number[] } | null;
}
