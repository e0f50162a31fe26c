// A page of a recommender: an agent fills its places with candidate items, one after the other. A user with tastes then looks at places by
// their attention, clicks, and finds out what the clicks were worth.
// Source: a user model after the study of whole pages in arXiv 2506.09084, whose own logs are not public. All constants are ours.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { list, share, whole, within, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import type { Scene } from "../../core/scene.ts";
import type { CalledTool, ToolPlay } from "../../core/tool-play.ts";
import { preferenceProbability as chance } from "../../math/logistic-regression.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, clip, event, field, flow, once, parts, singleAgentSpec } from "../declaration.ts";
import { pagePlanner } from "./best-page.ts";
import { drawClicks } from "./click-model.ts";
import { pagePlayers, seenPage } from "./page-players.ts";

type FilledPage = Readonly<Record<"score" | "lure" | "category" | "placed" | "page" | "step", Float64Array>>;

/** Play by tools of a recommender with so many candidates. */
function pageTools(candidates: number, { score, lure, category, placed, page, step }: FilledPage): ToolPlay {
  const named = z.object({ item: z.int().min(1).max(candidates) });
  return {
    task: [
      `You fill a page of ${page.length} places with items, one place after the other. Users look at some places more than at others.`,
      "A score estimates the chance that an item is of use to this user. Items of one category bore a user who sees several.",
    ].join("\n"),
    tools: [
      {
        name: "place",
        description: "Puts an item into the next place.",
        parameters: {
          type: "object",
          properties: { item: { type: "integer", minimum: 1, maximum: candidates } },
          required: ["item"],
          additionalProperties: false,
        },
      },
    ],
    shown() {
      if (step[0] === page.length) return "The page is full.";
      const items = Array.from(score, (value, item) => {
        const promise = lure[item] === 0 ? "" : `, its title promises ${lure[item].toFixed(1)} log-odds beyond`;
        const where = placed[item] > 0 ? `, in place ${page.indexOf(item) + 1}` : "";
        return `item ${item + 1}: score ${value.toFixed(2)}, category ${category[item] + 1}${promise}${where}`;
      });
      return [`Place ${step[0] + 1} of ${page.length} is next.`, ...items].join("\n");
    },
    read(call: CalledTool, _seat, action) {
      const read = named.safeParse(call.input);
      if (!read.success) return `place needs an item from 1 to ${candidates}`;
      const item = read.data.item - 1;
      if (placed[item] > 0) return `item ${item + 1} is on the page already`;
      action[0] = item;
      return undefined;
    },
  };
}

type ShownPage = Readonly<
  Record<"use" | "score" | "category" | "placed" | "page" | "clicked" | "pleased" | "step", Float64Array>
>;

/** Places with the use of their items, and the candidates with their scores. */
function pageScene(
  { use, score, category, placed, page, clicked, pleased, step }: ShownPage,
  attention: readonly number[],
): Scene {
  const isFull = step[0] === page.length;
  const bars = Array.from(page, (item, at) => ({
    name: `place ${at + 1}, seen by ${Math.round(100 * attention[at])} %`,
    value: item < 0 ? 0 : use[item],
    says: item < 0 ? "empty" : `item ${item + 1}`,
    fill: clicked[at] === 0 ? ("muted" as const) : pleased[at] === 1 ? ("accent" as const) : ("bad" as const),
    note: clicked[at] === 0 ? "" : pleased[at] === 1 ? "pleased" : "regretted",
  }));
  const candidates = Array.from(score, (value, item) => ({
    name: `item ${item + 1}, category ${category[item] + 1}`,
    value,
    marked: placed[item] > 0,
  }));
  const clicks = clicked.reduce((sum, one) => sum + one, 0);
  const caption = isFull ? `${clicks} clicks on the page` : `${step[0]} of ${page.length} places filled`;
  return barScene(
    [
      { title: "Use of items on the page", bars, high: 1, notes: "clicks" },
      { title: "Scores of candidates", bars: candidates, high: 1 },
    ],
    caption,
  );
}

/** Largest lure of an item, in log-odds. */
const MOST_LURE = 6;

const parameters = z
  .strictObject({
    candidates: whole(1, 24, 12).describe("items among which the page is filled, best score first"),
    attention: list(z.number().min(0).max(1), 1, 8, [0.35, 1, 0.6, 0.2, 0.8, 0.45]).describe(
      "chance that a user looks at each place, as `agon clicks` finds it in a log; the agent is not told",
    ),
    categories: whole(1, 6, 5).describe("categories of items"),
    base: within(-10, 10, -1).describe("log-odds that an item is of use to a user without tastes"),
    taste: within(0, 10, 1).describe("standard deviation of what a user's taste for a category adds to them"),
    own: within(0, 10, 1.5).describe("standard deviation of what is the item's own"),
    blur: within(0, 10, 0.5).describe("standard deviation of the error of a score, in log-odds"),
    lures: within(0, 3, 0).describe(
      "standard deviation of what a title promises beyond the item's use, in log-odds of a click",
    ),
    loss: share(0.4).describe(
      "share of its appeal that an item loses for each one of its category that is seen before it",
    ),
    noise: share(0).describe("share of looks at which a coin decides the click"),
    leaving: share(0).describe("chance that a user leaves after a click; 1 is the cascade model"),
    engaging: whole(1, 8, 2).describe("clicks from which on a page is engaging"),
  })
  .refine(
    ({ candidates, attention }) => attention.length <= candidates,
    wrong("candidates", "there are fewer candidates than places of the page"),
  );
type Parameters = z.output<typeof parameters>;

export const page = bind({
  id: "recommender/page",
  summary: "an agent places items on a page; a user looks by attention, clicks, and is pleased or not",
  source: "after arXiv 2506.09084",
  parameters,
  make: pageWorld,
});

function pageWorld(settings: Parameters): NumericEnvironment {
  const { attention, candidates: n, categories, loss, noise, leaving } = settings;
  const k = attention.length;
  const order = Int32Array.from(attention.keys()).sort((a, b) => attention[b] - attention[a] || a - b);
  const places = { attention, order, loss };
  const planner = pagePlanner(places, n, categories);
  const model = { attention, order, noise, leaving };
  const most = attention.reduce((sum, look) => sum + look, 0);
  const channels = [
    flow(
      "utility",
      "items",
      0,
      most,
      "sum",
      "expected items of use that the user looks at; what repeats a category counts less",
    ),
    flow("optimum", "items", 0, most, "sum", "utility of the best page of these candidates"),
    flow("efficiency", "share", 0, 1, "sum", "utility over that of the same items in their best places"),
    flow("clicks", "clicks", 0, k, "sum", "clicks on the page"),
    flow("pleased", "clicks", 0, k, "sum", "clicks on items that were of use"),
    flow("regretted", "clicks", 0, k, "sum", "clicks on items that were of none"),
    once("satisfied", "pages", "1 where more clicks pleased than were regretted"),
    once("engaged", "pages", "1 where the page has at least `engaging` clicks"),
    flow("scores", "points", 0, 1, "sum", "scores of items on the page"),
    flow("lured", "log-odds", -MOST_LURE, MOST_LURE, "sum", "lures of items on the page"),
    event("repeats", "items", "items whose category the page already has"),
    ...attention.map((_, at) =>
      flow(`scoreAt${at + 1}`, "points", 0, 1, "sum", `score of the item in place ${at + 1}`),
    ),
  ];
  const [
    UTILITY,
    OPTIMUM,
    EFFICIENCY,
    CLICKS,
    PLEASED,
    REGRETTED,
    SATISFIED,
    ENGAGED,
    SCORES,
    LURED,
    REPEATS,
    SCORE_AT,
  ] = channels.keys();
  const state = layout({
    ...{ use: [n], score: [n], lure: [n], category: [n], placed: [n] },
    ...{ page: [k], clicked: [k], pleased: [k], step: [1] },
  });
  const { use, score, lure, category, placed, page: shown, clicked, pleased, step: counter } = state.views;
  const before = new Int32Array(categories);
  const [worth, kinds, appeals, freshness] = [0, 1, 2, 3].map(() => new Float64Array(k));

  /** Draws a user and the candidates, and brings them into the order of their scores. */
  function draw(random: Random): void {
    for (let c = 0; c < categories; c++) tastes[c] = settings.taste * random.normal();
    for (let item = 0; item < n; item++) {
      const c = random.integer(categories);
      const odds = settings.base + tastes[c] + settings.own * random.normal();
      const seen = chance(odds + settings.blur * random.normal());
      const promised = clip(settings.lures * random.normal(), -MOST_LURE, MOST_LURE);
      let at = item;
      for (; at > 0 && score[at - 1] < seen; at--) {
        use[at] = use[at - 1];
        score[at] = score[at - 1];
        lure[at] = lure[at - 1];
        category[at] = category[at - 1];
      }
      use[at] = chance(odds);
      score[at] = seen;
      lure[at] = promised;
      category[at] = c;
    }
  }
  const tastes = new Float64Array(categories);

  /** The choice, or where it is placed already the next free candidate of the list. */
  function freeItem(choice: number): number {
    let item = choice;
    while (placed[item] > 0) item = (item + 1) % n;
    return item;
  }

  /** A user sees the whole page. */
  function look(outcomes: Float64Array, random: Random): void {
    before.fill(0);
    let utility = 0;
    for (const at of order) {
      const item = shown[at];
      freshness[at] = (1 - loss) ** before[category[item]]++;
      worth[at] = use[item];
      kinds[at] = category[item];
      utility += attention[at] * freshness[at] * use[item];
      appeals[at] = freshness[at] * (lure[item] === 0 ? use[item] : lured(use[item], lure[item]));
    }
    const ordered = planner.plan(worth, kinds, k);
    outcomes[UTILITY] = utility;
    outcomes[OPTIMUM] = planner.plan(use, category, n);
    // A plan may differ from the page by a rounding error.
    outcomes[EFFICIENCY] = ordered > 0 ? Math.min(1, utility / ordered) : 1;
    const clicks = drawClicks(model, appeals, random, clicked);
    for (let at = 0; at < k; at++) {
      pleased[at] = clicked[at] === 1 && random.uniform() < use[shown[at]] ? 1 : 0;
      outcomes[PLEASED] += pleased[at];
    }
    outcomes[CLICKS] = clicks;
    outcomes[REGRETTED] = clicks - outcomes[PLEASED];
    outcomes[SATISFIED] = outcomes[PLEASED] > outcomes[REGRETTED] ? 1 : 0;
    outcomes[ENGAGED] = clicks >= settings.engaging ? 1 : 0;
  }

  const each = { size: n, each: true } as const;
  const spec = singleAgentSpec({
    label: "recommender",
    horizon: k,
    action: { choices: n },
    actionUnit: "item",
    observation: [
      field("place", 0, 1, "1 at the place that is filled next", { size: k }),
      field("score", 0, 1, "estimated chance that each candidate is of use, best first", each),
      field("lure", -MOST_LURE, MOST_LURE, "what its title promises beyond, in log-odds", { ...each, usual: [-2, 2] }),
      field("category", 0, Math.max(1, categories - 1), "its category", each),
      field("repeats", 0, 1, "items of its category on the page, as a share of the places", each),
      field("placed", 0, 1, "1 where it is on the page", each),
      field("rank", 0, 1, "share of the candidates that are better and not on the page; 0 where it is on it", each),
    ],
    channels,
    publicState: parts({
      score: "scores of the candidates",
      category: "their categories",
      lure: "what their titles promise beyond their use",
      placed: "1 at candidates on the page",
      page: "candidate in each place, −1 where it is empty",
      clicked: "1 at places that were clicked",
      pleased: "1 at clicks on items that were of use",
    }),
    oracles: pagePlayers(places, n, categories),
  });

  return {
    spec: { ...spec, legal: (seen) => seenPage(seen, k, n).free(), isInWords: true },
    state,
    reset(random, outcomes) {
      outcomes.fill(0);
      state.buffer.fill(0);
      shown.fill(-1);
      draw(random);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const at = counter[0];
      const item = freeItem(choiceOf(actions[0], n));
      outcomes[SCORES] = score[item];
      outcomes[LURED] = lure[item];
      outcomes[SCORE_AT + at] = score[item];
      for (let other = 0; other < n; other++)
        if (placed[other] > 0 && category[other] === category[item]) outcomes[REPEATS] = 1;
      shown[at] = item;
      placed[item] = 1;
      counter[0] += 1;
      if (counter[0] < k) return Status.running;
      look(outcomes, random);
      return Status.terminated;
    },
    observe(observations) {
      const at = counter[0];
      observations.fill(0);
      if (at < k) observations[at] = 1;
      before.fill(0);
      for (let item = 0; item < n; item++) if (placed[item] > 0) before[category[item]] += 1;
      for (let item = 0, better = 0; item < n; item++) {
        const from = k + item;
        observations[from] = score[item];
        observations[from + n] = lure[item];
        observations[from + 2 * n] = category[item];
        observations[from + 3 * n] = before[category[item]] / k;
        observations[from + 4 * n] = placed[item];
        if (placed[item] === 0) observations[from + 5 * n] = better++ / n;
      }
    },
    // The same number has the same rank by score on every page.
    shownList: () =>
      counter[0] < k
        ? []
        : Array.from(score, (value, item) => {
            const at = shown.indexOf(item);
            const facts = { score: value, lure: lure[item], category: category[item] };
            return {
              item: `${item + 1}`,
              position: at < 0 ? null : at + 1,
              isClicked: at >= 0 && clicked[at] === 1,
              facts,
            };
          }),
    scene: () => pageScene(state.views, attention),
    toolPlay: pageTools(n, state.views),
  };
}

/** Appeal of an item of this use, 0 < use < 1, whose title adds so much to the log-odds. */
function lured(use: number, lure: number): number {
  return chance(Math.log(use) - Math.log1p(-use) + lure);
}
