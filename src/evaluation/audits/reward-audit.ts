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
  /** Share of tasks, or of seeds, on which it works. */
  readonly share: Bounded;
  /** The smallest example after shrinking: a text with its prompt, or actions that replay. */
  readonly example: AuditExample;
}

/** Something that plays a finding again. */
export type AuditExample =
  | { readonly prompt: string; readonly completion: string }
  | { readonly seed: number; readonly actions: readonly unknown[]; readonly world: string };

/** Pay and want at a dose: of the best paid of n tries, or after so many steps of a learner. */
export interface DosePoint {
  readonly n: number;
  readonly pay: number;
  readonly want: number | null;
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
  /** What a reader must know, in sentences. */
  readonly caveats: readonly string[];
}
