// A bandit learner in a seat.

import { expect, test } from "vitest";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { banditPlayer } from "./learner.ts";
import { thompsonBernoulli } from "./mean-learners.ts";

test("every episode has a learner of its own, which is told what it chose and what that paid", () => {
  const log: string[] = [];
  let made = 0;
  const player = banditPlayer(() => {
    made += 1;
    const number = made;
    return { choose: () => number, learn: (arm, payoff) => void log.push(`${number}: arm ${arm} paid ${payoff}`) };
  });
  const action = new Float64Array(1);
  for (let episode = 0; episode < 2; episode++) {
    player.reset(Random.of(1, "player", episode));
    for (let step = 0; step < 2; step++) {
      player.act(new Float32Array(0), action);
      player.receive?.(10 * step, Status.running);
    }
  }
  expect(log).toEqual(["2: arm 2 paid 0", "2: arm 2 paid 10", "3: arm 3 paid 0", "3: arm 3 paid 10"]);
});

test("no player plays before its first reset", () => {
  const player = banditPlayer(() => ({ choose: () => 0, learn() {} }));
  expect(() => player.act(new Float32Array(0), new Float64Array(1))).toThrow("before its first reset");
});

test.each([1e6, -1e6])("pay of %d, far outside of chances, is told by Thompson's learner", (pay) => {
  const learner = thompsonBernoulli(2);
  expect(() => learner.learn(learner.choose(Random.of(1, "player")), pay)).toThrow(
    `bandit/thompson was paid ${pay} of the range from low to high, and believes in chances from 0 to 1; let low and high be`,
  );
});
