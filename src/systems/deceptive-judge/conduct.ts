// All of one seed: generators are trained, meet every judge, and sit at tables.

import { intents, KNOWLEDGE, type Knowledge } from "../../feedback/loops/judges.ts";
import { studyJob } from "../../study/study.ts";
import { chainGap, FLIPPING, thresholdGain } from "./equations.ts";
import { bestRule, type Met, prospects, roundValue } from "./exact.ts";
import type { CritiqueRule } from "./generator.ts";
import { type CriticisedAnswers, type CritiqueMemory, type Intent, JUDGES, meeting } from "./meetings.ts";
import { ACCURACY, bayesian, type Learned, learned, TRAINERS, TRUSTS, type Trainer } from "./rules.ts";
import { SIZES, type TableAccuracy, tableAccuracy } from "./workflows.ts";

/** Generators that meet all judges. */
export const GENERATORS = ["Bayes, trusting", "constructive judges", "half deceivers"] as const;
export type GeneratorName = (typeof GENERATORS)[number];

export type ByKnowledge<T> = Readonly<Record<Knowledge, T>>;

/** What is earned in a generator's own world, and the most that can be: exact sums. */
export interface TrustWorth {
  readonly earned: number;
  readonly best: number;
}

export interface SeedConduct {
  readonly meetings: Readonly<Record<GeneratorName, Readonly<Record<Intent, ByKnowledge<CriticisedAnswers>>>>>;
  /** One trained with constructive judges, under hypercritical ones, that remembers refuted critiques. */
  readonly remembering: ByKnowledge<CriticisedAnswers>;
  /** The same one without memory under judges that are controls. */
  readonly silent: CriticisedAnswers;
  readonly shuffled: CriticisedAnswers;
  readonly uncontested: ByKnowledge<CriticisedAnswers>;
  readonly worth: Readonly<Record<keyof typeof TRUSTS, TrustWorth>>;
  /** By `SIZES`. */
  readonly tables: Readonly<Record<"constructive judges" | "half deceivers", readonly TableAccuracy[]>>;
  readonly chain: readonly number[];
  readonly threshold: number;
}

type MeetingJudges = { readonly seed: number; readonly steps?: number };
export const meetingJudges = studyJob(import.meta.url, meetJudges);

/** Generators are trained on 120,000 critiques, or on `steps`. */
export async function meetJudges({ seed, steps }: MeetingJudges, signal?: AbortSignal): Promise<SeedConduct> {
  const trusting = await learned(TRUSTS["constructive judges"], seed, steps, signal);
  const wary = await learned(TRUSTS["half deceivers"], seed, steps, signal);
  const told = await learned(TRUSTS["half deceivers, told"], seed, steps, signal);
  const rules: Readonly<Record<GeneratorName, CritiqueRule>> = {
    "Bayes, trusting": bayesian(ACCURACY),
    "constructive judges": (seen) => trusting(seen),
    "half deceivers": (seen) => wary(seen),
  };
  const rule = rules["constructive judges"];
  const under = (intent: Intent, of: CritiqueRule, more: { memory?: CritiqueMemory; contested?: number } = {}) =>
    byKnowledge((knowledge) => meeting({ seed, rule: of, criticises: JUDGES[intent], knowledge, ...more }));
  const all = async (of: CritiqueRule) => ({
    constructive: await under("constructive", of),
    hypercritical: await under("hypercritical", of),
    malicious: await under("malicious", of),
    honest: await under("honest", of),
    lenient: await under("lenient", of),
  });
  const grounded = { seed, rule, knowledge: "grounded" } as const;
  return {
    meetings: {
      "Bayes, trusting": await all(rules["Bayes, trusting"]),
      "constructive judges": await all(rule),
      "half deceivers": await all(rules["half deceivers"]),
    },
    remembering: await under("hypercritical", rule, { memory: "refuted critiques" }),
    silent: await meeting({ ...grounded, criticises: intents.silent }),
    shuffled: await meeting({ ...grounded, criticises: intents.malicious, shuffled: true }),
    uncontested: await under("malicious", rule, { contested: 0 }),
    worth: {
      "constructive judges": worthOf(trusting, ["constructive"], false),
      "half deceivers": worthOf(wary, ["constructive", "malicious"], false),
      "half deceivers, told": worthOf(told, ["constructive", "malicious"], true),
    },
    tables: {
      "constructive judges": SIZES.map((size) => tableAccuracy(seed, size, rule)),
      "half deceivers": SIZES.map((size) => tableAccuracy(seed, size, rules["half deceivers"])),
    },
    chain: await Promise.all(FLIPPING.map((of) => chainGap(seed, of))),
    threshold: thresholdGain(seed),
  };
}

async function byKnowledge<T>(of: (knowledge: Knowledge) => Promise<T>): Promise<ByKnowledge<T>> {
  return { none: await of("none"), parametric: await of("parametric"), grounded: await of("grounded") };
}

/** Judges of these kinds, all as often, each with all kinds of knowledge. */
const mixture = (judges: readonly Trainer[]): Met[] =>
  judges.flatMap((name) =>
    KNOWLEDGE.map((knowledge) => ({
      criticises: TRAINERS[name],
      knowledge,
      share: 1 / judges.length / KNOWLEDGE.length,
    })),
  );

/** One that is told which judge criticises meets a world of its own for each judge. */
export function worthOf(rule: Learned, judges: readonly Trainer[], told: boolean): TrustWorth {
  const worlds = told ? judges.map((name) => [name]) : [judges];
  let [earned, best] = [0, 0];
  for (const world of worlds) {
    const met = prospects(mixture(world));
    earned += roundValue(met, (seen) => rule(seen, told ? world[0] : undefined)).earned / worlds.length;
    best += roundValue(met, bestRule(met)).earned / worlds.length;
  }
  return { earned, best };
}
