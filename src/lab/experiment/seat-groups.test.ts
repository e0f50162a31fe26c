// Agents may be given by groups of seats, where a world has such; a seat's own name comes before its group, and a group before the others.

import { expect, test } from "vitest";
import { parseExperiment } from "./experiment.ts";

const policies = async (agents: string) => {
  const text = `environment: { id: marketplace/talk, customers: 2, rivals: 1, lacking: 0 }\nagents: ${agents}\nobjective: payoff`;
  const { variants } = await parseExperiment(text, "market.yaml");
  return variants[0].setting.agents.map(({ policy }) => policy);
};

test("by group, by a seat's own name, and for the others", async () => {
  expect(await policies("{ customers: shopper, businesses: seller }")).toEqual([
    ...["shopper", "shopper"],
    ...["seller", "seller"],
  ]);
  expect(
    await policies("{ businesses: seller, agent_2: random, customer_0002: shopper, others: random/legal }"),
  ).toEqual([...["random/legal", "shopper"], ...["random", "seller"]]);
});

test("a group that is none is an unknown agent, and a part of the market that no agent plays is named", async () => {
  await expect(policies("{ buyers: shopper, others: random }")).rejects.toThrow(
    /no agent of this world "buyers"|buyers/,
  );
  await expect(policies("{ customers: shopper }")).rejects.toThrow("no policy is given for agent_2");
});
