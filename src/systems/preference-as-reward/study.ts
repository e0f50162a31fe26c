// Preference as reward: a writer is paid the chance, by the reward model itself, that its answer beats a reference answer.

import { deviation } from "../../evaluation/statistics/moments.ts";
import { above, agreeingWith, atLeast, atMost, below, within } from "../../study/bound.ts";
import { beside, claim, control, equation, is } from "../../study/claim.ts";
import { difference, type Figure, ratioOf, sampled, share } from "../../study/figure.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type RowOf, table } from "../../study/table.ts";
import { CENTRED_DIVERGENCES, CENTRINGS, type CentredWorld, type Centring, centring, HEIGHTS } from "./centring.ts";
import { PAYS, type Paid, PENALTIES, type ShapedRun, shapedTraining, WINDOW } from "./shaped-training.ts";
import { DIVERGENCES, PREFERENCE, RAW, SHAPES, TAILS, type Tails, type TiltedPool, tilting } from "./tilts.ts";

/** The place of KL = 1 among the divergences of pools and of prompts. */
const [ONE_NAT, ONE_NAT_CENTRED] = [DIVERGENCES.indexOf(1), CENTRED_DIVERGENCES.indexOf(1)];
/** Three standard errors of a normal mean. */
const THREE_ERRORS = 0.9973;

const BASELINES = [
  RAW,
  "mean and deviation",
  "least and most",
  "clip",
  "log-sigmoid",
] as const satisfies readonly Paid[];
const OTHER_PROMPT = "PAR, references of another prompt";
const SLOW = "σ(3(Δ − 3)), slow then fast";

/** The KL coefficient of each way to pay at which gold was highest at the end, on seeds 901 to 903. */
const BEST: Readonly<Record<Paid, number>> = {
  [RAW]: 0.4,
  "mean and deviation": 0.15,
  "least and most": 0.06,
  clip: 0.4,
  "log-sigmoid": 0.06,
  [PREFERENCE]: 0.025,
  "PAR, one reference": 0.025,
  [OTHER_PROMPT]: 0.06,
  [SLOW]: 0.06,
};
/** Windows at the end of a run whose gold is taken together. */
const LAST = 3;

export const preferenceAsReward: Study = {
  id: "preference-as-reward",
  title: "Reward shaping to mitigate reward hacking in RLHF (preference as reward)",
  source: "arXiv 2502.18770, with its released code",
  claim:
    "A bounded reward that compares an answer with reference answers keeps gold where a raw score is hacked; it helps where the score's errors have heavy tails, and not where they are light.",
  claimed:
    "on AlpacaEval 2.0 at least five percentage points above other transforms; robust over two epochs of training; one reference answer suffices",
  seeds: { first: 69_001, short: 5, full: 20 },
  notDone: [
    "A transformer as the writer, and PPO's reuse of a batch: the writer is a table of chances by prompt, position and symbol before it, and takes one step for each batch. Nor group-relative advantages.",
    "What works inside the reward model: averaged weights, a head for length, a regulariser; the penalty on length.",
    "A reward that experiments name, with stored scores of reference answers: the transforms are functions of scores.",
    "Variance of the gradient during training: it is measured on prompts of different heights.",
  ],
  seenBefore: [
    "Thresholds: of tilts, centring and training, written beforehand; those of tilts after a run of another program with the same golds.",
    "Seed 901, tilts: with heavy tails PAR 0.80, raw 0.06, clip 0.84, σ without centre 0.81; with light tails raw 0.998, PAR 0.980.",
    "Seeds 901 to 903, centring: golds of centred and uncentred σ at KL 1 had the ratio 1.15 to 1.17 with light tails and 1.38 to 1.53 with heavy ones; at one height 1.02 and 0.93.",
    "Seeds 901 and 902, training: the bait's worth, the step size and the coefficients were chosen so that the raw score is hacked within a quarter of the run, and so that no way to pay is best at the first or the last of six coefficients. Three, as planned, left the raw score at an end.",
    "Seeds 901 to 903, training: at the end PAR had 1.76 at its best coefficient, log-sigmoid 1.78, clip 1.40, raw 1.36, PAR with one reference 1.60.",
    "The published seeds, afterwards: log-sigmoid, which is centred and bounded above as well, leads PAR by 0.028 where each has its own coefficient. The raw score keeps nine tenths of its peak at a coefficient sixteen times PAR's, and has less gold there than PAR.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const pools = seeds.flatMap((seed) => TAILS.map((tails) => ({ seed, tails })));
  const tilted = await context.all(tilting, pools, ({ seed, tails }) => `${tails} tails, seed ${seed}`);
  const ofTails = (tails: Tails) => tilted.filter((_, k) => pools[k].tails === tails);
  const jobs = seeds.map((seed) => ({ seed }));
  const worlds = await context.all(centring, jobs, ({ seed }) => `prompts, seed ${seed}`);
  const runs = seeds.flatMap((seed) => PAYS.flatMap((pay) => PENALTIES.map((penalty) => ({ seed, pay, penalty }))));
  const trained = await context.all(shapedTraining, runs, ({ seed, pay }) => `training, ${pay}, seed ${seed}`);
  const ofRuns = (pay: Paid, penalty: number) =>
    trained.filter((_, k) => runs[k].pay === pay && runs[k].penalty === penalty);
  return combined(tiltResult(ofTails("light"), ofTails("heavy")), centringResult(worlds), trainingResult(ofRuns));
}

const goldsAt = (pools: readonly TiltedPool[], shape: string, k: number): number[] =>
  pools.flatMap(({ shapes }) => shapes[shape].golds[k] ?? []);

function tiltResult(light: readonly TiltedPool[], heavy: readonly TiltedPool[]): StudyResult {
  const both = [...light, ...heavy];
  const rows = (pools: readonly TiltedPool[]) =>
    Object.keys(SHAPES).map(
      (shape) =>
        [
          shape,
          Object.fromEntries(
            DIVERGENCES.flatMap((kl, k) => {
              const golds = goldsAt(pools, shape, k);
              return golds.length === 0 ? [] : [[`KL ${kl}`, sampled(golds)]];
            }),
          ),
        ] as const,
    );
  const lead = (pools: readonly TiltedPool[], one: string, other: string) =>
    difference(goldsAt(pools, one, ONE_NAT), goldsAt(pools, other, ONE_NAT));
  return {
    claims: [
      equation(
        "light tails, raw score: gold is √KL: difference, three standard errors",
        DIVERGENCES.filter((kl) => kl <= 2).map((kl, k) =>
          is(
            sampled(
              goldsAt(light, RAW, k).map((gold) => gold - Math.sqrt(kl)),
              THREE_ERRORS,
            ),
            agreeingWith(0),
            `KL ${kl}`,
          ),
        ),
      ),
      equation(
        "PAR keeps every ratio of densities to the reference's within a factor of exp(1/β): largest logarithm over 1/β",
        is(Math.max(...both.map(({ ratioShare }) => ratioShare)), atMost(1 + 1e-9)),
      ),
      equation(
        "the variance of σ(Δ) is at most ¼, and at most that of Δ over 16: largest share of the lesser one",
        is(Math.max(...both.map(({ varianceShare }) => varianceShare)), atMost(1)),
      ),
      claim(
        "heavy tails, KL 1: PAR's gold less the raw score's",
        [
          is(lead(heavy, PREFERENCE, RAW), atLeast(0.4)),
          ...["clip", "log-sigmoid, centred", "σ, not centred"].map((other) =>
            beside(`less that of ${other}`, lead(heavy, PREFERENCE, other)),
          ),
        ],
        { note: "tilts tell bounded from unbounded rewards, and not PAR from other bounded ones" },
      ),
      claim("light tails, KL 1: the raw score's gold less PAR's", is(lead(light, RAW, PREFERENCE), atLeast(-0.01))),
    ],
    controls: [
      control("light tails, KL 1: PAR has more gold than the raw score", is(lead(light, PREFERENCE, RAW), above(0))),
    ],
    tables: [table("Gold at equal KL, heavy tails", rows(heavy)), table("Gold at equal KL, light tails", rows(light))],
  };
}

function centringResult(worlds: readonly CentredWorld[]): StudyResult {
  const golds = (tails: Tails, height: number, of: Centring, k: number) =>
    worlds.map((world) => world[tails][HEIGHTS.indexOf(height === 0 ? 0 : 3)][of].golds[k]);
  const signals = (tails: Tails, height: number, of: Centring) =>
    worlds.map((world) => world[tails][HEIGHTS.indexOf(height === 0 ? 0 : 3)][of].signal);
  const ratio = (tails: Tails, height: number, of: Centring) =>
    ratioOf(golds(tails, height, of, ONE_NAT_CENTRED), golds(tails, height, "not centred", ONE_NAT_CENTRED));
  return {
    claims: TAILS.flatMap((tails) => [
      claim(
        `${tails} tails, prompts at different heights, KL 1: gold of the centred σ over that of the uncentred one`,
        [
          is(ratio(tails, 3, "centred"), atLeast(1.2)),
          beside(
            "signal of the gradient, ratio",
            ratioOf(signals(tails, 3, "centred"), signals(tails, 3, "not centred")),
          ),
        ],
      ),
      claim(
        `${tails} tails, prompts at one height, KL 1: the same`,
        is(ratio(tails, 0, "centred"), within(0.95, 1.05)),
      ),
    ]),
    controls: [
      control(
        "prompts at different heights, KL 1: references of another prompt gain as much over the uncentred σ",
        TAILS.map((tails) => is(ratio(tails, 3, "references of another prompt"), atLeast(1.2), `${tails} tails`)),
        { needs: "any" },
      ),
    ],
    tables: [
      table(
        "Prompts at one height and at different ones: gold at equal KL, and signal of the gradient",
        TAILS.flatMap((tails) =>
          HEIGHTS.flatMap((height) =>
            CENTRINGS.map((of): readonly [string, RowOf] => [
              `${tails} tails, ${height === 0 ? "one height" : "different heights"}, ${of}`,
              {
                ...Object.fromEntries(
                  CENTRED_DIVERGENCES.map((kl, k) => [`KL ${kl}`, sampled(golds(tails, height, of, k))]),
                ),
                signal: sampled(signals(tails, height, of)),
              },
            ]),
          ),
        ),
      ),
    ],
  };
}

const peakOf = ({ golds }: ShapedRun): number => Math.max(...golds);
const endOf = ({ golds }: ShapedRun): number => golds.slice(-LAST).reduce((sum, gold) => sum + gold / LAST, 0);
const keptOf = (one: ShapedRun): number => endOf(one) / peakOf(one);
const lastOf = (values: readonly number[]): number => values[values.length - 1];
/** Steps whose gold is at least 95 % of the peak. */
const tolerantOf = (one: ShapedRun): number => WINDOW * one.golds.filter((gold) => gold >= 0.95 * peakOf(one)).length;

/** Gold of a run when it first is as far from the reference, by straight lines between windows; at its end where it never is. */
function goldWhen({ golds, divergences }: ShapedRun, divergence: number): number {
  const after = divergences.findIndex((reached) => reached >= divergence);
  if (after < 0) return lastOf(golds);
  const [from, to] = [after === 0 ? 0 : divergences[after - 1], divergences[after]];
  const start = after === 0 ? 0 : golds[after - 1];
  return start + ((golds[after] - start) * (divergence - from)) / (to - from);
}

function trainingResult(runs: (pay: Paid, penalty: number) => readonly ShapedRun[]): StudyResult {
  const best = (pay: Paid) => runs(pay, BEST[pay]);
  const ends = (pay: Paid, penalty = BEST[pay]) => runs(pay, penalty).map(endOf);
  const own = BEST[PREFERENCE];
  const lead = (pay: Paid, penalty?: number) => difference(ends(PREFERENCE), ends(pay, penalty));
  const kept = (pay: Paid, penalty = BEST[pay]) => sampled(runs(pay, penalty).map(keptOf));
  const early = runs(PREFERENCE, own).map(({ divergences }, k) => goldWhen(runs(RAW, own)[k], lastOf(divergences)));
  const winning = ends(PREFERENCE).filter((end, k) => BASELINES.every((pay) => end >= ends(pay)[k])).length;
  const loses = (pay: Paid) => is(difference(ends(pay), ends(PREFERENCE)), atLeast(0));
  return {
    claims: [
      claim("training, each at its best KL coefficient: gold at the end under PAR less that under each baseline", [
        ...BASELINES.map((pay) => is(lead(pay), atLeast(0), pay)),
        beside("seeds in which PAR has the most", share(winning, ends(PREFERENCE).length)),
      ]),
      claim("training, each at its best KL coefficient: gold at the end over its peak", [
        is(kept(PREFERENCE), atLeast(0.9), PREFERENCE),
        is(kept(RAW), below(0.7), RAW),
      ]),
      claim(`training, the KL coefficient ${own} for all, as in the paper: gold at the end`, [
        ...BASELINES.map((pay) => is(lead(pay, own), atLeast(0), `PAR less ${pay}`)),
        is(kept(PREFERENCE), atLeast(0.9), "PAR, over its peak"),
        is(kept(RAW, own), below(0.7), "raw, over its peak"),
        beside("PAR less raw that is stopped at PAR's KL", difference(ends(PREFERENCE), early)),
      ]),
      claim(
        "training, one reference instead of ten: difference of gold at the end in standard errors",
        is(inErrors(difference(ends("PAR, one reference"), ends(PREFERENCE)), ends(PREFERENCE)), atMost(1)),
      ),
    ],
    controls: [
      control("training, slow then fast: at least PAR's gold at the end", [
        loses(SLOW),
        beside("step of its peak", sampled(best(SLOW).map(peakStep))),
        beside("step of PAR's peak", sampled(best(PREFERENCE).map(peakStep))),
      ]),
      control("training, references of another prompt: at least PAR's gold at the end", loses(OTHER_PROMPT)),
    ],
    tables: [
      table(
        "Training, each at its best KL coefficient",
        PAYS.map((pay): readonly [string, RowOf] => [
          pay,
          {
            coefficient: BEST[pay],
            "gold at its peak": sampled(best(pay).map(peakOf)),
            "gold at the end": sampled(ends(pay)),
            "steps near the peak": sampled(best(pay).map(tolerantOf)),
            "KL at the end": sampled(best(pay).map(({ divergences }) => lastOf(divergences))),
          },
        ]),
      ),
      byPenalty("Training: gold at the end", (pay, penalty) => ends(pay, penalty)),
      byPenalty("Training: KL at the end", (pay, penalty) =>
        runs(pay, penalty).map(({ divergences }) => lastOf(divergences)),
      ),
    ],
  };
}

const peakStep = (one: ShapedRun): number => WINDOW * (1 + one.golds.indexOf(peakOf(one)));

const byPenalty = (title: string, values: (pay: Paid, penalty: number) => readonly number[]) =>
  table(
    title,
    PAYS.map(
      (pay) =>
        [
          pay,
          Object.fromEntries(PENALTIES.map((penalty) => [`coefficient ${penalty}`, sampled(values(pay, penalty))])),
        ] as const,
    ),
  );

/** |difference| over the standard error of a mean over seeds; null without one. */
function inErrors({ value }: Figure, of: readonly number[]): number | null {
  const error = deviation(of) / Math.sqrt(of.length);
  return value === null || !(error > 0) ? null : Math.abs(value) / error;
}
