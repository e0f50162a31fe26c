// The worst case of players: minimax keeps the value of each debate, others keep less than minimax does; and worlds that are refused.

import { expect, test } from "vitest";
import { resultAgainstBest } from "../../../test/fixtures/best-response.ts";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import { type Agent, reactive } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { evidenceDebateWorld } from "../../environments/games/evidence-debate/world.ts";
import { wardWorld } from "../../environments/team/ward.ts";
import { scoreOf, shownFor, strongest } from "../../mechanisms/debating/rules.ts";
import { debateSolver } from "../../mechanisms/debating/solution.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { worstCase } from "./worst-case.ts";

const EPISODES = 40;
const OPTIONS = { pieces: 6, topics: 3, reveals: 4, judge: "refutation" } as const;
const debate = () => evidenceDebateWorld.make(OPTIONS);
const seed = () => Random.of(1, "measure");

const measured = (makeEnvironment: () => NumericEnvironment, player: Agent, of = "payoff") =>
  worstCase
    .make({ channel: of, episodes: EPISODES })(makeEnvironment())
    .measure({
      playerAt: noPlayerAt,
      makeEnvironment,
      agents: [player, player],
      reward: channel("payoff"),
      random: seed(),
    });

/** The mean over the measure's debates of what the first side keeps by `show` against the best answers, as points of a game. */
function searched(show: (support: Float64Array, own: number, other: number) => number) {
  const world = debate();
  const outcomes = new Float64Array(2 * world.spec.channels.length);
  let sum = 0;
  for (let k = 0; k < EPISODES; k++) {
    world.reset(seed().stream("episode", k).stream("world"), outcomes);
    const support = world.state.views.support.slice();
    const score = (set: number) => scoreOf(support, 6, 3, set, "refutation");
    const starts = world.state.views.starts[0];
    const result = resultAgainstBest({ pieces: 6, reveals: 4, starts, score }, (own, other) =>
      show(support, own, other),
    );
    sum += (1 + result) / 2;
  }
  return sum / EPISODES;
}

test("minimax keeps the value of each debate against best answers", async () => {
  const solver = debateSolver(6, 4, "refutation");
  const world = debate();
  const outcomes = new Float64Array(2 * world.spec.channels.length);
  let value = 0;
  for (let k = 0; k < EPISODES; k++) {
    world.reset(seed().stream("episode", k).stream("world"), outcomes);
    solver.judge(world.state.views.support, 3);
    value += (1 + Math.sign(solver.solve(world.state.views.starts[0]))) / 2 / EPISODES;
  }
  const player = debate().spec.oracles?.minimax.play(0);
  if (player === undefined) throw new Error("no minimax");
  expect(await measured(debate, player)).toBeCloseTo(value, 12);
});

test("the strongest piece, and always the same piece, keep what a search over sets of pieces finds", async () => {
  const greedy = debate().spec.oracles?.greedy.play(0);
  if (greedy === undefined) throw new Error("no greedy player");
  const byStrength = searched((support, own, other) => strongest(support, 6, own | other));
  expect(await measured(debate, greedy)).toBeCloseTo(byStrength, 12);
  const byNumber = searched((_, own, other) => shownFor(2, 6, own | other));
  expect(
    await measured(
      debate,
      reactive(() => 2),
    ),
  ).toBeCloseTo(byNumber, 12);
  expect(byNumber).toBeLessThan(byStrength);
});

test("a mean over the steps is searched too: the second opinion can always name the same treatment", async () => {
  const ward = () => wardWorld.make({ horizon: 2, reveals: 1 });
  const player = reactive(() => 3);
  expect(await measured(ward, player, "changed")).toBe(0);
});

test("worlds of one agent, and searches that are too long, are refused", async () => {
  expect(() => worstCase.make({})(cartPole.make({}))).toThrow("searches worlds of two agents with choices");
  const long = () => evidenceDebateWorld.make({ pieces: 12, reveals: 12 });
  await expect(
    measured(
      long,
      reactive(() => 0),
    ),
  ).rejects.toThrow("ways to go on");
});
