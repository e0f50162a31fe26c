// Credit of messages: played again without each of them, beside the team's reward handed to all, and both beside what each
// message truly told.

import { optimalStop } from "../../environments/team/optimal-stop.ts";
import { planPlayer } from "../../environments/team/players.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { counterfactualCredit } from "../../evaluation/traces/counterfactual.ts";
import { sharedCredit } from "../../evaluation/traces/credit.ts";
import { atLeast, atMost } from "../../study/bound.ts";
import { beside, type Claim, claim, is } from "../../study/claim.ts";
import { difference, sampled } from "../../study/figure.ts";
import { playOnce, teamOf, teamReplay, workerOf } from "./team.ts";

const EPISODES = 200;
const REPLAYS = Array.from({ length: 20 }, (_, k) => k);

/** Rank correlation of a credit with the messages' log-likelihood ratios, over all messages and within traces. */
interface Agreement {
  readonly pooled: number;
  /** Mean over traces of three messages or more that told different things; one whose credits are all alike counts 0. */
  readonly within: number;
}

/** Credits of one seed's messages; the shared one also over the messages of won and of lost episodes alone. */
export interface Credits {
  readonly counterfactual: Agreement;
  readonly shared: Agreement;
  readonly won: number;
  readonly lost: number;
}

/** The best player's team: what each message of its traces is credited with. */
export function credits(seed: number): Credits {
  const world = teamOf();
  const { protocol, state } = world;
  const player = planPlayer(optimalStop(protocol));
  const [told, counterfactual, shared]: number[][][] = [[], [], []];
  const right: boolean[] = [];
  for (let episode = 0; episode < EPISODES; episode++) {
    right.push(playOnce(world, player, seed, episode)[1] === 1);
    const trace = world.trace?.(`${seed}-${episode}`);
    if (trace === undefined) throw new Error("the world writes no traces");
    const messages = trace.events.filter(({ type }) => type === "message").map(({ id }) => id);
    told.push(
      messages.map((id) => {
        const [, source, report] = state.views.log.subarray(3 * workerOf(id));
        // ln P(report | truth)/P(report | other): for the truth or against it.
        return report * state.views.hidden[0] * protocol.weights[source] * protocol.counted;
      }),
    );
    const replay = teamReplay(world, player);
    const worth = counterfactualCredit(messages, (gone, at) => replay([...gone].map(workerOf), at), REPLAYS);
    counterfactual.push(messages.map((id) => worth.get(id)?.mean ?? 0));
    shared.push(sharedCredit(trace, "message").map(({ credit }) => credit));
  }
  const among = (won: boolean, all: readonly number[][]) => all.filter((_, k) => right[k] === won);
  const [won, lost] = [true, false].map((one) => agreement(among(one, shared), among(one, told)).pooled);
  return { counterfactual: agreement(counterfactual, told), shared: agreement(shared, told), won, lost };
}

function agreement(given: readonly number[][], told: readonly number[][]): Agreement {
  const each = told.flatMap((ratios, k) => {
    const differ = ratios.length >= 3 && new Set(ratios).size > 1;
    return differ ? [spearman(given[k], ratios) ?? 0] : [];
  });
  return { pooled: spearman(given.flat(), told.flat()) ?? 0, within: estimate(each).mean ?? 0 };
}

/**
 * Agreements within traces and over all messages of a seed: the paper does not say which. A shared reward is one number within a trace,
 * where it ranks nothing and nothing is asked of it; over many, messages of lost or long episodes were worse. The two bounds are 0.6 apart.
 */
export function creditClaims(all: readonly Credits[]): Claim[] {
  const of = (credit: "counterfactual" | "shared", how: keyof Agreement) => all.map((c) => c[credit][how]);
  return [
    ...(["within", "pooled"] as const).map((how) => {
      const where = `${how === "within" ? "within a trace" : "over all messages of a seed"}: Spearman's ρ`;
      const name = `counterfactual credit ranks messages as their log-likelihood ratios do, ${where}`;
      return claim(name, is(sampled(of("counterfactual", how)), atLeast(0.8)));
    }),
    claim(
      "the team's reward handed to all messages does not, over all messages of a seed: Spearman's ρ",
      is(sampled(of("shared", "pooled")), atMost(0.2)),
    ),
    claim("over all messages of a seed, ρ of counterfactual credit less that of the team's reward", [
      is(difference(of("counterfactual", "pooled"), of("shared", "pooled")), atLeast(0.6)),
      beside("the team's reward over messages of won episodes alone", sampled(all.map(({ won }) => won))),
      beside("of lost ones", sampled(all.map(({ lost }) => lost))),
    ]),
  ];
}
