// Converts old names of policies and of their keys to their current form before anything is checked. A mistake within is reported where it
// was written.

import { z } from "zod";
import { type Path, UserError } from "../../core/errors.ts";
import { type DeclaredPart, policiesIn } from "./declared-parts.ts";
import { type Deprecation, deprecated } from "./deprecations.ts";
import { descriptionSchema } from "./description.ts";
import { placed } from "./placing.ts";

const POLICIES = deprecated("policy");
const METHODS = deprecated("method");
/** Keys that have become items of `with`, in the order in which the callbacks are called. */
const CALLBACKS = deprecated("callback");
const KEYS = deprecated("key");

/** Text learners whose keys have changed. */
const TEXT_LEARNERS = [
  "grpo",
  "negative-aware",
  "metacognitive-tools",
  "shopping-agent",
  "turn-group-policy",
  "matchtir",
];

/** Agents in their current form. */
export interface Renewed {
  readonly agents: unknown;
  /** Converts a path in these agents to the path in the original ones. */
  origin(path: Path): Path;
  /** The old names that occur in them. */
  readonly used: readonly Deprecation[];
}

/** Returns declared agents in their current form. Throws a UserError where two methods are declared. */
export function renewedAgents(agents: unknown): Renewed {
  const policies = [...policiesIn(agents, [])].filter(({ kinds }) => kinds.includes("agent"));
  const renewed = policies.map((policy) => ({ ...renewedPolicy(policy), place: policy.place }));
  return {
    agents: renewed.reduce<unknown>((tree, one) => placed(tree, one.place, one.agents), agents),
    used: renewed.flatMap(({ used }) => used),
    origin(path) {
      const own = renewed.find(({ place }) => place.every((key, k) => String(key) === String(path[k])));
      return own === undefined ? path : [...own.place, ...own.origin(path.slice(own.place.length))];
    },
  };
}

const same = (path: Path) => path;

/** Schema of a description in a record, whose agents may have old names. */
export const keptDescription = z
  .looseObject({ agents: z.unknown() })
  .transform((kept): unknown => ({ ...kept, agents: renewedAgents(kept.agents).agents }))
  .pipe(descriptionSchema);

function renewedPolicy({ name, path, place, parameters: declared }: DeclaredPart): Renewed {
  const renamed = POLICIES.get(name);
  const policy = renamed?.now ?? name;
  const used: Deprecation[] = renamed === undefined ? [] : [renamed];
  if (path === place) return { agents: policy, origin: same, used };
  if (!TEXT_LEARNERS.includes(policy)) return { agents: { policy, ...declared }, origin: same, used };
  const parameters: Record<string, unknown> = { policy };
  /** The old key of each current key, and of each item of `with`. */
  const keys: Record<string, string> = {};
  const along = [...CALLBACKS.values()].filter(({ old }) => declared[old] !== undefined && declared[old] !== false);
  for (const [key, value] of Object.entries(declared)) {
    const [method, renewed] = [METHODS.get(key), KEYS.get(key)];
    if (method !== undefined) {
      const other = keys.method ?? (declared.method === undefined ? undefined : "method");
      if (other !== undefined) throw twoMethods(other, key);
      parameters.method = key === "parts" ? { use: method.now, terms: value } : named(method.now, value);
      keys.method = key;
      used.push(method);
    } else if (renewed !== undefined && declared[renewed.now] === undefined) {
      parameters[renewed.now] = value;
      keys[renewed.now] = key;
      used.push(renewed);
    } else if (!CALLBACKS.has(key)) parameters[key] = value;
  }
  const given = Array.isArray(declared.with) ? declared.with.length : 0;
  if (along.length > 0) {
    const items = along.map(({ old, now }) => named(now, old === "effectiveRank" ? {} : declared[old]));
    parameters.with = [...(Array.isArray(declared.with) ? declared.with : []), ...items];
    used.push(...along);
  }
  return {
    agents: parameters,
    used,
    origin([key, ...rest]) {
      if (key === "with" && Number(rest[0]) >= given) return within(along[Number(rest[0]) - given].old, rest.slice(1));
      const old = keys[String(key)];
      if (old === undefined) return key === undefined ? [] : [key, ...rest];
      return within(old, old === "parts" && rest[0] === "terms" ? rest.slice(1) : rest);
    },
  };
}

/** Returns a path below an old key, which has no name of a part. */
const within = (key: string, rest: Path): Path => (rest[0] === "use" ? [key] : [key, ...rest]);

/** Returns a named part with the value that was declared for it. A value that is no map stays, so that the schema rejects it. */
const named = (use: string, value: unknown): unknown =>
  typeof value === "object" && value !== null ? { use, ...value } : value;

function twoMethods(one: string, other: string): UserError {
  const what = `${one} and ${other} are two methods of learning`;
  return new UserError({ code: "two-methods", what, path: [other], hint: "leave one of them out" });
}
