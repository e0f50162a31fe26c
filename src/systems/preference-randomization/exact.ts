// What must hold exactly: the closed form of the query rule, the fit, and when beliefs change.

import { Random } from "../../core/random.ts";
import { tableSpace } from "../../environments/tabular/feature-space.ts";
import { ring } from "../../environments/tabular/ring.ts";
import { preferenceLikelihood } from "../../feedback/preference-newton.ts";
import { above, atMost, equalTo, near } from "../../study/bound.ts";
import { type Claim, equation, inAll, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { duelOf } from "./arms.ts";
import { playDuels } from "./dueling-regret.ts";
import { SLOPE, taskOf } from "./tasks.ts";

/** All equations, with `draws` for the one that is sampled. */
export function exactEquations(seed: number, draws: number): Claim[] {
  return [statistic(seed, draws), ...fits(seed), covariance(seed), identical(seed)];
}

/** A belief after some rounds of a random process, with a pair that it was not asked about. */
function played(seed: number, rounds: number) {
  const duel = duelOf(taskOf("random processes", seed), { rule: { kind: "active", epsilon: 0.2 } }, seed);
  playDuels({ ...duel, rounds });
  return duel;
}

function statistic(seed: number, draws: number): Claim {
  const { belief, learner } = played(seed, 60);
  const x = learner.difference;
  const random = Random.of(seed, "two draws");
  const [first, second] = [new Float64Array(x.length), new Float64Array(x.length)];
  let sum = 0;
  for (let k = 0; k < draws; k++) {
    belief.draw(random, first);
    belief.draw(random, second);
    let margin = 0;
    for (let i = 0; i < x.length; i++) margin += (first[i] - second[i]) * x[i];
    sum += Math.abs(margin);
  }
  return equation(
    `query rule: 2σ‖x‖/√π against ${draws.toLocaleString("en")} pairs of draws`,
    is(exact(belief.disagreement(x) / (sum / draws)), near(1, 0.01), "ratio"),
  );
}

function fits(seed: number): Claim[] {
  const { belief } = played(seed, 400);
  const { log, fit } = belief;
  const n = log.dimension;
  const zero = Math.max(...fit.gradient.map(Math.abs));
  const random = Random.of(seed, "direction");
  const theta = fit.theta.map((x) => x + 0.5 * random.normal());
  const [gradient, unread, curvature] = [new Float64Array(n), new Float64Array(n), new Float64Array(n * n)];
  const likelihood = (at: Float64Array, into: Float64Array) =>
    preferenceLikelihood(log, at, { ridge: 1, slope: SLOPE }, into, curvature);
  likelihood(theta, gradient);
  const h = 1e-5;
  let apart = 0;
  for (let k = 0; k < n; k++) {
    const [up, down] = [h, -h].map((by) =>
      likelihood(
        theta.map((x, j) => (j === k ? x + by : x)),
        unread,
      ),
    );
    apart = Math.max(apart, Math.abs((up - down) / (2 * h) - gradient[k]));
  }
  return [
    equation(`fit of ${log.size} answers: largest entry of the gradient`, is(exact(zero), atMost(1e-8))),
    equation("away from the fit: the gradient less finite differences", is(exact(apart), atMost(1e-5))),
  ];
}

function covariance(seed: number): Claim {
  const rounds = 200;
  const duel = duelOf(taskOf("random processes", seed), { rule: { kind: "active", epsilon: 0.2 } }, seed);
  let before = duel.belief.seen.factor.slice();
  const changed: boolean[] = [];
  const { asked } = playDuels({
    ...duel,
    rounds,
    watch() {
      const after = duel.belief.seen.factor.slice();
      changed.push(after.some((value, k) => value !== before[k]));
      before = after;
    },
  });
  const agree = changed.filter((one, k) => one === (asked[k] === 1)).length;
  const questions = asked.reduce((a, b) => a + b, 0);
  return equation(`S_r changes in rounds with a question and in no other, ${rounds} rounds`, [
    inAll(agree, rounds, "rounds"),
    is(exact(questions), above(0), "with a question"),
    is(exact(rounds - questions), above(0), "without"),
  ]);
}

/** Where nothing is left to chance, a policy paired with itself plays the same episode twice. */
function identical(seed: number): Claim {
  const mdp = ring({ states: 5, prize: 3, pay: 1, slip: 0 });
  const task = { mdp, space: tableSpace(5, 3, 4), theta: mdp.reward, backupWidth: 0.3 };
  const asked = (["itself", "older"] as const).map((partner) => {
    const { annotator, ...duel } = duelOf(task, { rule: { kind: "always" }, partner }, seed);
    playDuels({ ...duel, annotator, rounds: 200 });
    return annotator.asked;
  });
  return equation("identical episodes, always asking: questions with itself, and with the older policy", [
    is(exact(asked[0]), equalTo(0), "with itself"),
    is(exact(asked[1]), above(0), "with the older"),
  ]);
}
