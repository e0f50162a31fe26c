// What must hold exactly: the closed form of the query rule, and when beliefs change.

import { Random } from "../../core/random.ts";
import { tableSpace } from "../../environments/tabular/feature-space.ts";
import { ring } from "../../environments/tabular/ring.ts";
import { above, equalTo, near } from "../../study/bound.ts";
import { type Claim, equation, inAll, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { duelOf } from "./arms.ts";
import { playDuels } from "./dueling-regret.ts";
import { taskOf } from "./tasks.ts";

const ACTIVE = { rule: { kind: "active", epsilon: 0.2 } } as const;

/** All equations, with `draws` for the one that is sampled. */
export function exactEquations(seed: number, draws: number): Claim[] {
  return [statistic(seed, draws), covariance(seed), identical(seed)];
}

/** The rule on a pair that the belief was not asked about, after 60 rounds of a random process. */
function statistic(seed: number, draws: number): Claim {
  const duel = duelOf(taskOf("random processes", seed), ACTIVE, seed);
  playDuels({ ...duel, rounds: 60 });
  const { belief, learner } = duel;
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

function covariance(seed: number): Claim {
  const rounds = 200;
  const duel = duelOf(taskOf("random processes", seed), ACTIVE, seed);
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
