// Every name of an earlier version that this one still takes: what stands for it now, since when, and until when. Notices are made
// from these lines, and CHANGELOG.md lists them. A line goes, with the code that takes its name, in the version that ends it.

/** What has a name: a policy, a key of a policy, the package in an import, or a flag. A key is a method, a callback or another key now. */
export type DeprecatedKind = "policy" | "method" | "callback" | "key" | "package" | "flag";

/** A name that has another form now. */
export interface Deprecation {
  readonly kind: DeprecatedKind;
  readonly old: string;
  readonly now: string;
  /** The version that renamed it. */
  readonly since: string;
  /** The first version that does not take it: the next minor one after `since`. */
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
  // In the order in which they went along.
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

/** Deprecated names of a kind, in their order. */
export const deprecated = (kind: DeprecatedKind): ReadonlyMap<string, Deprecation> =>
  new Map(DEPRECATIONS.filter((one) => one.kind === kind).map((one) => [one.old, one]));

/** How the old name and the one of today are written. */
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

/** A sentence for each version that ends some of the names that a file uses. */
export function noticesOf(file: string, used: Iterable<Deprecation>): string[] {
  const all = [...used];
  return [...new Set(all.map(({ removedIn }) => removedIn))].map((version) => {
    const ended = all.filter(({ removedIn }) => removedIn === version).map(writtenForms);
    return `${file}: old names, which version ${version} no longer takes: ${ended.map(([old, now]) => `${old} is now ${now}`).join("; ")}`;
  });
}
