// Lists all named parts with their summaries. A build gathers it from the modules, so that listing loads none of them.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

export const KINDS = [
  ...(["environments", "agents", "rewards", "algorithms"] as const),
  ...(["methods", "callbacks", "feedback", "measures", "rules", "arenas", "ratings", "studies", "hosted"] as const),
] as const;
export type Kind = (typeof KINDS)[number];

export interface Named {
  readonly id: string;
  readonly summary: string;
}

export type Listing = Readonly<Record<Kind, readonly Named[]>>;

/** The stored list, which only a build has. */
const written = new URL("../../listing.json", import.meta.url);

/** Returns the list from the build; from sources, it is gathered from the modules. */
export const listing = async (): Promise<Listing> =>
  existsSync(written) ? JSON.parse(readFileSync(written, "utf8")) : gathered();

/** Loads every module with a named part and returns the list. */
export async function gathered(): Promise<Listing> {
  const [
    { environments },
    { hostedWorlds },
    { arenas },
    { ratings },
    { agents },
    { rewards },
    { algorithmsAtHand, textPartsAtHand },
    { rules },
    { feedbackSources },
    { measures },
    { studies },
  ] = await Promise.all([
    import("../../environments/index.ts"),
    import("../../environments/hosted/index.ts"),
    import("../../environments/arenas/index.ts"),
    import("../../evaluation/ratings/index.ts"),
    import("./agents.ts"),
    import("../../rewards/index.ts"),
    import("./algorithms.ts"),
    import("../../mechanisms/rules.ts"),
    import("../../feedback/sources/index.ts"),
    import("../../evaluation/measures/index.ts"),
    import("../../systems/index.ts"),
  ]);
  const parts = await textPartsAtHand();
  const named = ({ id, summary }: Named): Named => ({ id, summary });
  return {
    environments: (await environments.all()).map(named),
    agents: (await agents.all()).map(named),
    rewards: rewards.entries().map(named),
    algorithms: (await algorithmsAtHand(parts)).entries().map(named),
    methods: parts.methods.entries().map(named),
    callbacks: parts.callbacks.entries().map(named),
    feedback: (await feedbackSources.all()).map(named),
    measures: (await measures.all()).map(named),
    rules: rules.entries().map(named),
    hosted: (await hostedWorlds.all()).map(named),
    arenas: (await arenas.all()).map(named),
    ratings: (await ratings.all()).map(named),
    studies: (await studies.all()).map(({ id, claim }) => ({ id, summary: claim })),
  };
}

/** Last step of a build: stores the list. */
export async function writeListing(): Promise<void> {
  writeFileSync(written, JSON.stringify(await gathered()));
}
