// All names of earlier versions that this one still accepts: the current name, the version that renamed it, and the version that removes
// it. Notices are generated from these lines, and CHANGELOG.md lists them. In the version that removes a name, delete its line and the code
// that accepts it.

/**
 * Kinds of names: a policy, a key of a policy, the package in an import, or a flag. Some keys have become a method, a callback or another
 * key.
 */
export type DeprecatedKind = "policy" | "method" | "callback" | "key" | "package" | "flag";

/** A name that has been replaced. */
export interface Deprecation {
  readonly kind: DeprecatedKind;
  readonly old: string;
  readonly now: string;
  /** The version that renamed it. */
  readonly since: string;
  /** The first version that refuses it: the next minor version after `since`. */
  readonly removedIn: string;
}

const renamed = (kind: DeprecatedKind, names: Readonly<Record<string, string>>, removedIn = "0.2.0"): Deprecation[] =>
  Object.entries(names).map(([old, now]) => ({ kind, old, now, since: "0.1.0", removedIn }));

export const DEPRECATIONS: readonly Deprecation[] = [
  ...renamed("policy", {
    nft: "negative-aware",
    hdpo: "metacognitive-tools",
    dcpo: "shopping-agent",
    "turn-group": "turn-group-policy",
    barfi: "behavior-alignment",
  }),
  ...renamed("method", {
    negativeAware: "negative-aware",
    callMatching: "matchtir",
    informationGain: "turn-group-policy",
    contrast: "shopping-agent",
    parts: "separate-advantages",
  }),
  // In the order in which the callbacks are called.
  ...renamed("callback", {
    rankShaping: "verl-rank",
    curation: "rejection-sampling",
    verifier: "cooper",
    secondQuery: "revisor",
    effectiveRank: "effective-rank",
    recycling: "spark",
  }),
  ...renamed("key", { warmUp: "sft" }),
  ...renamed("package", { agon: "agonlab" }),
  ...renamed("flag", { "--column": "--columns" }),
];

/** Returns the deprecated names of a kind, in order. */
export const deprecated = (kind: DeprecatedKind): ReadonlyMap<string, Deprecation> =>
  new Map(DEPRECATIONS.filter((one) => one.kind === kind).map((one) => [one.old, one]));

/** Returns the old and the current name as they are written in a file. */
export function writtenForms({ kind, old, now }: Deprecation): readonly [string, string] {
  switch (kind) {
    case "policy":
      return [`policy: ${old}`, `policy: ${now}`];
    case "method":
      return [`${old}:`, `method: { use: ${now}${old === "parts" ? ", terms: […]" : ""} }`];
    case "callback":
      return [`${old}:`, `with: [{ use: ${now} }]`];
    case "key":
      return [`${old}:`, `${now}:`];
    case "package":
      return [`import "${old}"`, `import "${now}"`];
    case "flag":
      return [`${old} NAME=OWN`, `${now} NAME=OWN`];
    default:
      return kind satisfies never;
  }
}

/** Returns a notice for each version that removes some of the names that a file uses. */
export function noticesOf(file: string, used: Iterable<Deprecation>): string[] {
  const all = [...used];
  return [...new Set(all.map(({ removedIn }) => removedIn))].map((version) => {
    const ended = all.filter(({ removedIn }) => removedIn === version).map(writtenForms);
    return `${file}: old names, which version ${version} no longer takes: ${ended.map(([old, now]) => `${old} is now ${now}`).join("; ")}`;
  });
}
