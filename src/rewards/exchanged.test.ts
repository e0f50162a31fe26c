// Whose pay it is.

import { expect, test } from "vitest";
import { Status } from "../core/environment.ts";
import { bernoulliBandit } from "../environments/bandits/independent-arms.ts";
import { exchangedEpisodes } from "./exchanged.ts";
import { privatePay } from "./mutuality.ts";

test("each episode is paid at its end what the one before it earned in all", () => {
  const { spec } = bernoulliBandit.make();
  const reward = exchangedEpisodes(privatePay)(spec);
  const pay = new Float64Array(1);
  const paid = [[1, 2, 3], [10], [4, 5]].map((earned) => {
    reward.reset(new Float64Array(3));
    return earned.map((value, k) => {
      const status = k === earned.length - 1 ? Status.terminated : Status.running;
      reward.pay(Float64Array.of(value, 0, 0), status, pay);
      return pay[0];
    });
  });
  expect(paid).toEqual([[0, 0, 0], [6], [0, 10]]);
});
