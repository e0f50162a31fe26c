// TR-2's law in the twenty worlds: steady conduct builds trust, a rare violation ruins it, damage bounds the rest; pay reads new trust.
// Sources: Pant & Yu, arXiv 2510.24909 (TR-2); Coopetition-Gym v1 (arXiv 2605.02063) for the worlds.

import { expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { offDiagonalMean } from "../../../test/fixtures/coopetition/play.ts";
import { Random } from "../../core/random.ts";
import { TRUST_DEFAULTS, trustLaw, updatePair } from "../../environments/coopetition/trust.ts";
import { episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { streamsBelow } from "../../play/streams.ts";

/** The twenty; the simulator of TR-4 has no expectations of investments. */
const ids = environments
  .ids()
  .filter((id) => id.startsWith("coopetition/") && id !== "coopetition/sequential-reciprocity");
/** Recovery-race begins with damage of a half, of which a hundredth is forgotten in each of its 150 steps. */
const RACE = "coopetition/recovery-race";
const CAP = 1 - 0.5 * 0.99 ** 150;

/** Mean trust and damage between different actors, after every actor played its baseline and `above` more at each step. */
function ending(id: string, above: (step: number) => number) {
  const environment = environments.get(id).make();
  const { spec, state } = environment;
  let baseline = new Float64Array();
  const policy: JointPolicy = {
    // At reset the last actions stand at the baselines.
    reset() {
      baseline = Float64Array.from(state.views.actions);
    },
    act({ actions, steps }) {
      for (let i = 0; i < actions.length; i++) actions[i] = baseline[i] + above(steps);
    },
  };
  episodeRunner(environment).play(policy, streamsBelow(Random.of(0)));
  const between = (matrix: Float64Array) => offDiagonalMean(matrix, spec.agents.length);
  return { trust: between(state.views.trust), damage: between(state.views.reputation) };
}

test.each(ids)("%s: nine steps 2 units above what is expected and one below ruin trust", (id) => {
  expect(ending(id, (t) => (t % 10 === 9 ? -2 : 2)).trust).toBeLessThan(0.2);
});

test.each(ids)("%s: good steps alone complete it, as far as damage lets them", (id) => {
  const { trust, damage } = ending(id, () => 2);
  if (id === RACE) expect(trust).toBeLessThan(CAP);
  else {
    expect(trust).toBeGreaterThan(0.99);
    expect(damage).toBeLessThan(0.01);
  }
});

test("recovery-race needs more steps to allow trust 0.9 than its 150: 161, by ln((1−θ)/R_0)/ln(1−δ_R) and counted", () => {
  const pair = { trust: 0, damage: 0.5 };
  const law = trustLaw({ ...TRUST_DEFAULTS, decay: 0.01 });
  let counted = 0;
  for (; 1 - pair.damage < 0.9; counted++) updatePair(pair, 0, 0, law);
  expect([Math.ceil(Math.log(0.1 / 0.5) / Math.log(0.99)), counted]).toEqual([161, 161]);
});

test("integrated pay by the trust of before the step would be 3,055 in trust-dilemma, 3 % beside the released total", () => {
  const environment = environments.get("coopetition/trust-dilemma").make();
  const { actionHigh, channels } = environment.spec;
  const { trust, reputation } = environment.state.views;
  const payoff = channels.findIndex(({ name }) => name === "payoff");
  let [byNew, byOld] = [0, 0];
  let old = new Float64Array();
  const believed = () => trust.map((x, k) => Math.min(x, 1 - reputation[k]));
  const scriptC: JointPolicy = {
    act({ actions, steps }) {
      old = believed();
      for (let i = 0; i < 2; i++) actions[i] = actionHigh[i] * (0.05 + 0.09 * ((7 * steps + 3 * i) % 11));
    },
  };
  episodeRunner(environment).play(scriptC, streamsBelow(Random.of(0)), ({ outcomes }) => {
    const [first, second] = [outcomes[payoff], outcomes[channels.length + payoff]];
    const integrated = (by: Float64Array) => first + second + 0.6 * (by[1] * second + by[2] * first);
    byNew += integrated(believed());
    byOld += integrated(old);
  });
  expect(Math.abs(byNew / 2972.145 - 1)).toBeLessThan(1e-5);
  expect(Math.abs(byOld / 3055.07 - 1)).toBeLessThan(1e-5);
});
