// An advertiser in several channels that bid by themselves: which lever is enough, and how to learn to use it.

import { linearPrograms } from "../../math/linear-program.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { channelClaim, competing } from "./channels.ts";
import { learning, SETTINGS, settingClaims } from "./learning.ts";
import { leverClaims } from "./levers.ts";

export const autobidding: Study = {
  id: "autobidding",
  title: "Budgets and returns in channels that bid by themselves",
  source: "arXiv 2302.01523 (Deng, Golrezaei, Jaillet, Liang & Mirrokni, ICML 2023)",
  claim:
    "An advertiser who can only give each channel a budget loses nothing against one who chooses every auction; one who can only ask each for a return may lose almost everything. The budgets can be learnt from what they buy.",
  claimed:
    "theorems: budgets reach the global optimum, returns can be arbitrarily worse, SGD-UCB approximates the optimum",
  // No market of these seeds was looked at before the thresholds were fixed.
  seeds: { first: 8301, short: 5, full: 20 },
  seenBefore: [
    "Seeds from 8001, 8101 and 8201 on; 8 of 11 checks passed on the first.",
    "Then budgets became arms only up to what every channel can spend, and the second setting's return 1.75: the card's 1.5 does not bind there.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, full } = context;
  const horizons = full ? [1000, 10_000, 100_000, 1_000_000] : [1000, 10_000, 100_000];
  const solver = await linearPrograms();
  context.signal.throwIfAborted();
  const levers = leverClaims(solver, seeds[0], full ? 2000 : 200);
  const jobs = SETTINGS.flatMap((_, setting) =>
    horizons.flatMap((horizon) => seeds.map((seed) => ({ seed, setting, horizon }))),
  );
  const learnt = await context.all(learning, jobs, ({ setting, horizon }) => `setting ${setting + 1}, T = ${horizon}`);
  const at = (setting: number, horizon: number) =>
    learnt.filter((_, k) => jobs[k].setting === setting && jobs[k].horizon === horizon);
  const competed = await context.all(
    competing,
    seeds.map((seed) => ({ seed, periods: full ? 10_000 : 3000 })),
    ({ seed }) => `channels that bid, seed ${seed}`,
  );
  const settings = SETTINGS.map((limits, setting) =>
    settingClaims(limits, at(setting, horizons[0]), at(setting, horizons[horizons.length - 1])),
  );
  return combined(levers, ...settings, { claims: [channelClaim(competed)] });
}
