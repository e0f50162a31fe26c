// Finds the parts that a description names, each with its path. All code that walks declared agents, rewards, feedback and measures uses
// this module.

import { isMap } from "../../core/checked.ts";
import type { Path } from "../../core/errors.ts";
import { SHOWN_BY } from "../../rewards/learnt-reward.ts";
import type { Description } from "./description.ts";
import { isFile, type PluginKind } from "./plugins.ts";

type Tree = Readonly<Record<string, unknown>>;

/** A part that is declared by its name, alone or in a map. */
export interface DeclaredPart {
  /** Kinds of parts that the name may mean. */
  readonly kinds: readonly PluginKind[];
  readonly name: string;
  /** Path of the name. */
  readonly path: Path;
  /** Path of the whole declaration. */
  readonly place: Path;
  /** Parameters beside the name. */
  readonly parameters: Tree;
}

/** Returns every part that a description and an objective name, in the order of the file's keys. */
export function declaredParts(description: Partial<Description>, objective?: unknown): DeclaredPart[] {
  return [
    ...worldIn(description.environment ?? {}),
    ...policiesIn(description.agents, ["agents"]),
    ...rewardsIn(description.reward, ["reward"]),
    ...partIn(["feedback"], description.feedback, "use", ["feedback"]),
    ...(description.measures ?? []).flatMap((one, k) => [...partIn(["measure"], one, "use", ["measures", k])]),
    ...rewardsIn(objective, ["objective"]),
  ];
}

function* worldIn({ id, ...parameters }: Tree): Generator<DeclaredPart> {
  const place = ["environment"];
  if (typeof id === "string") yield { kinds: ["environment"], name: id, path: place, place, parameters };
  const { rule } = parameters;
  if (typeof rule === "string" && isFile(rule)) yield* partIn(["rule"], rule, "use", [...place, "rule"]);
}

/** Yields a part that is declared by its name alone, or under `key` beside parameters. */
function* partIn(kinds: readonly PluginKind[], declared: unknown, key: string, place: Path): Generator<DeclaredPart> {
  if (typeof declared === "string") yield { kinds, name: declared, path: place, place, parameters: {} };
  if (!isMap(declared)) return;
  const { [key]: name, ...parameters } = declared;
  if (typeof name === "string") yield { kinds, name, path: [...place, key], place, parameters };
}

/** Yields the policies of all seats, from a list or a map by name. Text learners also name a method and callbacks. */
export function* policiesIn(declared: unknown, place: Path): Generator<DeclaredPart> {
  if (Array.isArray(declared) || (isMap(declared) && !("policy" in declared))) {
    for (const [seat, one] of Object.entries(declared)) yield* policiesIn(one, [...place, seat]);
    return;
  }
  yield* partIn(["agent", "algorithm"], declared, "policy", place);
  if (!isMap(declared)) return;
  yield* partIn(["text-method"], declared.method, "use", [...place, "method"]);
  if (!Array.isArray(declared.with)) return;
  for (const [k, one] of declared.with.entries()) yield* partIn(["callback"], one, "use", [...place, "with", k]);
}

function* rewardsIn(declared: unknown, place: Path): Generator<DeclaredPart> {
  for (const { form, path } of rewardForms(declared, place)) {
    if (typeof form === "string") yield named(form, path, declared, place);
    else yield* policiesIn(form.from ?? SHOWN_BY, [...path, "from"]);
  }
}

/** A name in a declared reward; a reward's own name under `use` has parameters beside it. */
function named(name: string, path: Path, declared: unknown, place: Path): DeclaredPart {
  if (path.at(-1) !== "use") return { kinds: ["reward"], name, path, place: path, parameters: {} };
  const around = path
    .slice(place.length, -1)
    .reduce<unknown>((tree, key) => (isTree(tree) ? tree[key] : undefined), declared);
  const { use: _, ...parameters } = isMap(around) ? around : {};
  return { kinds: ["reward"], name, path, place: path.slice(0, -1), parameters };
}

const isTree = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  isMap(value) || Array.isArray(value);

/** Yields every string and every learnt reward in a declared reward. A learnt reward contains no further reward. */
export function* rewardForms(
  declared: unknown,
  path: Path,
): Generator<{ readonly form: string | Tree; readonly path: Path }> {
  if (typeof declared === "string") yield { form: declared, path };
  else if (Array.isArray(declared)) for (const [k, one] of declared.entries()) yield* rewardForms(one, [...path, k]);
  // Parameters of a named reward name no rewards.
  else if (isMap(declared) && typeof declared.use === "string") yield { form: declared.use, path: [...path, "use"] };
  else if (isMap(declared) && isMap(declared.learnt)) yield { form: declared.learnt, path: [...path, "learnt"] };
  else if (isMap(declared)) for (const [key, one] of Object.entries(declared)) yield* rewardForms(one, [...path, key]);
}
