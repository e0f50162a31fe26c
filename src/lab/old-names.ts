// Names and keys of earlier versions, which work for one version more: they are put into their new form before anything is checked,
// a person is told the new form once, and a mistake within is told at the place where it was written.

import { type Path, UserError } from "../core/errors.ts";

type Tree = Readonly<Record<string, unknown>>;

/** Policies that have another name now. */
const POLICIES: Readonly<Record<string, string>> = {
  nft: "negative-aware",
  hdpo: "metacognitive-tools",
  dcpo: "shopping-agent",
  "turn-group": "turn-group-policy",
  barfi: "behavior-alignment",
};

/** Learners of texts, whose keys have changed. */
const TEXT_LEARNERS = [
  "grpo",
  "negative-aware",
  "metacognitive-tools",
  "shopping-agent",
  "turn-group-policy",
  "matchtir",
  "dual-play",
];

/** Keys that are `method: { use, … }` now. */
const METHODS: Readonly<Record<string, string>> = {
  negativeAware: "negative-aware",
  callMatching: "matchtir",
  informationGain: "turn-group-policy",
  contrast: "shopping-agent",
  parts: "separate-advantages",
};

/** Keys that are items of `with` now, in the order in which they went along. */
const CALLBACKS: Readonly<Record<string, string>> = {
  rankShaping: "verl-rank",
  curation: "rejection-sampling",
  verifier: "cooper",
  secondQuery: "revisor",
  effectiveRank: "effective-rank",
  recycling: "spark",
};

/** Agents in their new form. */
export interface Renewed {
  readonly agents: unknown;
  /** Turns a path into these agents into a path into the given ones. */
  origin(path: Path): Path;
  /** What is told of each change: `policy nft is now negative-aware`. */
  readonly notices: readonly string[];
}

/** What is declared of agents, in the new form. Throws a UserError where two methods are declared. */
export function renewedAgents(agents: unknown): Renewed {
  if (typeof agents === "string") {
    const policy = POLICIES[agents];
    return { agents: policy ?? agents, origin: same, notices: policy === undefined ? [] : [renamed(agents, policy)] };
  }
  if (typeof agents !== "object" || agents === null) return { agents, origin: same, notices: [] };
  if ("policy" in agents) return renewedPolicy({ ...agents });
  const seats = Object.entries(agents).map(([key, seat]) => [key, renewedAgents(seat)] as const);
  const bySeat = new Map(seats);
  const renewed = seats.map(([key, seat]) => [key, seat.agents] as const);
  return {
    agents: Array.isArray(agents) ? renewed.map(([, seat]) => seat) : Object.fromEntries(renewed),
    origin: ([key, ...rest]) => (key === undefined ? [] : [key, ...(bySeat.get(String(key))?.origin(rest) ?? rest)]),
    notices: seats.flatMap(([, seat]) => seat.notices),
  };
}

const same = (path: Path) => path;
const renamed = (before: string, now: string) => `policy ${before} is now ${now}`;

function renewedPolicy(declared: Tree): Renewed {
  const { policy: before } = declared;
  if (typeof before !== "string") return { agents: declared, origin: same, notices: [] };
  const policy = POLICIES[before] ?? before;
  const notices = policy === before ? [] : [renamed(before, policy)];
  if (!TEXT_LEARNERS.includes(policy)) return { agents: { ...declared, policy }, origin: same, notices };
  const parameters: Record<string, unknown> = { policy };
  /** The old key of each new one, and of each item of `with`. */
  const keys: Record<string, string> = {};
  const along = CALLBACK_KEYS.filter((key) => declared[key] !== undefined && declared[key] !== false);
  for (const [key, value] of Object.entries(declared)) {
    const use = METHODS[key];
    if (use !== undefined) {
      const other = keys.method ?? (declared.method === undefined ? undefined : "method");
      if (other !== undefined) throw twoMethods(other, key);
      parameters.method = key === "parts" ? { use, terms: value } : used(use, value);
      keys.method = key;
      notices.push(`${key}: is now method: { use: ${use}${key === "parts" ? ", terms: […]" : ""} }`);
    } else if (key === "warmUp" && declared.sft === undefined) {
      parameters.sft = value;
      keys.sft = key;
      notices.push("warmUp: is now sft:");
    } else if (key !== "policy" && CALLBACKS[key] === undefined) parameters[key] = value;
  }
  const given = Array.isArray(declared.with) ? declared.with.length : 0;
  if (along.length > 0) {
    const items = along.map((key) => used(CALLBACKS[key], key === "effectiveRank" ? {} : declared[key]));
    parameters.with = [...(Array.isArray(declared.with) ? declared.with : []), ...items];
    for (const key of along) notices.push(`${key}: is now with: [{ use: ${CALLBACKS[key]} }]`);
  }
  return {
    agents: parameters,
    notices,
    origin([key, ...rest]) {
      if (key === "with" && Number(rest[0]) >= given) return within(along[Number(rest[0]) - given], rest.slice(1));
      const old = keys[String(key)];
      if (old === undefined) return key === undefined ? [] : [key, ...rest];
      return within(old, old === "parts" && rest[0] === "terms" ? rest.slice(1) : rest);
    },
  };
}

const CALLBACK_KEYS = Object.keys(CALLBACKS);

/** A path below an old key, which has no name of a part. */
const within = (key: string, rest: Path): Path => (rest[0] === "use" ? [key] : [key, ...rest]);

/** A named part with what was declared for it; what is no map stays as it is, and is told. */
const used = (use: string, value: unknown): unknown =>
  typeof value === "object" && value !== null ? { use, ...value } : value;

function twoMethods(one: string, other: string): UserError {
  const what = `${one} and ${other} are two methods of learning`;
  return new UserError({ code: "two-methods", what, path: [other], hint: "leave one of them out" });
}
