// Registered parts that the experiment of a study names, by their kind, with rules and settings that stand for a method: each may be named
// in an experiment of one's own.

import { readYaml } from "../../core/yaml.ts";
import { rewardForms } from "../../rewards/forms.ts";

/** Kinds of parts, each below the key under which an experiment names one. */
const KINDS = {
  environment: "worlds",
  policy: "agents",
  method: "text methods",
  with: "callbacks",
  reward: "rewards",
  feedback: "sources of feedback",
  measures: "measures",
} as const;

/** Kinds that no key alone stands for. */
const OTHERS = {
  worldRules: "rules of worlds",
  rules: "rules of agents",
  settings: "settings of agents",
  forms: "forms of rewards",
  channels: "channels of rewards",
} as const;

type Key = keyof typeof KINDS;
type Kind = Key | keyof typeof OTHERS;

const isKey = (key: string): key is Key => Object.hasOwn(KINDS, key);

/** Forms of rewards that say only which channels are paid, or name another part. */
const PLAIN = new Set(["use", "channel", "weights", "sum", "agents"]);
const isForm = (key: string): boolean => Object.hasOwn(rewardForms, key) && !PLAIN.has(key);

/** Keys that hold settings by names of their own. */
const NAMED = new Set(["variants", "stages"]);
/** Keys that name no part. */
const LEFT = new Set(["claims", "study"]);
/** Agents that are no parts: players of a stage. */
const PLAYERS = new Set(["trained"]);
/** What is said of an agent by reference, or as a part of a kind of its own. */
const REFERENCES = new Set(["policy", "name", "use", "from", "stage", "method", "with", "rule"]);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A setting of an agent that chooses by a name, `balance: min-norm`, or switches something on, `heads`; undefined of numbers. */
function settingOf(name: string, value: unknown): string | undefined {
  if (REFERENCES.has(name)) return undefined;
  if (typeof value === "string") return `${name}: ${value}`;
  return isFields(value) || (Array.isArray(value) && value.some(isFields)) ? name : undefined;
}

/** Names of the parts in the experiment of a file, by kind, in the order in which they come; kinds without a part are left out. */
export function usedParts(file: string): readonly (readonly [kinds: string, names: readonly string[]])[] {
  const parts = new Map<Kind, Set<string>>();
  const add = (kind: Kind, ...names: readonly string[]) => {
    if (names.length > 0) parts.set(kind, new Set([...(parts.get(kind) ?? []), ...names]));
  };
  /** What one key of a map says, apart from what is below it. `owner` is whether the map is an agent, a world, or a reward's part. */
  const note = (key: string, value: unknown, owner: "agent" | "world" | "reward" | undefined): void => {
    if (owner === "reward") {
      if (isForm(key)) add("forms", key);
      if (key === "channel" && typeof value === "string") add("channels", value);
      if (key === "weights" && isFields(value)) add("channels", ...Object.keys(value));
    } else if (key === "rule" && typeof value === "string") {
      if (owner !== undefined) add(owner === "agent" ? "rules" : "worldRules", value);
    } else if (owner === "agent") add("settings", ...[settingOf(key, value) ?? []].flat());
  };
  /** `section` is the nearest key that names parts, and `isOwn` whether the value is its own. */
  const collect = (value: unknown, section: Key | undefined, isOwn: boolean): void => {
    if (typeof value === "string") {
      if (section !== undefined && isOwn && !PLAYERS.has(value)) add(section, value);
    } else if (Array.isArray(value)) for (const one of value) collect(one, section, isOwn);
    else if (isFields(value))
      for (const [key, inner] of Object.entries(value)) below(value, key, inner, section, isOwn);
  };
  const below = (of: Fields, key: string, inner: unknown, section: Key | undefined, isOwn: boolean): void => {
    if (section === undefined && LEFT.has(key)) return;
    const last = key.slice(key.lastIndexOf(".") + 1);
    const isAgent = typeof of.policy === "string" || key === `agents.${last}`;
    const isWorld = (section === "environment" && isOwn) || key === `environment.${last}`;
    note(last, inner, section === "reward" ? "reward" : isAgent ? "agent" : isWorld ? "world" : undefined);
    if (section === undefined && NAMED.has(key))
      for (const one of Object.values(inner ?? {})) collect(one, undefined, false);
    else if (isKey(last)) collect(inner, last, true);
    // Agents may be named without a map.
    else if (section === undefined && last === "agents" && typeof inner === "string") collect(inner, "policy", true);
    else if (section === undefined && last === "agents" && Array.isArray(inner))
      for (const one of inner) collect(one, typeof one === "string" ? "policy" : undefined, true);
    else collect(inner, section, last === "use" || (isOwn && last === "id"));
  };
  collect(readYaml(file).value, undefined, false);
  const kinds: Readonly<Record<string, string>> = { ...KINDS, ...OTHERS };
  return Object.entries(kinds).flatMap(([kind, words]) =>
    [...parts].flatMap(([key, names]) => (key === kind ? [[words, [...names]] as const] : [])),
  );
}
