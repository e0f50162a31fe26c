// Expands one description and its overrides into the variants of a comparison: named variants, a grid, or the product of both.

import { display, isMap } from "../../core/checked.ts";
import { nearest, type Path, retold, shortened, UserError } from "../../core/errors.ts";
import { FRAMEWORKS } from "../../core/frameworks.ts";
import { orderedEntries } from "../../core/key-order.ts";
import { inOneLine, plainName } from "../../core/visible.ts";
import { DEEPEST } from "../../core/yaml.ts";
import { rewardDeclaration } from "../../rewards/forms.ts";
import { formula } from "../../rewards/formula.ts";
import { concerns, placed } from "./placing.ts";

type Tree = Readonly<Record<string, unknown>>;
type Grid = Readonly<Record<string, readonly unknown[]>>;

/** The description that variants share; its parts are not parsed yet. */
export interface WrittenDescription {
  readonly environment: Tree;
  readonly agents: unknown;
  readonly reward: unknown;
  readonly feedback?: unknown;
  readonly measures?: unknown;
}

/** A value that a variant sets, and where the user wrote it. */
interface Override {
  readonly keys: Path;
  readonly value: unknown;
  readonly source: Path;
}

/** A named description, with a mapping from its paths to those of the file. */
export interface DescribedVariant {
  readonly name: string;
  /** The settings that distinguish the variant, for people: `reward: private`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly description: WrittenDescription;
  /** Converts a path in the description to a path in the file. */
  origin(path: Path): Path;
}

const OVERRIDABLE = ["environment", "agents", "reward", "feedback", "measures"];
/** Limited because a report compares all variants. */
const MOST_VARIANTS = 1000;

/** Returns all variants of a base description; without `variants` and `grid`, a single one called `base`. */
export function variantsOf(
  base: WrittenDescription,
  variants?: Tree,
  grid: Grid = {},
  key: "variants" | "stages" = "variants",
): DescribedVariant[] {
  const named =
    variants === undefined
      ? [{ name: "", overrides: [] as Override[] }]
      : orderedEntries(variants).map(([name, value]) => {
          plainName("the variant's name", name, [key, name]);
          return { name, overrides: overridesOf(value, [key, name]) };
        });
  if (named.length === 0) {
    const hint = "name one, or leave the key out";
    throw new UserError({ code: "no-variants", what: `there are no ${key}`, path: [key], hint });
  }
  const axes = orderedEntries(grid);
  const total = axes.reduce((count, [, values]) => count * values.length, named.length);
  if (total > MOST_VARIANTS) {
    const what = `the file makes ${total} variants`;
    const hint = `one report holds at most ${MOST_VARIANTS}: shorten the lists, or make several files`;
    const path = axes.length > 0 ? ["grid"] : ["variants"];
    throw new UserError({ code: "too-many-variants", what, path, hint });
  }
  let crossed = named;
  for (const [key, values] of axes) {
    const keys = keysOf(key, ["grid", key]);
    crossed = crossed.flatMap(({ name, overrides }) =>
      values.map((value, k) => ({
        name: `${name}${name === "" ? "" : ", "}${keys.at(-1)}=${labelOf(value)}`,
        overrides: [...overrides, { keys, value, source: ["grid", key, k] }],
      })),
    );
  }
  const names = new Set<string>();
  const labels = labelsApart(
    crossed.map(
      ({ overrides }) => new Map(overrides.map(({ keys, value }) => [keys.join("."), settingText(keys, value)])),
    ),
  );
  return crossed.map(({ name, overrides }, place) => {
    const unique = name === "" ? "base" : name;
    if (names.has(unique)) {
      const what = `two variants are called ${JSON.stringify(unique)}`;
      const hint = "remove one, or give them names of their own under variants";
      throw new UserError({ code: "same-name", what, path: overrides.at(-1)?.source ?? ["variants"], hint });
    }
    names.add(unique);
    return {
      name: unique,
      settings: labels[place],
      description: overrides.reduce(appliedAt, base),
      origin: (path) => originOf(path, overrides, base),
    };
  });
}

function overridesOf(value: unknown, source: Path): Override[] {
  if (value === null || value === undefined) return [];
  if (!isMap(value)) {
    const hint = `it must be a map with ${OVERRIDABLE.join(", ")} or a path below one of them`;
    throw new UserError({ code: "invalid-variant", what: `is ${display(value)}`, path: source, hint });
  }
  return orderedEntries(value).map(([key, part]) => {
    const below = [...source, key];
    return { keys: keysOf(key, below), value: part, source: below };
  });
}

function keysOf(key: string, source: Path): string[] {
  const keys = key.split(".");
  if (!OVERRIDABLE.includes(keys[0]) || keys.length > DEEPEST) {
    const close = nearest(keys[0], OVERRIDABLE);
    const hint =
      close === undefined || close === keys[0]
        ? `it can set ${OVERRIDABLE.join(", ")} or a path below one of them (environment.horizon)`
        : `did you mean "${[close, ...keys.slice(1)].join(".")}"?`;
    throw new UserError({
      code: "unknown-key",
      what: `${source[0] === "stages" ? "a stage" : "a variant"} cannot set ${display(key)}`,
      path: source,
      hint,
    });
  }
  if (keys.includes("__proto__")) {
    const what = 'no key may be called "__proto__"';
    throw new UserError({ code: "unknown-key", what, path: source, hint: "take another name" });
  }
  return keys;
}

/** Applies an override; problems are reported where the override was written. */
function appliedAt(description: WrittenDescription, override: Override): WrittenDescription {
  try {
    return applied(description, override);
  } catch (error) {
    throw retold(error, (problem) => ({ ...problem, path: override.source }));
  }
}

function applied(description: WrittenDescription, { keys, value }: Override): WrittenDescription {
  const [part, ...rest] = keys;
  if (part === "environment") {
    const { environment } = description;
    if (rest.length > 0) return { ...description, environment: treeOf(placed(environment, rest, value)) };
    const given = environmentOf(value);
    const same = given.id === undefined || given.id === environment.id;
    return { ...description, environment: same ? { ...environment, ...given } : given };
  }
  if (part === "agents") {
    if (rest.length > 0) return { ...description, agents: placed(opened(description.agents, "policy"), rest, value) };
    const replaces = !isMap(value) || "policy" in value;
    if (replaces) return { ...description, agents: value };
    const before = asTree(description.agents, "policy");
    return { ...description, agents: "policy" in before ? { others: before, ...value } : { ...before, ...value } };
  }
  if (part === "measures")
    return { ...description, measures: rest.length > 0 ? placed(description.measures, rest, value) : value };
  if (part === "feedback") {
    return {
      ...description,
      feedback: rest.length > 0 ? placed(opened(description.feedback, "use"), rest, value) : value,
    };
  }
  return { ...description, reward: rest.length > 0 ? placed(opened(description.reward, "use"), rest, value) : value };
}

/**
 * Converts an environment to a map with its id. It may be written as a name, a map, or a map that names another framework's environment.
 */
export function environmentOf(value: unknown): Tree {
  if (typeof value === "string") return { id: value };
  const tree = treeOf(value);
  const framework = "id" in tree ? undefined : FRAMEWORKS.find((key) => key in tree);
  return framework === undefined ? tree : { id: framework, ...tree };
}

/** Converts a part given by name alone to a map, so that a parameter can be set in it; a list stays a list. */
const opened = (value: unknown, key: string): unknown => (Array.isArray(value) ? value : asTree(value, key));

const asTree = (value: unknown, key: string): Tree => (typeof value === "string" ? { [key]: value } : treeOf(value));

/** Returns where the value at `path` was written: the last override that set it, otherwise the base. */
function originOf(path: Path, overrides: readonly Override[], base: WrittenDescription): Path {
  const origin = overrides.findLast(
    (override) => concerns(override.keys, path, base) && says(override, path[override.keys.length], base),
  );
  return origin === undefined ? path : [...origin.source, ...path.slice(origin.keys.length)];
}

/** Whether an override determines the value of a key below it. Worlds and agents in a map do not: they are merged into the base. */
function says({ keys, value }: Override, key: string | number | undefined, base: WrittenDescription): boolean {
  if (
    key === undefined ||
    keys.length > 1 ||
    ["reward", "feedback", "measures"].includes(String(keys[0])) ||
    !isMap(value) ||
    Object.hasOwn(value, key)
  )
    return true;
  return "policy" in value || ("id" in value && value.id !== base.environment.id);
}

const treeOf = (value: unknown): Tree => (isMap(value) ? value : {});

/** Formats a setting; a declared reward is shown as a formula. */
function settingText(keys: Path, value: unknown): string {
  const reward = keys.join() === "reward" ? rewardDeclaration.safeParse(value).data : undefined;
  return inOneLine(reward === undefined ? phrase(value) : formula(reward));
}

/** Returns truncated settings of variants. Where truncated texts would be equal, their common beginning is left out. */
function labelsApart(all: readonly ReadonlyMap<string, string>[]): Readonly<Record<string, string>>[] {
  return all.map((settings) =>
    Object.fromEntries(
      [...settings].map(([path, text]) => {
        const isWhole = shortened(text) === text;
        const alike = (isWhole ? [] : all).flatMap((other) => {
          const its = other.get(path);
          return its !== undefined && its !== text && shortened(its) === shortened(text) ? [its] : [];
        });
        return [path, shortened(alike.length === 0 ? text : `…${text.slice(sameBeginning(text, alike))}`)];
      }),
    ),
  );
}

/** Returns where a text begins to differ from others, rounded down to the beginning of a word. */
function sameBeginning(text: string, others: readonly string[]): number {
  let same = 0;
  while (same < text.length && others.every((other) => other[same] === text[same])) same += 1;
  return text.lastIndexOf(" ", Math.min(same, text.length - 1)) + 1;
}

const labelOf = (value: unknown): string => shortened(inOneLine(phrase(value)));

/** Keys whose value names the part; the other keys follow in brackets. */
const HEADS = ["policy", "use", "id"];

/** Formats a value for readers: `ppo (steps 20000, hidden 32, 32)`. */
function phrase(value: unknown): string {
  if (typeof value === "number") return String(value).replace("-", "−");
  if (Array.isArray(value) && value.length === 0) return "none";
  if (Array.isArray(value)) return value.map((part) => (isMap(part) ? `(${phrase(part)})` : phrase(part))).join(", ");
  if (!isMap(value)) return typeof value === "string" ? value : display(value);
  const head = HEADS.find((key) => typeof value[key] === "string");
  const rest = orderedEntries(value)
    .filter(([key]) => key !== head)
    .map(([key, part]) => `${key} ${isMap(part) ? `(${phrase(part)})` : phrase(part)}`)
    .join(", ");
  if (head === undefined) return rest;
  return rest === "" ? String(value[head]) : `${value[head]} (${rest})`;
}
