// Whose pay it is.

import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Status } from "../core/environment.ts";
import { bernoulliBandit } from "../environments/bandits/independent-arms.ts";
import { exchanged, exchangedEpisodes } from "./exchanged.ts";
import { privatePay } from "./mutuality.ts";

test("three copies are paid what the one before them earned, the first what the last did a step earlier", () => {
  const { spec } = bernoulliBandit.make();
  const plan = exchanged(privatePay);
  const copies = Array.from({ length: 3 }, () => plan(spec));
  const pay = new Float64Array(1);
  const paid = matrix("1 2 3 | 4 5 6 | 7 8 9").map((earned) =>
    copies.map((copy, k) => {
      copy.pay(Float64Array.of(earned[k], 0, 0), Status.running, pay);
      return pay[0];
    }),
  );
  expect(paid).toEqual(matrix("0 1 2 | 3 4 5 | 6 7 8"));
});

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
