// Laws of agents, checked for every agent in every environment: actions are finite and within bounds, a seed determines them, and two
// instances share no state. `equilibrium` (a search), `program` (a child process), `llm` (a server) and agents of other environments
// (`matching/rule`, `appropriator`, `commoner`, `shopper…`, `seller…`, `bidder/…`, `spender/…`, `serve/…`) have tests of their own.

import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { agents } from "../../test/fixtures/at-hand/agents.ts";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { seatOf } from "../../test/fixtures/seats.ts";
import type { Agent } from "../core/agent.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import { appleAppStore } from "../environments/coopetition/reciprocal-worlds.ts";
import { platformEcosystem, slcd } from "../environments/coopetition/trust-worlds.ts";
import { episodeRunner } from "../play/episode.ts";
import { seated } from "../play/policy.ts";
import { streamsBelow } from "../play/streams.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { constant } from "./plain.ts";

const scriptedIds = agents
  .ids()
  .filter(
    (id) =>
      !["equilibrium", "program", "llm", "oracle", "matching/rule", "appropriator", "commoner"].includes(id) &&
      !/^(bidder|serve|spender|shopper|seller)\b/.test(id),
  );
const worldIds = environments.ids().filter((id) => id.startsWith("coopetition/"));
// Long enough to fill every agent's memory; Apache's default of forty steps is slow.
const SHORT = { horizon: 25 };

const everywhere = (environment: NumericEnvironment, id: string, parameters?: object): Agent[] =>
  environment.spec.agents.map((_, seat) => agents.get(id).make(parameters)(seatOf(environment, seat)));

/** Actions of an episode, step by step. */
function actionsOf(environment: NumericEnvironment, players: readonly Agent[], seed: number): number[] {
  const trace: number[] = [];
  const policy = seated(environment.spec, players);
  episodeRunner(environment, [privatePay]).play(policy, streamsBelow(Random.of(seed)), ({ actions }) => {
    trace.push(...actions);
  });
  return trace;
}

function fits(environment: NumericEnvironment, id: string): boolean {
  if (id === "random/legal") return environment.spec.legal !== undefined;
  return !id.startsWith("oracle/") || environment.spec.oracles?.[id.slice("oracle/".length)] !== undefined;
}

test("all twenty-one environments and all scripted agents are covered", () => {
  expect(worldIds).toHaveLength(21);
  expect(scriptedIds).toHaveLength(20);
});

/** The law that an agent breaks in an environment; undefined where it breaks none. */
function broken(id: string, worldId: string): string | undefined {
  const make = () => environments.get(worldId).make(SHORT);
  const environment = make();
  if (!fits(environment, id)) {
    expect(() => everywhere(environment, id)).toThrow(UserError);
    return undefined;
  }
  const { actionLow, actionHigh } = environment.spec;
  const players = everywhere(environment, id, { noise: 5 });
  const first = actionsOf(environment, players, 1);
  const seats = actionHigh.length;
  const isInside = (action: number, k: number) => action >= actionLow[k % seats] && action <= actionHigh[k % seats];
  if (!first.every(isInside)) return "an action is outside the box";
  // The same instances replay the episode after another seed: no state may remain.
  if (isDeepStrictEqual(actionsOf(environment, players, 2), first)) return "another seed changes nothing";
  if (!isDeepStrictEqual(actionsOf(environment, players, 1), first)) return "something is left over of an episode";
  // Fresh agents in a fresh environment, while the old ones still exist.
  const twin = make();
  const again = actionsOf(twin, everywhere(twin, id, { noise: 5 }), 1);
  return isDeepStrictEqual(again, first) ? undefined : "fresh players play otherwise";
}

test.each(scriptedIds)("%s satisfies the laws in every environment", (id) => {
  expect(worldIds.map((worldId) => [worldId, broken(id, worldId)]).filter(([, what]) => what !== undefined)).toEqual(
    [],
  );
});

test.each([
  ...scriptedIds
    .filter((id) => fits(platformEcosystem.make(SHORT), id) && !id.startsWith("oracle/"))
    .map((id) => [id, platformEcosystem] as const),
  ["oracle/bounded-reciprocity", appleAppStore] as const,
])("%s plays the same with every observation view", (id, world) => {
  const [first, ...others] = ["parallel", "own-row", "joint"].map((view) => {
    const environment = world.make({ ...SHORT, view });
    return actionsOf(environment, everywhere(environment, id), 1);
  });
  expect(others).toEqual([first, first]);
});

test("two instances in one episode share no state", () => {
  // Two interleaved episodes: the agent with a constant partner, and with a partner of its own kind.
  for (const id of scriptedIds.filter((name) => fits(slcd.make(SHORT), name) && !name.startsWith("oracle/"))) {
    const [a, b] = [0, 1].map(() => slcd.make(SHORT));
    const steady = (environment: NumericEnvironment, level: number) => constant.make({ level })(seatOf(environment, 1));
    const alone = actionsOf(a, [agents.get(id).make()(seatOf(a, 0)), steady(a, 20)], 1);
    const [one, two] = [a, b].map((environment) => agents.get(id).make()(seatOf(environment, 0)));
    const inner = seated(b.spec, [two, steady(b, 90)]);
    const outer = seated(a.spec, [one, steady(a, 20)]);
    const trace: number[] = [];
    episodeRunner(a, [privatePay]).play(outer, streamsBelow(Random.of(1)), ({ actions }, step) => {
      trace.push(...actions);
      if (step % 5 === 0) episodeRunner(b, [privatePay]).play(inner, streamsBelow(Random.of(step)));
    });
    expect(trace, id).toEqual(alone);
  }
});
