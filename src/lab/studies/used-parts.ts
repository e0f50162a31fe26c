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

/** Kinds that no key alone stands for. */
const OTHERS = { rules: "rules of agents", forms: "forms of rewards" } as const;

type Key = keyof typeof KINDS;

const isKey = (key: string): key is Key => Object.hasOwn(KINDS, key);

/** Keys of a reward that stand for a form by themselves. */
const FORMS = new Set(["bent", "kinesthetic", "layers", "learnt", "potential", "shape", "subgoals", "teamMix"]);

/** Keys that hold settings by names of their own. */
const NAMED = new Set(["variants", "stages"]);
/** Keys that name no part. */
const LEFT = new Set(["claims", "study"]);
/** Agents that are no parts: players of a stage. */
const PLAYERS = new Set(["trained"]);

/** Names of the parts in the experiment of a file, by kind, in the order in which they come; kinds without a part are left out. */
export function usedParts(file: string): readonly (readonly [kinds: string, names: readonly string[]])[] {
  const parts = new Map<Key | keyof typeof OTHERS, Set<string>>();
  const add = (kind: Key | keyof typeof OTHERS, name: string) =>
    parts.set(kind, (parts.get(kind) ?? new Set()).add(name));
  /** `section` is the nearest key that names parts, and `isOwn` whether the value is its own. */
  const collect = (value: unknown, section: Key | undefined, isOwn: boolean): void => {
    if (typeof value === "string") {
      if (section === undefined || !isOwn || PLAYERS.has(value)) return;
      add(section, value);
    } else if (Array.isArray(value)) for (const one of value) collect(one, section, isOwn);
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const last = key.slice(key.lastIndexOf(".") + 1);
        if (section === "reward" && FORMS.has(last)) add("forms", last);
        if (last === "rule" && typeof inner === "string" && ("policy" in value || key === "agents.rule"))
          add("rules", inner);
        if (section === undefined && LEFT.has(key)) continue;
        if (section === undefined && NAMED.has(key))
          for (const one of Object.values(inner ?? {})) collect(one, undefined, false);
        else if (isKey(last)) collect(inner, last, true);
        // Agents may be named without a map.
        else if (section === undefined && last === "agents" && typeof inner === "string")
          collect(inner, "policy", true);
        else if (section === undefined && last === "agents" && Array.isArray(inner))
          for (const one of inner) collect(one, typeof one === "string" ? "policy" : undefined, true);
        else collect(inner, section, last === "use" || (isOwn && last === "id"));
      }
    }
  };
  collect(readYaml(file).value, undefined, false);
  const kindsOf: ReadonlyMap<string, string> = new Map(Object.entries({ ...KINDS, ...OTHERS }));
  const order = [...kindsOf.keys()];
  return [...parts]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([key, names]) => [kindsOf.get(key) ?? key, [...names]] as const);
}
