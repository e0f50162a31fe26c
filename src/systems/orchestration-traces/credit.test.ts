// Credit of messages: played again without each of them, beside the team's reward handed to all, and both beside what each message
// truly told.

import { expect, test } from "vitest";
import { playOnce, teamOf, teamReplay, workerOf } from "../../../test/fixtures/team.ts";
import { optimalStop } from "../../environments/team/optimal-stop.ts";
import { planPlayer } from "../../environments/team/players.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { counterfactualCredit } from "../../evaluation/traces/counterfactual.ts";
import { sharedCredit } from "../../evaluation/traces/credit.ts";

const EPISODES = 200;
const REPLAYS = Array.from({ length: 20 }, (_, k) => k);

test.each([5, 6, 7])(
  "counterfactual credit ranks messages by what they told, and the team's reward much less; seed %i",
  (seed) => {
    const world = teamOf();
    const { protocol, state } = world;
    const player = planPlayer(optimalStop(protocol));
    const [told, counterfactual, shared]: number[][][] = [[], [], []];
    for (let episode = 0; episode < EPISODES; episode++) {
      playOnce(world, player, seed, episode);
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
    const pooled = (credit: readonly number[][]) => spearman(credit.flat(), told.flat()) ?? 0;
    // Within a trace the team's reward is one number, and ranks nothing.
    const traces = told.flatMap((ratios, k) => (ratios.length >= 3 && new Set(ratios).size > 1 ? [k] : []));
    expect(mean(traces.map((k) => spearman(counterfactual[k], told[k]) ?? 0))).toBeGreaterThan(0.9);
    expect(pooled(counterfactual)).toBeGreaterThan(0.8);
    expect(pooled(shared)).toBeLessThan(pooled(counterfactual) - 0.3);
    expect(traces.every((k) => spearman(shared[k], told[k]) === null)).toBe(true);
  },
);
