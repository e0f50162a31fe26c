// Programs that fight, and owners that change them between rounds: scripted editors in the place of models, in Core War.

import { Random } from "../../core/random.ts";
import { bradleyTerry, waldErrors } from "../../evaluation/ratings/bradley-terry.ts";
import { countsOf } from "../../evaluation/ratings/pair-counts.ts";
import { ELO_POINTS } from "../../evaluation/ratings/pair-ratings.ts";
import { roundSignificance } from "../../evaluation/tournaments/round-significance.ts";
import { above, atLeast, atMost, below } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, is, never } from "../../study/claim.ts";
import { difference, meanShare, sampled, share } from "../../study/figure.ts";
import { matching } from "../../study/matching.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type RowOf, table } from "../../study/table.ts";
import { EDITORS, type EditorName, RULES } from "./editors.ts";
import { invalidShare, selfMatch, type Tournament, type TournamentJob, tournament } from "./tournaments.ts";

export const codeclash: Study = {
  id: "codeclash",
  title: "CodeClash: benchmarking goal-oriented software engineering",
  source: "arXiv 2511.00839",
  claim:
    "Owners of programs that are told to win alone, and edit between rounds of a contest, fall far behind an expert's program; what makes a program better is to test it against others, and not against itself.",
  claimed:
    "1,680 tournaments of 8 models in 6 arenas; top models lose every round against expert human programmers; codebases become messy and models struggle to read logs",
  seeds: { first: 45_001, short: 5, full: 40 },
  settings: { matches: { about: "matches of a program with itself", short: 200, full: 2000 } },
  notDone: [
    "Language models as editors, and judges of what they did.",
    "Arenas other than Core War: their rules and published games are worlds and tests.",
    "Files, notes and diffs of code bases: a warrior is one text.",
  ],
  seenBefore: [
    "Thresholds: written after a run of another program, in which the expert won 72 to 75 of 75 rounds, the tester had a share of 0.61 and self-only one of 0.38.",
    "Seeds 901 and 902: the tester had shares of 0.54 and 0.50, self-only of 0.38 and 0.56; the expert lost four rounds to self-only once.",
  ],
  run,
};

/** Pairs that meet: each editor the expert, and each the one that never edits. */
const PAIRS: readonly (readonly [EditorName, EditorName])[] = [
  ...EDITORS.filter((name) => name !== "expert").map((name) => ["expert", name] as const),
  ...EDITORS.filter((name) => name !== "expert" && name !== "static").map((name) => [name, "static"] as const),
];

async function run({ seeds, settings: { matches }, all }: StudyContext): Promise<StudyResult> {
  const jobs = PAIRS.flatMap(([first, second]) => seeds.map((seed): TournamentJob => ({ first, second, seed })));
  const found = await all(tournament, jobs, ({ first, second, seed }) => `${first} against ${second}, seed ${seed}`);
  const of = (first: EditorName, second: EditorName) =>
    found.filter((_, k) => jobs[k].first === first && jobs[k].second === second);
  const [significant] = await all(selfMatch, [{ seed: seeds[0], matches }], () => "matches of a program with itself");
  const exact = [
    significances(),
    equation(
      "matches of a program with itself have no significant winner",
      is(share(matches - significant, matches), atLeast(0.95)),
    ),
    equation("a program that cannot be read wins no point", never(await invalidShare())),
  ];
  return combined({ claims: exact }, claimsOf(of), ratings(jobs, found, seeds[0]));
}

/** Chances of a round's winner among equals, at the published numbers of wins. */
function significances(): Claim {
  const rounds = [
    [60, 40],
    [530, 470],
    [540, 460],
    [15, 0],
    [9, 6],
  ];
  const known = [0.05689, 0.06202, 0.01244, 0.000061035, 0.60724];
  const labels = rounds.map((wins) => wins.join(" : "));
  return equation(
    "significance of a round between two, by its wins",
    matching(labels, rounds.map(roundSignificance), known, 5e-6),
  );
}

type Found = (first: EditorName, second: EditorName) => readonly Tournament[];

function claimsOf(of: Found): StudyResult {
  const late = (name: EditorName) => of(name, "static").map((one) => one.late);
  const wonBy = (name: EditorName, other: EditorName) =>
    meanShare(of(name, other).map(({ won }) => won / RULES.rounds));
  const others = EDITORS.filter((name) => name !== "expert");
  const editing = others.filter((name) => name !== "static");
  return {
    claims: [
      claim(
        "an expert's program, which is not edited, wins nearly all rounds against every editor: share of 15 rounds",
        others.map((name) => is(wonBy("expert", name), atLeast(0.95), `against ${name}`)),
      ),
      claim(
        "an editor that tests against others gets ahead of the program that it began with: share of the points in rounds 11 to 15",
        is(meanShare(late("tester")), atLeast(0.55)),
      ),
      claim(
        "changes at random that are not tested lose: share of 15 rounds won",
        is(wonBy("blind", "static"), atMost(0.1)),
      ),
      claim(
        "improvement against oneself is less than testing against others: difference of shares in rounds 11 to 15",
        [
          is(difference(late("self-only"), late("tester"), 0.95, [0, 1]), below(0)),
          beside("share of self-only", meanShare(late("self-only"))),
        ],
      ),
    ],
    controls: [],
    tables: [
      table(
        "Editors against the program that they began with",
        editing.map((name): readonly [string, RowOf] => [
          name,
          {
            "share before edits": meanShare(of(name, "static").map(({ before }) => before)),
            "share in rounds 11 to 15": meanShare(late(name)),
            "rounds won": wonBy(name, "static"),
            "last program against its first: share": meanShare(of(name, "static").map(({ growth }) => growth)),
            "programs it had": sampled(of(name, "static").map(({ versions }) => versions)),
          },
        ]),
      ),
      table(
        "Rounds won after so many lost in a row",
        others.map((name): readonly [string, RowOf] => [`${name} against the expert`, comebacks(of("expert", name))]),
      ),
    ],
  };
}

/** Of the second player: how often the next round is won after one, two, three lost in a row. */
function comebacks(tournaments: readonly Tournament[]): RowOf {
  const row = (lost: number) => {
    let [won, times] = [0, 0];
    for (const { results } of tournaments) {
      for (let k = lost; k < results.length; k++) {
        if (results.slice(k - lost, k).some((result) => result !== 1)) continue;
        times += 1;
        if (results[k] === 0) won += 1;
      }
    }
    return times === 0 ? undefined : share(won, times);
  };
  return Object.fromEntries([1, 2, 3].map((lost) => [`${lost} lost`, row(lost)]));
}

/** Elo by tournaments, each a win, a loss or a tie by rounds; and the same with names exchanged at random in each of them. */
function ratings(jobs: readonly TournamentJob[], found: readonly Tournament[], seed: number): StudyResult {
  const random = Random.of(seed, "names");
  const lead = (exchanged: boolean) => {
    const wins = EDITORS.map(() => EDITORS.map(() => 0));
    for (const [k, { first, second }] of jobs.entries()) {
      const turned = exchanged && random.uniform() < 0.5;
      const { won, lost } = found[k];
      const [a, b] = [EDITORS.indexOf(first), EDITORS.indexOf(second)];
      if (won === lost)
        for (const [i, j] of [
          [a, b],
          [b, a],
        ])
          wins[i][j] += 0.5;
      else if (won > lost !== turned) wins[a][b] += 1;
      else wins[b][a] += 1;
    }
    const fit = bradleyTerry(countsOf(wins), { ties: "half", ridge: 0.01 });
    const { errors, between } = waldErrors(fit);
    const [expert, unedited] = [EDITORS.indexOf("expert"), EDITORS.indexOf("static")];
    return { fit, errors, lead: (fit.strengths[expert] - fit.strengths[unedited]) / between(expert, unedited) };
  };
  const real = lead(false);
  const exchanged = Array.from({ length: 100 }, () => lead(true).lead);
  return {
    claims: [],
    controls: [
      control("names exchanged at random in each tournament: the expert leads in Elo by two standard errors", [
        is(sampled(exchanged), above(2)),
        beside("with the true names", real.lead),
      ]),
    ],
    tables: [
      table(
        `Elo over ${jobs.length} tournaments`,
        EDITORS.map((name, k): readonly [string, RowOf] => [
          name,
          { Elo: 1200 + ELO_POINTS * real.fit.strengths[k], "standard error": ELO_POINTS * real.errors[k] },
        ]),
      ),
    ],
  };
}
