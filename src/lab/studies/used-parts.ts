// Registered parts that the experiment of a study names, by their kind: each may be named in an experiment of one's own.

import { readYaml } from "../../core/yaml.ts";

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

type Key = keyof typeof KINDS;

const isKey = (key: string): key is Key => Object.hasOwn(KINDS, key);

/** Keys that hold settings by names of their own. */
const NAMED = new Set(["variants", "stages"]);
/** Keys that name no part. */
const LEFT = new Set(["claims", "study"]);
/** Agents that are no parts: players of a stage. */
const PLAYERS = new Set(["trained"]);

/** Names of the parts in the experiment of a file, by kind, in the order in which they come; kinds without a part are left out. */
export function usedParts(file: string): readonly (readonly [kinds: string, names: readonly string[]])[] {
  const parts = new Map<Key, Set<string>>();
  /** `section` is the nearest key that names parts, and `isOwn` whether the value is its own. */
  const collect = (value: unknown, section: Key | undefined, isOwn: boolean): void => {
    if (typeof value === "string") {
      if (section === undefined || !isOwn || PLAYERS.has(value)) return;
      parts.set(section, (parts.get(section) ?? new Set()).add(value));
    } else if (Array.isArray(value)) for (const one of value) collect(one, section, isOwn);
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const last = key.slice(key.lastIndexOf(".") + 1);
        if (section === undefined && LEFT.has(key)) continue;
        if (section === undefined && NAMED.has(key))
          for (const one of Object.values(inner ?? {})) collect(one, undefined, false);
        else if (isKey(last)) collect(inner, last, true);
        else collect(inner, section, last === "use" || (isOwn && last === "id"));
      }
    }
  };
  collect(readYaml(file).value, undefined, false);
  return Object.entries(KINDS).flatMap(([key, kinds]) => {
    const names = isKey(key) ? parts.get(key) : undefined;
    return names === undefined ? [] : [[kinds, [...names]] as const];
  });
}
