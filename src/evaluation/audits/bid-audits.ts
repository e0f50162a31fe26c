// Audits of mechanisms with bids: single-item auctions, and position auctions under every user model. Three in four made instances are
// small and searched exhaustively; the rest are larger and searched on a coarser grid. Instances may also be drawn from the auctions of a
// log. The log then fixes bidders, values and qualities, while slots, reserves and floors are still drawn at random.

import type { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import type { DirectMechanism } from "../../mechanisms/direct.ts";
import { bestDeviation } from "../../mechanisms/hiring/deviations.ts";
import { drawnProblem } from "../../mechanisms/hiring/inspectors.ts";
import { cascadeUsers } from "../../mechanisms/position/cascade-optimum.ts";
import { type FloorTerms, floorsOf, type ListFloors } from "../../mechanisms/position/floors.ts";
import type { ListUsers } from "../../mechanisms/position/list.ts";
import { logitUsers } from "../../mechanisms/position/logit.ts";
import { separableUsers } from "../../mechanisms/position/separable.ts";
import type { AuctionRule, HiringRule, ListRule } from "../../mechanisms/rule.ts";
import { sound } from "../../mechanisms/sound-outcomes.ts";
import {
  ironedVirtualValues,
  regularVirtualValues,
  steppedValues,
  uniformValues,
  type ValueDistribution,
  type VirtualValues,
} from "../../mechanisms/value-distribution.ts";
import type { AuditedRule, Examined } from "./audit.ts";
import type { LoggedAuction, LoggedAuctions } from "./logged-auctions.ts";
import { bestMisreport, bestShading, type Misreport, searchedMisreport } from "./misreports.ts";

/** Largest bid that is searched, as a multiple of the largest value (1, or that of the logged auction). */
const MOST_BID = 1.5;
const [FINE, COARSE] = [193, 33];
/** Logged auctions with more bidders than FEW are searched on the coarse grid; those above MOST_BIDDERS are skipped. */
const FEW = 5;
const MOST_BIDDERS = { auction: 64, list: 16 } as const;
/** Bids to search as shares of the own value, because values in one logged auction may differ by orders of magnitude. */
const SHARES = Array.from({ length: 32 }, (_, k) => k / 16);

/** A mechanism and its bidders' true values. */
interface Instance {
  readonly mechanism: DirectMechanism;
  readonly values: Float64Array;
}

/** A mechanism's id within its family, its summary and its source. */
export type About = Pick<AuditedRule, "id" | "summary" | "source">;

interface Terms extends About, Pick<AuditedRule, "truthful"> {
  /** Draws an instance with the given number of bidders. */
  draw(bidders: number, random: Random): Instance;
  /** Builds the mechanism for the bidders of a logged auction whose largest value is `unit`. */
  sell(auction: LoggedAuction, unit: number, random: Random): DirectMechanism;
  /** Largest number of bidders of a logged auction. */
  readonly most: number;
}

function bidRule(terms: Terms, log: LoggedAuctions | undefined): AuditedRule {
  const { id, summary, source, truthful } = terms;
  const examine: AuditedRule["examine"] =
    log === undefined ? (random) => examineMade(terms, random) : (random) => examineLogged(terms, log, random);
  return { id, summary, source, truthful, examine };
}

function examineMade({ id, draw }: Terms, random: Random): Examined {
  const large = random.integer(4) === 0;
  const drawn = draw(large ? 6 + random.integer(3) : 2 + random.integer(4), random);
  const { values } = drawn;
  const mechanism = sound(drawn.mechanism, id);
  const misreport = searchedMisreport(mechanism, values, MOST_BID, large ? COARSE : FINE);
  const tried = large ? misreport : better(misreport, bestMisreport(mechanism, values, nearBids(values)));
  const bidder = `bidder ${tried.bidder + 1} of ${values.length}`;
  return { gain: tried.gain, deviation: `${bidder} ${instead(tried, values)}` };
}

function examineLogged({ id, sell, most }: Terms, log: LoggedAuctions, random: Random): Examined {
  const auction = log.draw(random, most);
  const { names, values, number } = auction;
  const unit = Math.max(...values);
  const mechanism = sound(sell(auction, unit, random), id);
  const large = values.length > FEW;
  const searches = [
    searchedMisreport(mechanism, values, MOST_BID * unit, large ? COARSE : FINE),
    bestShading(mechanism, values, SHARES),
  ];
  if (!large) searches.push(bestMisreport(mechanism, values, nearBids(values)));
  const misreport = searches.reduce((a, b) => better(a, b));
  const bidder = `${names[misreport.bidder]}, one of ${values.length} in auction ${number} of ${log.file},`;
  return { gain: misreport.gain, deviation: `${bidder} ${instead(misreport, values)}`, unit };
}

const instead = ({ bidder, report }: Misreport, values: Float64Array): string =>
  `bids ${short(report)} instead of ${short(values[bidder])}`;

const better = (a: Misreport, b: Misreport) => (b.gain > a.gain ? b : a);
const short = (x: number) => String(Number(x.toPrecision(4)));

/** Bids at and just beside each value, where the allocation may change, and the bid 0. */
function nearBids(values: Float64Array): number[] {
  return [0, ...[...values].flatMap((value) => [value * (1 - 1e-9), value, value * (1 + 1e-9)])];
}

/**
 * Draws a distribution of values in [0, 1]: uniform, or piecewise constant on two intervals. In the second case virtual values need ironing
 * where the lower interval is denser.
 */
function drawnValues(random: Random): { readonly drawn: ValueDistribution; readonly virtual: VirtualValues } {
  if (random.integer(2) === 0) {
    const drawn = uniformValues(0, random.uniform(0.5, 1));
    return { drawn, virtual: regularVirtualValues(drawn) };
  }
  const [middle, share] = [random.uniform(0.3, 0.7), random.uniform(0.2, 0.8)];
  const drawn = steppedValues([
    { low: 0, high: middle, share },
    { low: middle, high: 1, share: 1 - share },
  ]);
  return { drawn, virtual: ironedVirtualValues(drawn) };
}

const valuesOf = (bidders: number, random: Random) => Float64Array.from({ length: bidders }, () => random.uniform());
const drawnReserve = (random: Random) => (random.integer(2) === 0 ? 0 : random.uniform(0, 0.5));

/** Draws floors in half of the instances, of a kind that the rule supports: per bidder, per score or per slot. Values are up to `unit`. */
function drawnFloors(
  rule: ListRule,
  qualities: ArrayLike<number>,
  places: number,
  unit: number,
  random: Random,
): ListFloors | undefined {
  if (rule.floors === undefined || random.integer(2) === 0) return undefined;
  const bids = Float64Array.from(qualities, () => unit * random.uniform(0, 0.6));
  const score = unit * random.uniform(0, 0.3);
  const slots = Array.from({ length: places }, () => unit * random.uniform(0, 0.6)).sort((a, b) => b - a);
  const kinds: readonly FloorTerms[] = [{ bids }, { scores: slots.map(() => score) }, { slots }];
  return floorsOf(kinds[random.integer(rule.floors === "by slot" ? 3 : 2)], qualities);
}

/** Audit of a single-item auction rule on random instances or on those of a log. */
export function auctionAudit(about: About, rule: AuctionRule, log?: LoggedAuctions): AuditedRule {
  const terms: Terms = {
    ...about,
    id: `auction/${about.id}`,
    truthful: rule.truthful,
    most: MOST_BIDDERS.auction,
    draw(bidders, random) {
      if (rule.byPrior !== true) {
        const seller = { bidders, reserve: drawnReserve(random), virtual: [] };
        return { mechanism: rule.mechanism(seller), values: valuesOf(bidders, random) };
      }
      const drawn = Array.from({ length: bidders }, () => drawnValues(random));
      return {
        mechanism: rule.mechanism({ bidders, reserve: 0, virtual: drawn.map(({ virtual }) => virtual) }),
        values: Float64Array.from(drawn, (one) => one.drawn.draw(random)),
      };
    },
    sell({ values, virtual }, unit, random) {
      const own =
        rule.byPrior === true
          ? { reserve: 0, virtual: virtual() }
          : { reserve: unit * drawnReserve(random), virtual: [] };
      return rule.mechanism({ bidders: values.length, ...own });
    },
  };
  return bidRule(terms, log);
}

const USERS = {
  slots: "users who click by place and ad alone",
  cascade: "users who read from the top and leave with a click",
  logit: "users who choose one of all ads, or none",
} as const;

type Users = keyof typeof USERS;
export const USER_KINDS = ["slots", "cascade", "logit"] as const satisfies readonly Users[];

interface DrawnList {
  readonly users: ListUsers;
  readonly qualities: Float64Array;
}

/**
 * Draws a list of two to four positions for the given number of ads, at least two of which are shown. Ads fit positions differently unless
 * positions are sold one by one. Qualities are drawn unless `known` gives them.
 */
function drawnList(kind: Users, ads: number, random: Random, known?: Float64Array): DrawnList {
  const places = 2 + random.integer(3);
  const slots = Array.from({ length: places }, () => random.uniform(0.1, 1)).sort((a, b) => b - a);
  const qualities = known ?? Float64Array.from({ length: ads }, () => random.uniform(0.1, 0.9));
  const limit = 2 + random.integer(places - 1);
  const odds = Array.from(qualities, (quality) =>
    Float64Array.from(slots, (slot) => {
      const alone = slot * quality;
      return (alone / (1 - alone)) * (kind === "slots" ? 1 : Math.exp(0.7 * random.normal()));
    }),
  );
  const rates = odds.map((row) => row.map((weight) => weight / (1 + weight)));
  switch (kind) {
    case "slots":
      return { users: separableUsers({ rates, limit }), qualities };
    case "cascade":
      return { users: cascadeUsers({ rates, limit }), qualities };
    case "logit":
      return { users: logitUsers({ weights: odds, limit }), qualities };
    default:
      return kind satisfies never;
  }
}

/** Audit of a position auction under one user model, on random instances or on those of a log. */
export function listAudit(kind: Users, about: About, rule: ListRule, log?: LoggedAuctions): AuditedRule {
  const sell = ({ users, qualities }: DrawnList, virtual: readonly VirtualValues[], unit: number, random: Random) => {
    const reserve = unit * drawnReserve(random);
    const own = random.stream("floors");
    const floors = reserve > 0 ? undefined : drawnFloors(rule, qualities, users.places, unit, own);
    return rule.mechanism(users, { qualities, virtual, reserve, floors });
  };
  const terms: Terms = {
    ...about,
    id: `${kind}/${about.id}`,
    summary: `${about.summary}; ${USERS[kind]}`,
    truthful: rule.truthful,
    most: MOST_BIDDERS.list,
    draw(ads, random) {
      const list = drawnList(kind, ads, random);
      const drawn = Array.from({ length: ads }, () => drawnValues(random));
      const mechanism = sell(
        list,
        drawn.map(({ virtual }) => virtual),
        1,
        random,
      );
      return { mechanism, values: Float64Array.from(drawn, (one) => one.drawn.draw(random)) };
    },
    sell: ({ values, qualities, virtual }, unit, random) =>
      sell(drawnList(kind, values.length, random, qualities), rule.byPrior === true ? virtual() : [], unit, random),
  };
  return bidRule(terms, log);
}

/** Upper bound of every payment; a correct decision is worth at most 1. */
const CAP = 1;
/** Maximum number of hiring problems drawn until one has a feasible contract. */
const DRAWS = 1000;

/** Audit of a contract that pays agents for information. */
export function hiringAudit(about: About, rule: HiringRule): AuditedRule {
  const id = `hiring/${about.id}`;
  return {
    ...about,
    id,
    truthful: rule.truthful,
    async examine(random) {
      const solver = await linearPrograms();
      for (let draw = 0; draw < DRAWS; draw++) {
        const problem = drawnProblem(random);
        const mechanism = rule.mechanism(problem, { cap: CAP, random, solver });
        if (mechanism === undefined) continue;
        const { agent, recommendation, action, reports, gain } = bestDeviation(problem, mechanism);
        return {
          gain,
          deviation: `agent ${agent + 1}, asked for action ${recommendation}, takes action ${action} and reports ${reports.join(", ")} for signals ${reports.map((_, signal) => signal).join(", ")}`,
        };
      }
      throw new Error(`${id}: none of ${DRAWS} problems could be paid for`);
    },
  };
}
