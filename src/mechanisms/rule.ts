// Rules that allocate and charge, in three families: single-item auctions, position auctions, and contracts for unobserved work.
// Environments use rules, audits test their claims, and users may define their own.

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

/** A direct mechanism, with a method for the best bid where theory gives one; otherwise bids are searched. */
export type SaleMechanism = DirectMechanism & Partial<AnsweredMechanism>;

interface Claim {
  /** Whether the rule is claimed to be truthful. */
  readonly truthful: boolean;
}

interface SaleClaim extends Claim {
  /** Whether the rule uses the distributions of values and sets its own reserve. Default false. */
  readonly byPrior?: boolean;
}

/** A sealed-bid single-item auction. */
export interface AuctionRule extends SaleClaim {
  readonly family: "auction";
  mechanism(seller: AuctionSeller): SaleMechanism;
}

export interface AuctionSeller {
  readonly bidders: number;
  /** Reserve price; 0 for a rule that uses distributions. */
  readonly reserve: number;
  /** Virtual values of each bidder, [bidders]; empty for a rule that does not use distributions. */
  readonly virtual: readonly VirtualValues[];
}

/** A position auction; bids are per click. */
export interface ListRule extends SaleClaim {
  readonly family: "list";
  /** Kind of floors that the rule supports: equal in every place for an ad, or also by place. Default none. */
  readonly floors?: "alike" | "by slot";
  /** Creates the mechanism. Its outcomes are overwritten by each run; arrays of rates behind `users` may change between runs. */
  mechanism(users: ListUsers, seller: ListSeller): SaleMechanism;
}

/** Information of the seller of places. */
export interface ListSeller {
  /** Relative click rate of each ad, independent of other ads, [ads]: the qualities in scores. */
  readonly qualities: ArrayLike<number>;
  /** Virtual values of each ad, [ads]; environments supply them only to rules that use distributions. */
  readonly virtual: readonly VirtualValues[];
  /** The seller's cost per click, which is subtracted from bids. The optimal rule sets its own. Default 0. */
  readonly reserve?: number;
  /** Minimum bids of a kind that the rule supports. Default none. */
  readonly floors?: ListFloors | undefined;
}

/** A contract that pays agents with unobserved effort for their reports. */
export interface HiringRule extends Claim {
  readonly family: "hiring";
  /** Returns the mechanism for a problem; undefined where no payments within the cap suffice. */
  mechanism(problem: HiringProblem, means: HiringMeans): HiringMechanism | undefined;
}

/** Resources of a hiring rule. */
export interface HiringMeans {
  /** Upper bound of each payment. */
  readonly cap: number;
  readonly random: Random;
  readonly solver: LinearPrograms;
}

export type Rule = AuctionRule | ListRule | HiringRule;
export type RuleFamily = Rule["family"];
export type RuleOf<F extends RuleFamily> = Extract<Rule, { readonly family: F }>;

/** Defines a rule in a user's file: `export default defineRule({ summary, make: () => ({ family: "auction", … }) })`. */
export function defineRule<P, R extends Rule = Rule>(definition: PartDefinition<R, P>): PluginOf<"rule", R> {
  return pluginOf("rule", definition);
}

/** A family's shipped rules together with user-defined ones. A user-defined rule of another family throws an error when it is created. */
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
