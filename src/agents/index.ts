// Every agent that Agon ships, by id.

import type { AgentPlan } from "../core/agent.ts";
import { Registry } from "../core/registry.ts";
import { autobid } from "./autobidder.ts";
import { bidders } from "./bidders.ts";
import { constant } from "./constant.ts";
import { equilibrium } from "./equilibrium.ts";
import { gradual } from "./gradual.ts";
import { grimTrigger } from "./grim-trigger.ts";
import { llm } from "./llm.ts";
import { matchingRule } from "./matching-rule.ts";
import { oracle, oracles } from "./oracle.ts";
import { pricedServer } from "./priced.ts";
import { program } from "./program.ts";
import { random } from "./random.ts";
import { contriteTitForTat, generousTitForTat, suspiciousTitForTat, titForTat, titForTwoTats } from "./tit-for-tat.ts";
import { trustMatching } from "./trust-matching.ts";
import { winStayLoseShift } from "./win-stay-lose-shift.ts";

export const agents = new Registry<AgentPlan>("agent", [
  constant,
  random,
  titForTat,
  titForTwoTats,
  generousTitForTat,
  suspiciousTitForTat,
  contriteTitForTat,
  grimTrigger,
  winStayLoseShift,
  gradual,
  trustMatching,
  matchingRule,
  equilibrium,
  program,
  llm,
  oracle,
  ...oracles,
  ...bidders,
  autobid,
  pricedServer,
]);
