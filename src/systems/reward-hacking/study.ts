// Reward hacking as compression, amplification and co-adaptation: a proxy that sees part of what is wanted, optimised harder and harder.

import { bestOfNBound } from "../../evaluation/overoptimisation/best-of-n.ts";
import { cut, groupJackknife } from "../../evaluation/statistics/interval.ts";
import { above, agreeingWith, atLeast, atMost, below, within } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, inAll, is, type Test } from "../../study/claim.ts";
import { difference, type Figure, meanShare, ofEstimate, ratioOf, SHARE, sampled, share } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { auditing, RUN_KINDS, RUNS } from "./audited.ts";
import {
  CHECKED_DRAWS,
  DRAWS,
  fitted,
  POOLED_DISTANCES,
  type Pressed,
  type PressedWorld,
  pressing,
  type Simulated,
  type Turned,
  VISIBLE,
} from "./pressure.ts";
import { comparingRewards, type HackabilityCounts, REWARD_PAIRS } from "./reward-pairs.ts";
import { LABELS, ROUNDS, refitting } from "./rounds.ts";

/** Three standard errors of a normal mean. */
const THREE_ERRORS = 0.9973;
/** Gold has turned where it is this share of its peak below it. */
const FALL = 0.1;

export const rewardHacking: Study = {
  id: "reward-hacking",
  title: "Reward hacking in the era of large models: mechanisms, emergent misalignment, challenges",
  source: "arXiv 2604.13602, with the laws of arXiv 2210.10760 and the definition of arXiv 2209.13085",
  claim:
    "A proxy that sees part of what is wanted, optimised strongly, first raises gold and then lowers it; the less it sees the sooner, and a proxy that is learned again from fresh labels does not.",
  claimed:
    "with d = √KL gold follows d(α − βd) under best-of-n and d(α − β ln d) under reinforcement learning, over reward models of 3 million to 3 billion parameters; the survey has no figures of its own",
  seeds: { first: 62_001, short: 8, full: 30 },
  notDone: [
    "Exploits of feature, representation, evaluator and environment in a language model trained by reinforcement, and the mitigations that match each: they do not fit the study's time.",
    "Whether a learned exploit spreads to levels that were not trained: it needs the same training.",
    "The law of reinforcement learning, d(α − β ln d): in this world the tilt follows d(α − βd) exactly. Nor how α and β change with a reward model's size.",
    "Attribution of a gain to features; the fit of β ln k over rounds of labels.",
  ],
  seenBefore: [
    "Thresholds: of the laws and the audit, written beforehand after a run of another program, in which saturating gold was fitted with R² ≥ 0.999 and did not turn.",
    "Seeds 901 to 905: R² of one pool's curve was 0.91 to 1.00 by chance of the pool, so that the claim is of the mean curve, with single curves beside. The gap of 10 of 20 learned proxies does not grow from the start, because their own scale is too small; so gaps are of calibrated proxies.",
    "Seeds 901 to 905: the loss after the peak as a share of it varied so much where little is seen that what is lost beyond a tenth is tested instead. Own labels against none differed in either direction, on seeds 901 to 903 by −0.05 to 0.21.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const jobs = context.seeds.map((seed) => ({ seed }));
  const worlds = await context.all(pressing, jobs, ({ seed }) => `pressure, seed ${seed}`);
  const rounds = await context.all(refitting, jobs, ({ seed }) => `rounds of labels, seed ${seed}`);
  const alarms = await context.all(auditing, jobs, ({ seed }) => `audits, seed ${seed}`);
  const [pairs] = await context.all(comparingRewards, jobs.slice(0, 1), ({ seed }) => `pairs of rewards, seed ${seed}`);
  return combined({ claims: pairEquations(pairs) }, pressureResult(worlds), roundsResult(rounds), auditResult(alarms));
}

const pairEquations = (counts: HackabilityCounts): Claim[] => [
  equation(
    "a pair of rewards can be hacked by some policy unless one is constant or the proxy rises with gold in a line",
    [
      inAll(counts.agreeing, REWARD_PAIRS, "the linear program agrees in"),
      inAll(counts.noisy, REWARD_PAIRS, "hackable with one per cent of noise"),
      beside("pairs of the first kind that are not hackable", counts.affine),
    ],
  ),
  equation(
    "among three answers there are proxies that hack nothing and are no line of gold; over all policies each of them hacks",
    [is(counts.unhackable, atLeast(1), "pairs"), inAll(counts.hackedByAll, counts.unhackable, "hackable over all")],
  ),
];

function pressureResult(worlds: readonly PressedWorld[]): StudyResult {
  const each = (
    test: (of: <T>(part: (pressed: Pressed) => T) => T[], name: string, k: number) => Test | Test[],
  ): Test[] =>
    VISIBLE.flatMap((visible, k) =>
      test((part) => worlds.map(({ proxies }) => part(proxies[k])), `${visible} seen`, k),
    );
  const near = (values: readonly number[], name: string) => is(sampled(values, THREE_ERRORS), agreeingWith(0), name);
  const ratio = (pairs: readonly Simulated["at"][]) =>
    ratioOf(
      pairs.map(([one]) => one),
      pairs.map(([, other]) => other),
    );
  /** What is lost after the peak, less the share of it that counts as a turn. */
  const lost = (turned: readonly Turned[]) => sampled(turned.map((one) => one.lost - FALL * one.gold));
  const peaks = VISIBLE.map((_, k) => worlds.map(({ proxies }) => proxies[k].turned.gold));
  const all = worlds.flatMap(({ proxies }) => proxies);
  const turns = claim(
    "best-of-n by a learned proxy: gold turns down, and loses a tenth of its peak or more by n = 4,096: lost beyond that",
    each((of, name) => is(lost(of(({ turned }) => turned)), atLeast(0), name)),
  );
  return {
    claims: [
      equation(
        "tilts of drawn answers have the gold d(α − βd) at √KL = 3: difference, three standard errors",
        each((of, name) => [
          near(
            of(({ projected }) => projected.off),
            `${name}, best weights`,
          ),
          near(
            of(({ learned }) => learned.off),
            `${name}, learned`,
          ),
        ]),
      ),
      equation(
        "tilts of a pool have it too: difference, three standard errors",
        each((of, name) =>
          POOLED_DISTANCES.map((d, k) =>
            near(
              of(({ pooledOff }) => pooledOff[k]),
              `${name}, √KL ${d}`,
            ),
          ),
        ),
      ),
      equation(
        "the peak of the law that is fitted to them is at α/(2β): ratio",
        each((of, name) => is(ratio(of(({ learned }) => learned.at)), within(0.95, 1.05), name)),
      ),
      equation(
        "the best reachable gold is |a_visible|²/(4q), which grows with what is seen: ratio of fitted to known",
        [
          ...each((of, name) => is(ratio(of(({ projected }) => projected.gold)), within(0.95, 1.05), name)),
          inAll(
            worlds.filter(({ proxies }) =>
              proxies.every(({ projected }, k) => k === 0 || projected.gold[1] > proxies[k - 1].projected.gold[1]),
            ).length,
            worlds.length,
            "worlds in which it grows",
          ),
        ],
      ),
      equation(
        "KL of best-of-n of 200,000 answers is ln n − (n − 1)/n: largest part off, n from 2 to 4,096",
        is(Math.max(...all.map(({ divergenceOff }) => divergenceOff)), atMost(0.01)),
      ),
      equation(
        "gold of best-of-n is that of normal order statistics: difference, three standard errors",
        each((of, name) =>
          CHECKED_DRAWS.map((n, k) =>
            near(
              of(({ drawsOff }) => drawsOff[k]),
              `${name}, n ${n}`,
            ),
          ),
        ),
      ),
      claim(
        "proxy less gold grows with pressure, whatever is seen: gap at n = 4,096 less that at 64, and at 64 less that at 4",
        [
          ...each((of, name) =>
            [
              [12, 6],
              [6, 2],
            ].map(([later, earlier]) =>
              is(
                difference(
                  of(({ gaps }) => gaps[later]),
                  of(({ gaps }) => gaps[earlier]),
                ),
                above(0),
                `${name}, ${DRAWS[later]}`,
              ),
            ),
          ),
          beside(
            "proxies in their own scale whose gap grows from the start",
            share(all.filter(({ gapGrows }) => gapGrows).length, all.length),
          ),
        ],
      ),
      claim(
        "the more a learned proxy sees, the higher is the peak of gold: gain",
        peaks
          .slice(1)
          .map((peak, k) => is(difference(peak, peaks[k]), above(0), `${VISIBLE[k + 1]} seen against ${VISIBLE[k]}`)),
      ),
      claim(
        "best-of-n by a learned proxy follows d(α − βd): R² of the mean curve over worlds",
        each((of, name) => [
          is(explained(of(({ golds }) => golds)), atLeast(0.99), name),
          beside("of one world's", meanShare(of(({ turned }) => turned.explained))),
        ]),
      ),
      turns,
    ],
    controls: [
      control(
        "gold as its own proxy turns, or parts from itself",
        [
          is(lost(worlds.map(({ itself }) => itself)), atLeast(0), "lost beyond a tenth"),
          is(Math.max(...worlds.map(({ gap }) => gap)), atLeast(1e-9), "gap"),
        ],
        { needs: "any" },
      ),
      control(
        "at a very large β gold moves: largest change",
        is(Math.max(...all.map(({ still }) => still)), atLeast(0.001)),
      ),
      control(
        "gold that saturates turns under the same proxies: lost beyond a tenth of the peak",
        each((of, name) => [
          is(lost(of(({ saturating }) => saturating)), atLeast(0), name),
          beside("R²", meanShare(of(({ saturating }) => saturating.explained))),
        ]),
        { needs: "any", of: turns },
      ),
    ],
    tables: [
      table(
        "Best-of-n by a learned proxy: means over worlds",
        VISIBLE.map((visible, k) => {
          const turned = worlds.map(({ proxies }) => proxies[k].turned);
          const column = (part: (one: Turned) => number | null) => sampled(turned.flatMap((one) => part(one) ?? []));
          return [
            `${visible} of 16 seen`,
            {
              α: column(({ alpha }) => alpha),
              β: column(({ beta }) => beta),
              "gold at its peak": column(({ gold }) => gold),
              "lost by n = 4,096": column((one) => one.lost),
              "KL where gold is a tenth behind": column(({ parting }) => parting),
            },
          ] as const;
        }),
      ),
    ],
  };
}

/** R² of the law on the mean of curves over `DRAWS`, with the jackknife over worlds. */
function explained(curves: readonly (readonly number[])[]): Figure {
  const of = (kept: readonly (readonly number[])[]) =>
    fitted(
      DRAWS.map((n, k) => ({
        pressure: n,
        divergence: bestOfNBound(n),
        proxy: 0,
        gold: kept.reduce((sum, row) => sum + row[k] / kept.length, 0),
      })),
      0.3,
    ).explained;
  const without = curves.map((_, left) => of(curves.filter((__, k) => k !== left)));
  const sizes = curves.map(() => 1);
  return ofEstimate(cut(groupJackknife(of(curves), without, sizes), SHARE));
}

function roundsResult(rounds: readonly number[][][]): StudyResult {
  const gold = (labels: (typeof LABELS)[number], round: number) =>
    rounds.map((found) => found[LABELS.indexOf(labels)][round]);
  const last = ROUNDS - 1;
  const first = gold("gold's labels", 0);
  const lastGain = gold("gold's labels", last).map((x, k) => x - gold("gold's labels", last - 1)[k]);
  return {
    claims: [
      claim(
        "after five rounds a proxy that is learned again from gold's labels has more gold than one that is not: gain",
        is(difference(gold("gold's labels", last), gold("nothing", last)), above(0)),
      ),
      claim(
        "and one that is not has no less than one that learns from its own labels: gain",
        is(difference(gold("nothing", last), gold("its own labels", last)), atLeast(0)),
      ),
      claim(
        "with gold's labels the last round gains less than the first: difference",
        is(difference(lastGain, first), below(0)),
      ),
    ],
    controls: [],
    tables: [
      table(
        "Gold after each round of labels",
        LABELS.map(
          (labels) =>
            [
              labels,
              Object.fromEntries(
                Array.from({ length: ROUNDS }, (_, k) => [`round ${k + 1}`, sampled(gold(labels, k))]),
              ),
            ] as const,
        ),
      ),
    ],
  };
}

function auditResult(alarms: readonly number[][]): StudyResult {
  const rate = (kind: (typeof RUN_KINDS)[number]) =>
    share(
      alarms.reduce((sum, counts) => sum + counts[RUN_KINDS.indexOf(kind)], 0),
      alarms.length * RUNS,
    );
  return {
    claims: [
      claim(
        "the audit finds the runs that went far beyond the peak: share found",
        is(rate("far beyond"), atLeast(0.9)),
      ),
    ],
    controls: [
      control(
        "the audit on runs that were not hacked: share with a false alarm of more than 5 %",
        (["still", "to the peak"] as const).map((kind) => is(rate(kind), above(0.05), kind)),
        { needs: "any" },
      ),
    ],
  };
}
