// Rewards of several verifiable components for agents that call tools: how fast their gradients vanish, what is lost when they are
// taken apart, and what a few tasks certify. The theorems are reconstructed from the abstract; each statement here is ours, in the
// spirit of the source's, and true as written.

import type { Check, Control, Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { ascentChecks, ascentPart, ascentSummary, GROUPS } from "./ascent.ts";
import { conflictChecks, correlationCheck } from "./decomposition-checks.ts";
import { decouplingChecks } from "./decoupling.ts";
import { biasChecks, componentChecks, groupChecks, includedControl } from "./noise-checks.ts";
import { ownPriorControl, transferChecks } from "./transfer.ts";
import { writersSummary, writingPart } from "./writers.ts";

export const toolAugmentedMdp: Study = {
  id: "tool-augmented-mdp",
  title: "Tool-augmented decision processes: convergence, decomposition and generalisation of composite rewards",
  source: "arXiv 2604.19857; theorems reconstructed from its abstract",
  claim:
    "Group-relative ascent of a reward of several components reaches small gradients like 1/√T with noise that falls with the group; components that look at different tokens can be optimised apart at no loss, and advantages of their own help rare ones and amplify the noise of solved ones; a policy that leaves the answer to its tools is certified by few tasks and carries over.",
  claimed: "three theorems (a rate for GRPO, a reward decomposition, a PAC-Bayes bound); no figures",
  run,
};

/** No setting of this study was tried on these seeds. */
const FIRST_SEED = 101;
const UPDATES = 4000;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = numbered(context.seeds ?? 10);
  const jobs = seeds.flatMap((seed) => GROUPS.map((group) => ({ seed, group, updates: UPDATES })));
  const [exact, ...ascents] = await context.all(
    ascentPart,
    [{ seed: FIRST_SEED, group: 0, updates: UPDATES }, ...jobs],
    ({ seed, group }) => (group === 0 ? "exact ascent" : `ascent in groups of ${group}, seed ${seed}`),
  );
  const runs = new Map(GROUPS.map((group) => [group, ascents.filter((_, k) => jobs[k].group === group)]));
  const rest = exactParts(context, numbered(context.seeds === undefined ? 100 : 10 * context.seeds), 1000);
  const written = await context.all(writingPart, numbered(context.seeds ?? 3), (seed) => `writers, seed ${seed}`);
  return {
    measured: `${rest.measured}; ${ascentSummary(runs, exact)}; ${writersSummary(written)}`,
    checks: [...ascentChecks(runs, exact), ...rest.checks],
    controls: rest.controls,
  };
}

/** Everything but the ascents and the writers: the learners of the two cases on `seeds`, and `resamples` training sets. */
export function exactParts(
  { signal, progress }: Pick<StudyContext, "signal" | "progress">,
  seeds: readonly number[],
  resamples: number,
): { checks: Check[]; controls: Control[]; measured: string } {
  const said: string[] = [];
  const parts: [label: string, checks: () => Check[]][] = [
    ["noise", () => [...groupChecks(FIRST_SEED), ...componentChecks(), ...biasChecks(FIRST_SEED)]],
    ["components", () => [...conflictChecks(FIRST_SEED, 200), correlationCheck(FIRST_SEED, 1000)]],
    ["decoupling", () => told(decouplingChecks(seeds))],
    ["training sets", () => told(transferChecks(FIRST_SEED, resamples))],
  ];
  const told = ({ checks, measured }: { checks: Check[]; measured: string }): Check[] => {
    said.push(measured);
    return checks;
  };
  const checks = parts.flatMap(([label, of], k) => {
    signal.throwIfAborted();
    progress(k, parts.length, label);
    return of();
  });
  return {
    checks,
    controls: [includedControl(FIRST_SEED), ownPriorControl(FIRST_SEED, resamples)],
    measured: said.join("; "),
  };
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, k) => FIRST_SEED + k);
}
