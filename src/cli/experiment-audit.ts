// `agon audit FILE.yaml`: what an experiment's answers depend on, where its world has answers to audit; else whether its pay buys what is wanted.

import { writeWhole, writing } from "../core/files.ts";
import type { Experiment } from "../lab/experiment/experiment.ts";
import { readExperiment } from "../lab/experiment/experiment.ts";
import { trustFolders } from "../lab/experiment/trust.ts";
import type { Flags } from "./commands.ts";
import { place } from "./place.ts";
import { showAudits, TRIES } from "./reward-audit.ts";

/** Audits an experiment, a file or a shipped example by name. */
export async function auditExperiment(name: string, flags: Flags<"audit">): Promise<number> {
  const { namedFile } = await import("../lab/examples/examples.ts");
  const file = namedFile(name, place());
  const experiment = await readExperiment(file, {
    ...{ set: flags.set, ...place(flags.store) },
    ...(flags.seeds === undefined ? {} : { seeds: flags.seeds }),
  });
  if (hasAnswers(experiment) && !asksForPay(flags))
    return (await import("./answer-audit.ts")).auditAnswers(name, flags);
  const descriptions = experiment.variants.map(({ description }) => description);
  trustFolders({ ...experiment, descriptions });
  const { experimentAudits, repairedExperiment } = await import("../lab/audit/experiment-audit.ts");
  const { tries = TRIES, seed, fix, learner } = flags;
  return showAudits(async (watch) => {
    const audits = await experimentAudits(experiment, { ...watch, tries, seed, learner, repairs: fix !== undefined });
    const text = fix === undefined ? undefined : repairedExperiment(experiment, audits);
    if (fix !== undefined && text !== undefined) writing(fix, () => writeWhole(fix, text));
    return audits;
  }, flags);
}

/** Whether a variant plays a world of questions with criteria or factors, by which its answers are audited. */
const hasAnswers = ({ variants }: Experiment): boolean =>
  variants.some(({ setting }) => {
    const { criteria = [], factors = [] } = setting.makeEnvironment().audited ?? {};
    return factors.length > 0 || criteria.some((name) => name !== "correct");
  });

/** Whether a flag is given that only an audit of the pay reads. */
const asksForPay = ({ tries, fix, sarif, baseline }: Flags<"audit">): boolean =>
  [tries, fix, sarif, baseline].some((flag) => flag !== undefined);
