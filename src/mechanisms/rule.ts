// A rule by which something is given and charged, in one of three forms: one thing is sold, places in a list are, or work is paid that
// is not seen. Worlds play by rules, audits search what they claim, and a user's own file may hold one.

import { UserError } from "../core/errors.ts";
import { type PartDefinition, type PluginOf, pluginOf } from "../core/plugin.ts";
import type { Random } from "../core/random.ts";
import { type BoundEntry, Registry } from "../core/registry.ts";
import type { LinearPrograms } from "../math/linear-program.ts";
import type { AnsweredMechanism } from "./best-bid.ts";
import type { DirectMechanism } from "./direct.ts";
import type { HiringMechanism } from "./hiring/mechanism.ts";
import type { HiringProblem } from "./hiring/problem.ts";
import type { ListFloors } from "./position/floors.ts";
import type { ListUsers } from "./position/list.ts";
import type { VirtualValues } from "./value-distribution.ts";

/** A mechanism of reports. Where its theory says what the best bid brings, it says so; else bids are tried. */
export type SaleMechanism = DirectMechanism & Partial<AnsweredMechanism>;

interface Claim {
  /** Whether it is claimed that the truth pays every bidder or agent best. */
  readonly truthful: boolean;
}

interface SaleClaim extends Claim {
  /** Whether it goes by the distributions of values, and sets its own reserve. Default false. */
  readonly byPrior?: boolean;
}

/** Sells one thing by sealed bids. */
export interface AuctionRule extends SaleClaim {
  readonly family: "auction";
  mechanism(seller: AuctionSeller): SaleMechanism;
}

/** What the seller of one thing knows. */
export interface AuctionSeller {
  readonly bidders: number;
  /** Bids below it win nothing; 0 for a rule that goes by distributions. */
  readonly reserve: number;
  /** Of each bidder's value, [bidders]; empty for a rule that does not go by distributions. */
  readonly virtual: readonly VirtualValues[];
}

/** Sells places in a list; a bid is for a click. */
export interface ListRule extends SaleClaim {
  readonly family: "list";
  /** Floors that it keeps: those that an ad has in every place alike, or those that differ by place too. Default none. */
  readonly floors?: "alike" | "by slot";
  /** What its bids bring is written anew each time; arrays of rates that users were made of may change between runs. */
  mechanism(users: ListUsers, seller: ListSeller): SaleMechanism;
}

/** What the seller of places knows. */
export interface ListSeller {
  /** How often each ad is clicked, as compared with others, beside any ads, [ads]: what scores are made of. */
  readonly qualities: ArrayLike<number>;
  /** Of each ad's value, [ads]; a world gives them to a rule that goes by them alone. */
  readonly virtual: readonly VirtualValues[];
  /** What a click costs the seller: ads are taken for what they bid above it. The optimal rule sets its own. Default 0. */
  readonly reserve?: number;
  /** What an ad must bid, of a kind that the rule keeps. Default nothing. */
  readonly floors?: ListFloors | undefined;
}

/** Pays agents whose work is not seen, for what they report. */
export interface HiringRule extends Claim {
  readonly family: "hiring";
  /** The mechanism for a problem; undefined where the rule cannot pay for it. */
  mechanism(problem: HiringProblem, means: HiringMeans): HiringMechanism | undefined;
}

/** What a rule of hiring may use. */
export interface HiringMeans {
  /** No payment is above it. */
  readonly cap: number;
  readonly random: Random;
  readonly solver: LinearPrograms;
}

export type Rule = AuctionRule | ListRule | HiringRule;
export type RuleFamily = Rule["family"];
export type RuleOf<F extends RuleFamily> = Extract<Rule, { readonly family: F }>;

/** A rule, of Agon's or of one's own: `export default defineRule({ summary, make: () => ({ family: "auction", … }) })`. */
export function defineRule<P, R extends Rule = Rule>(definition: PartDefinition<R, P>): PluginOf<"rule", R> {
  return pluginOf("rule", definition);
}

/** A family's shipped rules and those of one's own. One of another family is told when it is made. */
export function withOwn<F extends RuleFamily>(
  family: F,
  shipped: Registry<RuleOf<F>>,
  own: readonly BoundEntry<Rule>[],
): Registry<RuleOf<F>> {
  const fitting = own.map(
    (entry): BoundEntry<RuleOf<F>> => ({
      ...entry,
      make(parameters, path) {
        const rule = entry.make(parameters, path);
        if (isOf(rule, family)) return rule;
        const what = `${entry.id} is a rule of the family "${rule.family}", and here one of the family "${family}" is needed`;
        const hint = `shipped ones are ${shipped.ids().join(", ")}`;
        throw new UserError({ code: "another-family", what, ...(path === undefined ? {} : { path }), hint });
      },
    }),
  );
  return new Registry(shipped.kind, [...shipped.entries(), ...fitting]);
}

function isOf<F extends RuleFamily>(rule: Rule, family: F): rule is RuleOf<F> {
  return rule.family === family;
}
