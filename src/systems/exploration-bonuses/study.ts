// Bonuses for what is new in a lifetime and for what is new in an episode, and their product (arXiv 2306.03236).

import { qbinom } from "lib-r-math.js";
import { mean } from "../../evaluation/statistics/moments.ts";
import { above, atLeast, atMost, within, worded } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { difference, exact, ratioOf, sampled } from "../../study/figure.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { type Cell, cells, SETTINGS, sameSetting, type TaskId, taskOf } from "./arms.ts";
import { valueSpread } from "./value-spread.ts";

/** Corridors of the first task, of which one pays. */
const HUB = 8;
/** Shares of episodes on one map between the two ends. */
const MIXTURES = [0.9, 0.5];

export const explorationBonuses: Study = {
  id: "exploration-bonuses",
  title: "Global and episodic bonuses for exploration in contextual decision processes",
  source: "arXiv 2306.03236 (Henaff, Jiang, Raileanu; ICML 2023)",
  claim:
    "A bonus that counts over all episodes explores well where the worth of a place is alike in all contexts and fails where each context is new; a bonus that counts within an episode is the other way round; their product works in both.",
  claimed:
    "MultiRoom-N6-Lava: global 0.99 with one context and 0.00 with unlimited ones, episodic 0.87 ± 0.10 with unlimited ones; corridors: global solves, episodic is inconsistent over seeds",
  // All of them in the corridors; mazes and rooms have the first 5, and 10 in the long form.
  seeds: { first: 201, short: 16, full: 40 },
  notDone: [
    "E3B × RND with learned features. The elliptical bonus and its product with the count are in the long form, over places.",
  ],
  seenBefore: [
    "Thresholds: written after a trial of another program over 3 to 40 other seeds.",
    "Settings of learners and lengths of training: chosen on other seeds. Weight and learner of each bonus: on seeds 1 to 8.",
  ],
  run,
};

const ARMS = ["none", "episodic", "global", "product"] as const;

/** What every bonus found in a task. */
type FoundByBonus = Readonly<Record<(typeof ARMS)[number], Cell>> & { readonly name: string };

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds: many, signal } = context;
  signal.throwIfAborted();
  const seeds = many.slice(0, full ? 10 : 5);
  const few = seeds.slice(0, Math.max(3, Math.ceil(seeds.length / 2)));
  const [sameMap, newMaps]: TaskId[] = [{ contexts: 1 }, { contexts: 0 }];
  const tasks: TaskId[] = ["corridors", sameMap, newMaps, "messages"];
  if (full) tasks.push({ contexts: 3 }, { contexts: 10 });
  const found = await cells(
    context,
    tasks.flatMap((task) => ARMS.map((bonus) => ({ task, bonus, seeds: task === "corridors" ? many : seeds }))),
  );
  const rows = tasks.map((task, k): FoundByBonus => {
    const [none, episodic, global, product] = found.slice(k * ARMS.length);
    return { name: taskOf(task).name, none, episodic, global, product };
  });
  const [hub, one, fresh, room] = rows;
  const mixtures = MIXTURES.flatMap((sharedMap) =>
    (["episodic", "global"] as const).map((bonus) => {
      const best = [one, fresh].map((end) => end[bonus].setting);
      const among = SETTINGS.filter((setting) => best.some((other) => sameSetting(other, setting)));
      return { task: { contexts: 0, sharedMap }, bonus, seeds: few, among };
    }),
  );
  const bent = full ? (["elliptical", "elliptical × global"] as const) : [];
  const [shuffled, frozen, ...others] = await cells(context, [
    { task: sameMap, bonus: "shuffled", seeds, among: [one.global.setting] },
    { task: newMaps, bonus: "frozen", seeds, among: [fresh.episodic.setting] },
    ...bent.map((bonus) => ({ task: newMaps, bonus, seeds })),
    ...mixtures,
  ]);
  const mixed = others.slice(bent.length);
  const elliptical = Object.fromEntries(bent.map((bonus, k) => [bonus, sampled(others[k].successes)]));
  const columns = (row: FoundByBonus) => ({
    ...Object.fromEntries(ARMS.map((bonus) => [bonus, sampled(row[bonus].successes)])),
    ...(row === fresh ? elliptical : {}),
  });
  return {
    claims: [
      ...mazeClaims(one, fresh),
      ...corridorClaims(hub),
      ...rows.flatMap(taskClaims),
      ...(["episodic", "global"] as const).map((bonus) => messageClaim(room, bonus)),
      spreadClaim([
        [one.episodic, one.global],
        ...MIXTURES.map((_, k) => [mixed[2 * k], mixed[2 * k + 1]] as const),
        [fresh.episodic, fresh.global],
      ]),
    ],
    controls: brokenBonuses(one, fresh, shuffled, frozen),
    tables: [
      table(
        "success at the end of training",
        rows.map((row) => [row.name, columns(row)]),
      ),
    ],
  };
}

const tuned = ({ setting }: Cell) => ({ note: `${setting.learner}, weight ${setting.weight}` });
const more = (one: Cell, other: Cell) => difference(one.successes, other.successes);

function mazeClaims(one: FoundByBonus, { global, episodic }: FoundByBonus): Claim[] {
  const found = sampled(one.global.successes);
  const lead = more(episodic, global);
  return [
    claim("maze, one map: the global bonus finds the goal", is(found, atLeast(0.9), "success"), tuned(one.global)),
    claim("maze, new maps: the global bonus does not", is(sampled(global.successes), atMost(0.2)), tuned(global)),
    claim("maze, new maps: the episodic bonus does better", is(lead, atLeast(0.2)), tuned(episodic)),
  ];
}

/** A seed counts as solved where the prize is reached in more than half of the last episodes. */
function corridorClaims({ episodic, global }: FoundByBonus): Claim[] {
  const [local, lasting] = [episodic, global].map(({ successes }) => successes.map((share) => (share > 0.5 ? 1 : 0)));
  const n = local.length;
  const count = (solved: readonly number[]) => exact(solved.filter((one) => one === 1).length);
  const [least, most] = [0.025, 0.975].map((p) => qbinom(p, n, 1 / HUB));
  return [
    claim("corridors: the global bonus solves more seeds", [
      is(difference(lasting, local), atLeast(0.3), "global − episodic, share of the seeds"),
      beside("solved by the global bonus", count(lasting)),
      beside(`by the episodic bonus, of ${n}`, count(local)),
    ]),
    claim(
      "corridors: to the episodic bonus all are alike",
      is(count(local), worded(within(least, most), `${least} to ${most}, as of chance 1/${HUB}`), `solved of ${n}`),
    ),
  ];
}

function taskClaims({ name, none, episodic, global, product }: FoundByBonus): Claim[] {
  const [worse, better] = [episodic, global].sort((a, b) => mean(a.successes) - mean(b.successes));
  return [
    claim(`${name}: the product is robust`, [
      is(ratioOf(product.successes, better.successes), atLeast(0.6), "product/better single bonus"),
      is(more(product, worse), atLeast(0), "product − worse single bonus"),
    ]),
    claim(`${name}: nothing is found without a bonus`, is(sampled(none.successes), atMost(0.1), "success")),
  ];
}

function messageClaim(room: FoundByBonus, bonus: "episodic" | "global"): Claim {
  return claim(
    `key room: counting messages works with the ${bonus} bonus`,
    is(more(room[bonus], room.none), above(0), "more than without"),
  );
}

/** The paper's explanation: the more the worth of a place differs between contexts, the more the episodic bonus leads. */
function spreadClaim(ends: readonly (readonly [episodic: Cell, global: Cell])[]): Claim {
  const shares = [1, ...MIXTURES, 0];
  const spreads = shares.map((share) => valueSpread(share, 60, 1));
  const shared = Math.min(...ends.map(([{ successes }]) => successes.length));
  const leads = ends.map(([episodic, global]) => episodic.successes.map((found, k) => found - global.successes[k]));
  const of = (k: number) => `${100 * shares[k]} % of the episodes on one map`;
  return claim("the lead of the episodic bonus grows with the spread of values over contexts", [
    ...shares
      .slice(1)
      .flatMap((_, k) => [
        is(spreads[k + 1] - spreads[k], above(0), `${of(k + 1)}: more spread`),
        is(difference(leads[k + 1].slice(0, shared), leads[k].slice(0, shared)), above(0), "more lead"),
      ]),
    ...shares.flatMap((_, k) => [
      beside(`${of(k)}: spread`, spreads[k]),
      beside("episodic − global", sampled(leads[k])),
    ]),
  ]);
}

function brokenBonuses(one: FoundByBonus, fresh: FoundByBonus, shuffled: Cell, frozen: Cell): Control[] {
  return [
    control("places shuffled anew each episode: the global bonus finds the goal of one map", [
      is(sampled(shuffled.successes), atLeast(0.9), "success"),
      beside("with places as they are", sampled(one.global.successes)),
    ]),
    control("episodes never begin anew: the episodic bonus leads on new maps", [
      is(more(frozen, fresh.global), atLeast(0.2), "more than the global bonus"),
      beside("success", sampled(frozen.successes)),
      beside("where episodes begin anew", sampled(fresh.episodic.successes)),
    ]),
  ];
}
