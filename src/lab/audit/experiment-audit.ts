// Audits of what an experiment pays against what it wants, variant by variant.

import { UserError } from "../../core/errors.ts";
import { waiting } from "../../core/signals.ts";
import { parseYaml } from "../../core/yaml.ts";
import type { AuditFinding, RewardAudit } from "../../evaluation/audits/reward-audit.ts";
import { auditFinding } from "../../evaluation/audits/reward-finding.ts";
import { type ExactAudit, exactAuditUnless } from "../../evaluation/audits/worlds/exact-audit.ts";
import type { PayAndWant } from "../../evaluation/audits/worlds/paid-process.ts";
import { scriptPlayer } from "../../evaluation/audits/worlds/script.ts";
import { type SearchedWorld, searchedAudit } from "../../evaluation/audits/worlds/searched-audit.ts";
import type { Experiment, Variant } from "../experiment/experiment.ts";
import { tabledVariant } from "../experiment/tabled-variant.ts";
import { repairedText, rewardFix } from "./reward-fixes.ts";
import { isWorldOfTexts, worldTextAudit } from "./world-texts.ts";

/** What an audit calls while it works, and how it is stopped. */
export interface AuditPlace {
  /** Things that each search tries, in worlds that are too large for a table. */
  readonly tries: number;
  readonly seed: number;
  /** Whether repairs of gamed rewards are tried. */
  readonly repairs: boolean;
  /** Whether no more than the kind and the finding is asked for. */
  readonly isBrief?: boolean;
  /** Steps of a learner that is trained on each pay; none is where omitted. */
  readonly learner?: number | undefined;
  readonly signal: AbortSignal;
  /** Called with what is being done, and where it is known with the share of it that is over. */
  readonly onProgress?: (text: string, share?: number) => void;
  readonly onFinding?: (target: string, finding: AuditFinding) => void;
}

/** Audits the pay of each variant; variants that differ in their agents alone share an audit. Stopped by its signal, it returns what it has. */
export async function experimentAudits(experiment: Experiment, place: AuditPlace): Promise<RewardAudit[]> {
  const groups = variantGroups(experiment);
  const audits: RewardAudit[] = [];
  const left: string[] = [];
  for (const group of groups.values()) {
    const names = groups.size === 1 ? [] : [group.map(({ name }) => name).join(", ")];
    const target = [experiment.name, ...names].join(": ");
    if (place.signal.aborted) {
      left.push(target);
      continue;
    }
    place.onProgress?.(`auditing ${target}`);
    const found = await variantAudit(experiment, group[0], target, place);
    const audit =
      place.learner === undefined ? found : await withLearner(experiment, group[0], found, place.learner, place);
    for (const finding of audit.findings) place.onFinding?.(target, finding);
    if (!place.repairs || audit.kind !== "gamed" || place.signal.aborted) audits.push(audit);
    else {
      place.onProgress?.(`repairing ${target}`);
      const again = (repaired: Variant) => variantAudit(experiment, repaired, target, { ...place, isBrief: true });
      audits.push({ ...audit, fix: await rewardFix(experiment, group[0], audit, again) });
    }
  }
  const last = audits.pop();
  if (last === undefined) return [];
  const caveats = [...last.caveats, ...left.map((target) => `stopped early: ${target} was not audited`)];
  return [...audits, { ...last, caveats }];
}

/** The audit with what a learner of this pay is paid and brings. */
async function withLearner(
  experiment: Experiment,
  variant: Variant,
  audit: RewardAudit,
  steps: number,
  place: AuditPlace,
): Promise<RewardAudit> {
  const { learnerDoses } = await import("./learner-dose.ts");
  return { ...audit, learner: await learnerDoses(experiment, variant, { ...place, steps }) };
}

/** Variants by what is audited, in their order. */
function variantGroups({ variants }: Experiment): Map<string, Variant[]> {
  const groups = new Map<string, Variant[]>();
  for (const variant of variants) {
    const { environment, reward } = variant.description;
    const key = JSON.stringify([environment, reward]);
    groups.set(key, [...(groups.get(key) ?? []), variant]);
  }
  return groups;
}

async function variantAudit(
  experiment: Experiment,
  variant: Variant,
  target: string,
  place: AuditPlace,
): Promise<RewardAudit> {
  const { setting } = variant;
  refuseUnaudited(experiment, variant);
  const { plan, over } = setting.objective;
  const measures: PayAndWant = { pay: setting.reward, want: plan, over };
  const id = String(variant.description.environment.id);
  const where = { file: experiment.file, ...lineOf(experiment) };
  const world = setting.makeEnvironment();
  if (isWorldOfTexts(world)) {
    const { tries, seed, signal, onProgress, isBrief } = place;
    const texts = { target, world, measures, tries, seed, signal, onProgress, planted: isBrief === true ? 0 : PLANTED };
    return { ...(await waiting(() => worldTextAudit(texts))), where };
  }
  const exact = exactOf(experiment, variant, { measures, id, place });
  // A search gives way between its generations, so that Ctrl-C is heard.
  const audit = exact ?? (await waiting(() => searchedAudit(searchOf(experiment, variant, { measures, id, place }))));
  const record = { target, ...audit, where };
  return { ...record, finding: auditFinding(record) };
}

/** Throws a UserError where a variant's pay cannot be audited by playing its world. */
function refuseUnaudited({ file }: Experiment, { name, setting }: Variant): void {
  const { spec, lessons, remotes } = setting;
  const world = setting.makeEnvironment();
  const refuse = (code: string, what: string, hint: string): never => {
    throw new UserError({ code, what: `"${name}" ${what}`, where: file, hint });
  };
  if (lessons.length > 0)
    refuse(
      "learnt-pay",
      "is paid by a reward that is learnt first",
      "audit what is declared; run it to see what the learnt one buys",
    );
  if (isWorldOfTexts(world)) return;
  if (remotes.length > 0)
    refuse("remote-world", "asks others for answers, and a search needs too many", "audit its reward as a text reward");
  if (spec.alphabet !== undefined || spec.isInWords === true)
    refuse(
      "world-of-text",
      "plays a world of text, which a search of actions does not reach",
      "audit its reward as a text reward",
    );
  if (spec.windows !== undefined)
    refuse("recorded-world", "replays a recording, where actions change little", "agon weigh, on what was recorded");
}

/** The exact audit where the world is small and the pay counts by the step; else undefined. */
function exactOf(
  experiment: Experiment,
  variant: Variant,
  { measures, id, place }: SearchParts,
): ExactAudit | undefined {
  const tabled = tabledVariant(variant, experiment.objective, measures);
  if (tabled === undefined) return undefined;
  const { seed, isBrief = false } = place;
  return exactAuditUnless({ ...tabled, id, margin: marginOf(experiment), seed, isBrief });
}

/** The margin of the objective; one that is a share of a spread over seeds says nothing here. */
const marginOf = ({ margin }: Experiment): number => (typeof margin === "number" ? margin : 0);

/** Back doors that are planted into the pay of a world of text. */
const PLANTED = 4;

/** Seeds that a search plays, at most. */
const MOST_SEEDS = 6;

interface SearchParts {
  readonly measures: PayAndWant;
  readonly id: string;
  readonly place: AuditPlace;
}

function searchOf(
  experiment: Experiment,
  { setting }: Variant,
  { measures, id, place: { tries, seed, signal, onProgress } }: SearchParts,
): SearchedWorld {
  return {
    ...{ player: scriptPlayer(setting.makeEnvironment(), measures), id, budget: tries, seed, signal },
    seeds: Math.max(2, Math.min(MOST_SEEDS, experiment.seeds.length)),
    margin: marginOf(experiment),
    ...(onProgress && { onProgress }),
  };
}

/** The line of the file on which the reward stands; nothing where it has none. */
function lineOf({ file, text }: Experiment): { readonly line?: number } {
  const { where = "" } = parseYaml(file, text).locate({ code: "", what: "", path: ["reward"] });
  const line = Number(/:(\d+):\d+$/.exec(where)?.[1]);
  return Number.isInteger(line) ? { line } : {};
}

/** The text of the experiment with the repairs that its audits have found, each in all variants that share the audit; undefined without any. */
export function repairedExperiment(experiment: Experiment, audits: readonly RewardAudit[]): string | undefined {
  const groups = [...variantGroups(experiment).values()];
  const repairs = new Map<string, unknown>();
  for (const [k, { fix }] of audits.entries())
    if (fix !== undefined && fix !== null) for (const { name } of groups[k]) repairs.set(name, fix.reward);
  return repairs.size === 0 ? undefined : repairedText(experiment, repairs);
}
