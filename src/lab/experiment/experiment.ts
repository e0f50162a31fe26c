// Experiment files: reading, checking every parameter of every variant, and resolving defaults. Every problem is reported with file, line
// and column before any computation starts.

import { basename, dirname, resolve } from "node:path";
import { checked, display } from "../../core/checked.ts";
import { type Path, type Problem, retold, UserError, under } from "../../core/errors.ts";
import { Mistakes } from "../../core/mistakes.ts";
import type { Preparation } from "../../core/registry.ts";
import { parseYaml, readYaml, type YamlFile } from "../../core/yaml.ts";
import { assigned, assignmentOf } from "./assignment.ts";
import { type Catalogue, loadCatalogue } from "./catalogue.ts";
import { type DeclaredClaim, declaredClaims } from "./claims.ts";
import { declaredParts } from "./declared-parts.ts";
import { type Deprecation, noticesOf } from "./deprecations.ts";
import { type Description, descriptionSchema } from "./description.ts";
import { refuseOtherKind } from "./file-kinds.ts";
import { experimentSchema } from "./grammar.ts";
import { wantedLoss } from "./objective.ts";
import { renewedAgents } from "./old-names.ts";
import { concerns } from "./placing.ts";
import { MOST_SEEDS, seedsOf } from "./run-fields.ts";
import { completed, prepared, type Setting, settingOf } from "./setting.ts";
import { keptIn } from "./store-place.ts";
import type { NamedCode } from "./trust.ts";
import { checkBaseline, checkPrices, refuseUnusedFeedback, repeatedPay } from "./variant-checks.ts";
import { type DescribedVariant, environmentOf, variantsOf } from "./variants.ts";
import { checkCuts, checkWindows } from "./windows.ts";

/** Cache folder for logs that are read without a store. */
const KEPT = keptIn(".agon");

/** A checked experiment that can be run. */
export interface Experiment {
  /** File name without extension, with which the run's name begins. */
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly text: string;
  readonly directory: string;
  readonly seeds: readonly number[];
  readonly episodes: number;
  readonly record: "steps" | "episodes";
  readonly objective: unknown;
  /** Differences below it count as equal: in the objective's unit, or a share of its spread (`5 %`). */
  readonly margin: number | string;
  /** Name of the variant that the others are compared with; the first where omitted. */
  readonly baseline?: string;
  /** Claims about the results; absent where the file has none. */
  readonly claims?: readonly DeclaredClaim[];
  /** Limit on what one run may spend in this process; absent for no limit. */
  readonly budget?: number;
  /** Options of the command line that override the file, as typed: `--seeds 3`. */
  readonly flags: readonly string[];
  /** Trainings that run first, each an experiment with one variant. */
  readonly stages?: readonly Experiment[];
  readonly variants: readonly Variant[];
  readonly parts: Catalogue;
}

export interface Variant {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The description with all defaults filled in. */
  readonly description: Description;
  readonly setting: Setting;
}

interface ParsedVariant extends DescribedVariant {
  readonly description: Description;
}

/** Changes that the command line makes to a file, and the cache folder for files that it names. */
export interface Overrides extends Partial<Omit<Preparation, "directory">> {
  readonly seeds?: number;
  /** Whether the larger of two numbers of seeds is used. */
  readonly full?: boolean;
  readonly budget?: number;
  /** Called with the files that the experiment names before any is loaded; errors that it throws are passed on. */
  readonly beforeLoading?: (code: NamedCode) => void;
  /** Assignments `path=value`, applied in order; values are YAML. */
  readonly set?: readonly string[];
}

/** Reads and checks an experiment file. Throws a UserError with all problems of the first stage of checks that fails. */
export const readExperiment = async (file: string, overrides: Overrides = {}): Promise<Experiment> =>
  resolveExperiment(readYaml(file), overrides);

/** Like readExperiment, for a text that is not in a file. */
export const parseExperiment = async (text: string, file: string, overrides: Overrides = {}): Promise<Experiment> =>
  resolveExperiment(parseYaml(file, text), overrides);

/** Loaded on demand, since few experiments have stages. */
const later = {
  seatStage: async () => (await import("../run/stage-cells.ts")).seatStage,
  stageKeyIn: async () => (await import("./stages.ts")).stageKeyIn,
};

async function resolveExperiment(yaml: YamlFile, overrides: Overrides): Promise<Experiment> {
  const assignments = (overrides.set ?? []).map(assignmentOf);
  const locate = (problem: Problem): Problem => {
    // The problem belongs to another file, which it names.
    if (problem.where !== undefined) return problem;
    const path = problem.path ?? [];
    const cause = assignments.findLast(({ keys }) => concerns(keys, path, yaml.value));
    return cause === undefined ? yaml.locate(problem) : { ...problem, where: `--set ${cause.text}` };
  };
  const located = (error: unknown, origin: (path: Path) => Path = (path) => path): never => {
    throw retold(error, (problem) => locate({ ...problem, path: origin(problem.path ?? []) }));
  };

  let raw = yaml.value;
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    const hint = "it must be a map with environment, agents and objective";
    throw new UserError(yaml.locate({ code: "not-an-experiment", what: "the file holds no experiment", hint }));
  }
  refuseOtherKind("experiment", raw, yaml.file);
  if (overrides.seeds !== undefined && !(overrides.seeds >= 1 && overrides.seeds <= MOST_SEEDS)) {
    const hint = `it must be a whole number from 1 to ${MOST_SEEDS}`;
    throw new UserError({ code: "bad-seeds", what: `is ${display(overrides.seeds)}`, where: "--seeds", hint });
  }
  try {
    for (const assignment of assignments) raw = assigned(raw, assignment);
    // All parts are read, so that all mistakes are reported together.
    const mistakes = new Mistakes();
    const file = knownPart(raw, (error) => mistakes.from(() => located(error)));
    const { agents, reward, feedback, measures, episodes, record, objective, margin } = file;
    const further = { ...(feedback && { feedback }), ...(measures && { measures }) };
    const base = { environment: environmentOf(file.environment), agents, reward, ...further };
    const directory = dirname(resolve(yaml.file));
    const deprecations = new Set<Deprecation>();
    const parsed = (written: DescribedVariant): ParsedVariant[] => {
      let variant = written;
      const read = mistakes.from(() => {
        try {
          variant = renewedVariant(written, deprecations);
          return { ...variant, description: checked(descriptionSchema, variant.description) };
        } catch (error) {
          return located(error, variant.origin);
        }
      });
      return read === undefined ? [] : [read];
    };
    const before = file.stages === undefined ? [] : variantsOf(base, file.stages, {}, "stages").flatMap(parsed);
    const written = mistakes.from(() => {
      try {
        return variantsOf(base, file.variants, file.grid);
      } catch (error) {
        return located(error);
      }
    });
    const described = (written ?? variantsOf(base)).flatMap(parsed);
    for (const notice of noticesOf(yaml.file, deprecations)) overrides.onNotice?.(notice);
    const mentions = [...before, ...described].flatMap(({ description, origin }) =>
      declaredParts(description, file.objective).map((mention) => ({ ...mention, path: origin(mention.path) })),
    );
    const descriptions = [...before, ...described].map(({ description }) => description);
    overrides.beforeLoading?.({ directory, descriptions, objective });
    const parts = await loadCatalogue(directory, mentions, overrides.onNotice);
    const seeds = overrides.seeds === undefined ? seedsOf(file.seeds, overrides.full) : seedsOf(overrides.seeds);
    const name = basename(yaml.file).replace(/\.ya?ml$/i, "");
    const { title = name } = file;
    const source = { file: yaml.file, text: yaml.text, directory };
    const common = { ...source, seeds, objective, margin, flags: flagsOf(overrides), parts };
    const keys = new Map<string, string>();
    const staged = before.length === 0 ? {} : { stageKey: (await later.stageKeyIn())(keys) };
    const place = { cache: KEPT, ...overrides, directory, ...staged };
    const variantsIn = async (all: readonly ParsedVariant[]): Promise<Variant[]> => {
      const made: Variant[] = [];
      const failed: { readonly variant: ParsedVariant; readonly error: UserError }[] = [];
      // Sequential, since variants of one world share what it reads.
      for (const variant of all) {
        try {
          made.push(await variantOf(variant, objective, parts, place));
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          failed.push({ variant, error });
        }
      }
      // A mistake that all variants share is reported once, without their names.
      const isShared = failed.length === all.length && new Set(failed.map(({ error }) => error.message)).size === 1;
      for (const { variant, error } of failed)
        mistakes.from(() => located(isShared ? error : mentioning(variant, error), variant.origin));
      return made;
    };
    const stages: Experiment[] = [];
    for (const written of before) {
      const [variant] = await variantsIn([written]);
      if (variant === undefined) continue;
      const called = { name: `${name}-${variant.name}`, title: `${title}: ${variant.name}` };
      const stage: Experiment = { ...common, ...called, episodes: 1, record: "episodes", variants: [variant] };
      keys.set(variant.name, await (await later.seatStage())(stage, place.cache));
      stages.push(stage);
    }
    const variants = await variantsIn(described);
    mistakes.end();
    checkBaseline(file.baseline, variants);
    const claims = file.claims === undefined ? undefined : declaredClaims(file.claims, variants);
    checkCuts(variants);
    refuseUnusedFeedback(described, variants);
    const from = overrides.seeds === undefined ? {} : { where: "--seeds" };
    const budget = overrides.budget ?? file.budget;
    if (budget !== undefined) checkPrices(variants, overrides.budget === undefined ? {} : { where: "--budget" });
    for (const { setting } of variants) checkWindows(setting.spec, seeds, episodes, from);
    return {
      ...{ name, title, ...common, episodes, record, variants },
      ...(stages.length === 0 ? {} : { stages }),
      ...(file.baseline === undefined ? {} : { baseline: file.baseline }),
      ...(claims === undefined || claims.length === 0 ? {} : { claims }),
      ...(budget === undefined ? {} : { budget }),
    };
  } catch (error) {
    if (error instanceof UserError && error.problems.every((problem) => problem.where !== undefined)) throw error;
    return located(error);
  }
}

/** Returns a checked file. Keys that an experiment does not have are passed on as mistakes, and left out. */
function knownPart(raw: unknown, mistaken: (error: UserError) => void) {
  try {
    return checked(experimentSchema, raw);
  } catch (error) {
    const isKey = ({ code, path = [] }: Problem) => code === "unknown-key" && path.length === 1;
    if (!(error instanceof UserError && error.problems.every(isKey))) throw error;
    mistaken(error);
    const unknown = new Set(error.problems.map(({ path = [] }) => path[0]));
    return checked(
      experimentSchema,
      Object.fromEntries(Object.entries(Object(raw)).filter(([key]) => !unknown.has(key))),
    );
  }
}

/** Returns the options of the command line that affect results, as typed. */
function flagsOf({ seeds, full = false, set = [], skipBadRows = false }: Overrides): string[] {
  const typed = (text: string): string => (/^[\w%+,./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
  return [
    ...(seeds === undefined ? [] : [`--seeds ${seeds}`]),
    ...(full ? ["--full"] : []),
    ...set.map((assignment) => `--set ${typed(assignment)}`),
    ...(skipBadRows ? ["--skip-bad-rows"] : []),
  ];
}

/** Returns a variant with current names; the old ones are added to `deprecations`. */
function renewedVariant(variant: DescribedVariant, deprecations: Set<Deprecation>): DescribedVariant {
  const { agents, origin, used } = under(["agents"], () => renewedAgents(variant.description.agents));
  if (used.length === 0) return variant;
  for (const one of used) deprecations.add(one);
  return {
    ...variant,
    description: { ...variant.description, agents },
    origin: (path) => variant.origin(path[0] === "agents" ? ["agents", ...origin(path.slice(1))] : path),
  };
}

async function variantOf(
  variant: ParsedVariant,
  objective: unknown,
  parts: Catalogue,
  place: Preparation,
): Promise<Variant> {
  const description = await prepared(variant.description, parts, place);
  const setting = settingOf(description, objective, parts);
  const loss = wantedLoss(objective);
  if (loss !== undefined) place.onNotice?.(loss);
  for (const text of repeatedPay(description.reward, setting.spec.channels)) place.onNotice?.(text);
  const complete = completed(description, setting, parts);
  return { name: variant.name, settings: variant.settings, description: complete, setting };
}

/** A problem in a world that a variant chose, reported at a path of the base, gets the variant's name added. */
function mentioning(variant: ParsedVariant, error: unknown): unknown {
  const moved = Object.keys(variant.settings).some((key) => key.startsWith("environment"));
  return retold(error, (problem) => {
    const path = problem.path ?? [];
    const inBase = moved && path[0] !== "environment" && variant.origin(path) === path;
    return inBase ? { ...problem, what: `${problem.what} (variant ${display(variant.name)})` } : problem;
  });
}
