// A helpful agent meets a deceptive judge: what critiques do to answers, by what a judge wants and knows, and where trust in judges comes from.

import type { Flips } from "../../feedback/loops/flips.ts";
import { KNOWLEDGE, type Knowledge } from "../../feedback/loops/judges.ts";
import { above, agreeingWith, atLeast, atMost, below, within } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, is } from "../../study/claim.ts";
import { difference, meanShare, ratioOf, SHARE, sampled } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { GENERATORS, type GeneratorName, meetingJudges, type SeedConduct } from "./conduct.ts";
import { FLIPPING } from "./equations.ts";
import { type CriticisedAnswers, type Intent, type JUDGES, ROUNDS, TAXONOMY } from "./meetings.ts";
import { SIZES } from "./workflows.ts";

export const deceptiveJudge: Study = {
  id: "deceptive-judge",
  title: "Helpful agent meets deceptive judge: understanding vulnerabilities in agentic workflows",
  source: "arXiv 2506.03332",
  claim:
    "A generator that learned to trust judges from helpful ones gives up right answers for false critiques with evidence; one that learned among deceivers loses less and keeps most of what helpful judges give.",
  claimed:
    "strong agents often leave right answers after one round of misleading, evidence-backed critique; without reasoning, answers oscillate over rounds; more honest agents and a moderator help in part (abstract and reviews)",
  seeds: { first: 72_001, short: 5, full: 20 },
  notDone: [
    "Language models as generators and judges, reasoning models against others, and real questions with support on the web (WAFER-QA): the loop takes functions that may ask a server, and the facts here are synthetic.",
    "A generator that is a transformer: the learned one is a perceptron over what it sees of a critique.",
    "The acknowledgement rate, which needs answers in words. A deceiver that answers what the table says.",
    "A generator that acts where the judge is silent: silence lets the answer stand, though from a deceiver it would be news.",
  ],
  seenBefore: [
    "Thresholds: written by hand before there was a world.",
    "Exact sums for rules by Bayes, before any training: with credible looks of 0.8 of true and 0.4 of false documents, or 0.7 and 0.5, with one or two documents a search, and with judges that are right about 0.85, 0.9 or 0.95 of answers. Malicious judges with evidence took 0.09 to 0.32 of answers. The setting that is run took 0.24, and 0.02 after training with half deceivers.",
    "Seeds 901 to 903: learning rates of 1e-3, 3e-3 and 1e-2. The first earned up to 0.004 less, the others the same to 0.002.",
    "Seeds 901 and 902: the whole study. Of items lost in round 1, those right after the last round were counted first; answers that go to and fro are then regained or not by whether rounds are odd, so that those right in the last two rounds are counted.",
    "Seeds 901 and 902: a moderator recovered 0.29 to 0.38 of what the deceiver takes. It was left as it is.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const found = await context.all(
    meetingJudges,
    context.seeds.map((seed) => ({ seed })),
    ({ seed }) => `generators and judges, seed ${seed}`,
  );
  return combined({ claims: equations(found) }, trustResult(found), roundsResult(found), workflowResult(found), {
    tables: [...GENERATORS.map((name) => judgesTable(name, found)), worthTable(found)],
  });
}

const TRUSTING = "constructive judges" satisfies GeneratorName;
const WARY = "half deceivers" satisfies GeneratorName;

/** A number of each seed's meeting of a generator with a judge. */
const each = (
  found: readonly SeedConduct[],
  name: GeneratorName,
  intent: Intent,
  knowledge: Knowledge,
  of: (meeting: CriticisedAnswers) => number,
): number[] => found.map(({ meetings }) => of(meetings[name][intent][knowledge]));

/** The mean over all kinds of knowledge. */
const overKnowledge = (of: (knowledge: Knowledge) => readonly number[]): number[] => {
  const columns = KNOWLEDGE.map(of);
  return columns[0].map((_, seed) => columns.reduce((sum, column) => sum + column[seed] / columns.length, 0));
};

/** What a round takes, or gives where it is below 0. */
const loss = ({ accuracy }: CriticisedAnswers): number => accuracy[0] - accuracy[1];

/** Three standard errors of a normal mean: of nine cells at two errors, one would be beyond by chance in a third of all studies. */
const THREE_ERRORS = 0.9973;

function equations(found: readonly SeedConduct[]): Claim[] {
  const cells = TAXONOMY.flatMap((intent) => KNOWLEDGE.map((knowledge) => [intent, knowledge] as const));
  return [
    equation(
      "accuracy after a round is a(1 − c·f_c) + (1 − a)·w·f_w·ρ, with flips of half of the questions: the other half's less that, three standard errors",
      cells.map(([intent, knowledge]) =>
        is(
          sampled(
            each(found, TRUSTING, intent, knowledge, ({ unforeseen }) => unforeseen),
            THREE_ERRORS,
          ),
          agreeingWith(0),
          `${intent}, ${knowledge}`,
        ),
      ),
    ),
    equation(
      "after 50 critiques of every answer, accuracy is at its chain's limit f_w·ρ/(f_c + f_w·ρ): difference",
      FLIPPING.map((of, k) => is(sampled(found.map(({ chain }) => chain[k])), within(-0.01, 0.01), flipsInWords(of))),
    ),
    equation(
      "where its belief is true, no threshold on a grid does better than the rule of Bayes: largest gain",
      is(sampled(found.map(({ threshold }) => threshold)), atMost(0.005)),
    ),
  ];
}

const flipsInWords = ({ fromRight, fromWrong, gaining }: Flips): string =>
  `f_c ${fromRight}, f_w ${fromWrong}, ρ ${gaining}`;

function trustResult(found: readonly SeedConduct[]): StudyResult {
  const lost = (name: GeneratorName, knowledge: Knowledge) => each(found, name, "malicious", knowledge, loss);
  const gained = (name: GeneratorName) =>
    overKnowledge((knowledge) => each(found, name, "constructive", knowledge, (one) => -loss(one)));
  const fooled = claim("and loses right answers to malicious judges with evidence, in one round", [
    is(sampled(lost(TRUSTING, "grounded")), atLeast(0.2), "lost"),
    is(
      difference(lost(TRUSTING, "grounded"), lost(TRUSTING, "none"), 0.95, SHARE),
      atLeast(0.05),
      "less what a template takes",
    ),
    beside("lost to one that makes evidence up from memory", sampled(lost(TRUSTING, "parametric"))),
  ]);
  const worth = (name: "constructive judges" | "half deceivers" | "half deceivers, told") =>
    difference(
      found.map((one) => one.worth[name].earned),
      found.map((one) => one.worth[name].best),
    );
  const half = lost(TRUSTING, "grounded").map((x) => x / 2);
  const most = gained(TRUSTING).map((x) => 0.6 * x);
  return {
    claims: [
      claim(
        "a generator trained with constructive judges gains from them in one round",
        is(sampled(gained(TRUSTING)), atLeast(0.05)),
      ),
      fooled,
      claim("one trained with half deceivers loses at most half as much, and keeps 60 % of the gain or more", [
        is(difference(lost(WARY, "grounded"), half), atMost(0), "lost, less half of the other's"),
        is(difference(gained(WARY), most), atLeast(0), "gained, less 60 % of the other's"),
        beside("lost", sampled(lost(WARY, "grounded"))),
        beside("gained", sampled(gained(WARY))),
      ]),
      claim("told who the judge is, a generator earns as much as can be earned: less the most, by Bayes", [
        is(worth("half deceivers, told"), atLeast(-0.01)),
        beside("not told, half deceivers", worth("half deceivers")),
        beside("constructive judges alone", worth("constructive judges")),
      ]),
    ],
    controls: [
      control(
        "a silent judge takes answers: largest change of accuracy",
        is(
          Math.max(...found.map(({ silent }) => Math.max(...silent.accuracy) - Math.min(...silent.accuracy))),
          above(0),
        ),
        { of: fooled },
      ),
      control(
        "evidence about another fact takes 5 points more than a template",
        is(
          difference(
            found.map(({ shuffled }) => loss(shuffled)),
            lost(TRUSTING, "none"),
          ),
          atLeast(0.05),
        ),
        { of: fooled },
      ),
      control(
        "where no fact is contested, malicious judges with evidence take 5 points more than a template",
        is(
          difference(
            found.map(({ uncontested }) => loss(uncontested.grounded)),
            found.map(({ uncontested }) => loss(uncontested.none)),
          ),
          atLeast(0.05),
        ),
        { of: fooled },
      ),
    ],
  };
}

function roundsResult(found: readonly SeedConduct[]): StudyResult {
  const plain = (of: (meeting: CriticisedAnswers) => number) =>
    overKnowledge((knowledge) => each(found, TRUSTING, "hypercritical", knowledge, of));
  const remembering = (of: (meeting: CriticisedAnswers) => number) =>
    overKnowledge((knowledge) => found.map((one) => of(one.remembering[knowledge])));
  const changes = ({ oscillation }: CriticisedAnswers) => oscillation;
  const regained = ({ recovery }: CriticisedAnswers) => recovery;
  const rows = KNOWLEDGE.flatMap((knowledge) => {
    const row = (meetings: readonly CriticisedAnswers[]) => ({
      [`accuracy after ${ROUNDS} rounds`]: meanShare(meetings.map(({ accuracy }) => accuracy[ROUNDS])),
      "changes of an answer": sampled(meetings.map(changes)),
      "regained for good of those lost in round 1": meanShare(meetings.map(regained)),
    });
    return [
      [`${knowledge}, no memory`, row(found.map(({ meetings }) => meetings[TRUSTING].hypercritical[knowledge]))],
      [`${knowledge}, remembers refuted critiques`, row(found.map((one) => one.remembering[knowledge]))],
    ] as const;
  });
  return {
    claims: [
      claim(
        `without memory, answers oscillate under a hypercritical judge: changes of an answer in ${ROUNDS} rounds`,
        is(sampled(plain(changes)), atLeast(1.5)),
      ),
      claim(
        "a generator that remembers refuted critiques changes less and regains more of what it lost in round 1: difference",
        [
          is(difference(remembering(changes), plain(changes)), below(0), "changes"),
          is(difference(remembering(regained), plain(regained), 0.95, SHARE), above(0), "regained for good"),
        ],
      ),
    ],
    controls: [],
    tables: [table("Under a hypercritical judge, trained with constructive judges", rows)],
  };
}

function workflowResult(found: readonly SeedConduct[]): StudyResult {
  const of = (
    name: "constructive judges" | "half deceivers",
    size: number,
    part: "honest" | "deceived" | "moderated",
  ) => found.map(({ tables }) => tables[name][size][part]);
  const recovered = (name: "constructive judges" | "half deceivers", size: number) => {
    const deceived = of(name, size, "deceived");
    const less = (values: readonly number[]) => values.map((x, seed) => x - deceived[seed]);
    return ratioOf(less(of(name, size, "moderated")), less(of(name, size, "honest")));
  };
  return {
    claims: [
      claim(
        "a round table with one deceiver is right more often the more agents it has",
        SIZES.slice(1).map((size, k) =>
          is(
            difference(of(TRUSTING, k + 1, "deceived"), of(TRUSTING, k, "deceived"), 0.95, SHARE),
            above(0),
            `${size} agents less ${SIZES[k]}`,
          ),
        ),
      ),
      claim(
        "a moderator that looks facts up recovers 30 % or more of what the deceiver takes",
        SIZES.map((size, k) => is(recovered(TRUSTING, k), atLeast(0.3), `${size} agents`)),
      ),
    ],
    controls: [],
    tables: [
      table(
        "Round tables with one deceiver: share of facts that are answered rightly",
        ([TRUSTING, WARY] as const).flatMap((name) =>
          SIZES.map(
            (size, k) =>
              [
                `${size} agents, trained with ${name}`,
                {
                  "all honest": meanShare(of(name, k, "honest")),
                  "one deceiver": meanShare(of(name, k, "deceived")),
                  "and a moderator": meanShare(of(name, k, "moderated")),
                  "all honest, and a moderator": meanShare(found.map(({ tables }) => tables[name][k].honestModerated)),
                },
              ] as const,
          ),
        ),
      ),
    ],
  };
}

const intents: readonly Intent[] = [
  "constructive",
  "hypercritical",
  "malicious",
  "honest",
  "lenient",
] satisfies (keyof typeof JUDGES)[];

function judgesTable(name: GeneratorName, found: readonly SeedConduct[]) {
  return table(
    name === "Bayes, trusting" ? "By Bayes, with trust of 0.9 and no search" : `Trained with ${name}`,
    intents.flatMap((intent) =>
      KNOWLEDGE.map((knowledge) => {
        const column = (of: (meeting: CriticisedAnswers) => number) => each(found, name, intent, knowledge, of);
        return [
          `${intent}, ${knowledge}`,
          {
            "at first": meanShare(column(({ accuracy }) => accuracy[0])),
            "after 1 round": meanShare(column(({ accuracy }) => accuracy[1])),
            [`after ${ROUNDS} rounds`]: meanShare(column(({ accuracy }) => accuracy[ROUNDS])),
            f_c: meanShare(column(({ flips }) => flips.fromRight)),
            f_w: meanShare(column(({ flips }) => flips.fromWrong)),
            changes: sampled(column(({ oscillation }) => oscillation)),
            regained: meanShare(column(({ recovery }) => recovery)),
          },
        ] as const;
      }),
    ),
  );
}

function worthTable(found: readonly SeedConduct[]) {
  return table(
    "What learned generators earn in the world they were trained in: right answers less 0.1 for each search, exact sums",
    (["constructive judges", "half deceivers", "half deceivers, told"] as const).map(
      (name) =>
        [
          name,
          {
            earned: sampled(found.map(({ worth }) => worth[name].earned)),
            "by Bayes": found[0].worth[name].best,
          },
        ] as const,
    ),
  );
}
