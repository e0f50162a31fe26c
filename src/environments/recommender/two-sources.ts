// A recommender in a loop with its users. Every item has a text of a person and one of a language model, as vectors. In each round the
// recommender ranks lists, users click, and it may learn from the clicks. Then held-out users show which version it prefers.
// Source: the loop of Zhou et al. (arXiv 2405.17998) and its released code, on drawn vectors. That an AI text is more on topic and carries a
// fingerprint is built in: it is what a first preference comes of.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { prepareTable, tableAtHand } from "../../logs/table-shelf.ts";
import { drawGamma } from "../../math/beta-draw.ts";
import { drawAt, randomOrder } from "../../math/weighted-draw.ts";
import { barScene } from "../bar-scene.ts";
import { clip, field, parts, singleAgentSpec } from "../declaration.ts";
import { short } from "../scene-shapes.ts";
import { clickedSlot } from "./clicked-version.ts";
import { biasRecord } from "./rounds-of-bias.ts";
import { rankOf, singleNdcg } from "./source-bias.ts";
import { AGAIN, AI, drawItems, HUMAN, itemsOfTable, nearestTopics } from "./two-source-items.ts";
import { type TwoSourcesParameters, twoSourcesParameters } from "./two-sources-parameters.ts";

/** NDCG@5. */
const PLACES = 5;
/** Largest size of a score. */
const MOST = 1000;
/** Bound of a coordinate of drawn vectors, far beyond what is drawn. */
const FAR = 1000;
/** Draws after which a user's item may be one that it had before. */
const TRIES = 50;
const [SERVED, TESTED] = [0, 1];

export const twoSources = bind({
  id: "recommender/two-sources",
  summary:
    "a recommender ranks human and AI texts of the same items, learns from clicks on them, and shows which it prefers",
  source: "the loop of arXiv 2405.17998 and its released code, on drawn vectors or on a file of one's own",
  parameters: twoSourcesParameters,
  async prepare(given: TwoSourcesParameters, place) {
    const { file, content } = given;
    return file === undefined ? given : { ...given, content: await prepareTable({ file, content }, place) };
  },
  make,
});

function make(p: TwoSourcesParameters): NumericEnvironment {
  const own = p.file === undefined ? undefined : itemsOfTable(tableAtHand({ ...p, file: p.file }), p.file, p.list);
  const width = own?.width ?? p.width;
  const count = own === undefined ? p.items : own.versions[HUMAN].length / width;
  const { history, list, past, present } = p;
  const rounds = past + present + p.future;
  const served = Math.floor(p.users / 2);
  const each = served + p.heldOut;
  const horizon = rounds * each;
  const candidates = 2 * list;
  const people = 2 * served + p.heldOut;
  const drawn = own === undefined ? count * width : 0;
  const record = biasRecord(p);
  const state = layout({
    ...{ human: [drawn], ai: [drawn], again: [drawn], topics: [count] },
    ...{ histories: [people, history], lists: [people, list], thresholds: [people, history] },
    ...{ item: [candidates], version: [candidates], step: [1], clicked: [1], aiClicks: [1] },
    // Of the last list that a user clicked on: the item in each slot, −1 where there is none, its version, and its place.
    ...{ lastItem: [candidates], lastVersion: [candidates], lastPlace: [candidates] },
    ...{ sums: [record.measures], rounds: [rounds, record.measures] },
  });
  const v = state.views;
  const versions = own?.versions ?? ([v.human, v.ai, v.again] as const);
  const largest = own?.largest ?? FAR;
  const scores = new Float64Array(candidates);
  const only = new Float64Array(candidates);

  function drawUsers(random: Random): void {
    const byTopic: number[][] = [];
    for (let item = 0; item < count; item++) {
      byTopic[v.topics[item]] ??= [];
      byTopic[v.topics[item]].push(item);
    }
    const groups = byTopic.filter((items) => items.length > 0);
    for (let user = 0; user < people; user++) {
      const weights = groups.map(() => drawGamma(p.interest, random));
      const total = weights.reduce((sum, x) => sum + x, 0);
      const taste = weights.map((x) => (total > 0 ? x / total : 1 / groups.length));
      const taken: number[] = [];
      for (let k = 0; k <= history; k++) {
        let item = -1;
        for (let tries = 0; tries < TRIES && (item < 0 || taken.includes(item)); tries++) {
          const group = groups[drawAt(taste, 0, groups.length, random)];
          item = group[random.integer(group.length)];
        }
        taken.push(item);
        if (k < history) v.histories[user * history + k] = item;
      }
      const shown = [taken[history]];
      while (shown.length < list) {
        const item = random.integer(count);
        if (!shown.includes(item)) shown.push(item);
      }
      v.lists.set(shown, user * list);
      for (let k = 0; k < history; k++) v.thresholds[user * history + k] = random.uniform();
    }
  }

  const round = (): number => Math.floor(v.step[0] / each);
  /** The user of this step: those who click come first, half by half. */
  const userNow = (): number => {
    const within = v.step[0] % each;
    return within < served ? (round() % 2) * served + within : 2 * served + within - served;
  };
  const isServed = (): boolean => v.step[0] % each < served;
  /** Share of AI texts among the candidates of this step. The test shows both versions of all items. */
  const shareNow = (): number => {
    if (!isServed()) return 0.5;
    if (round() < past) return 0;
    return round() < past + present ? p.presentShare : p.futureShare;
  };

  /** Writes which candidates the list of this step has, in random order. */
  function turn(random: Random): void {
    v.item.fill(-1);
    v.version.fill(0);
    const share = shareNow();
    const [human, ai] = share <= 0.5 ? [1, share / (1 - share)] : [(1 - share) / share, 1];
    const slots = randomOrder(candidates, random);
    for (let k = 0; k < list; k++) {
      const has = [random.uniform() < human, random.uniform() < ai];
      for (const version of [HUMAN, AI]) {
        if (!has[version]) continue;
        v.item[slots[2 * k + version]] = k;
        v.version[slots[2 * k + version]] = version;
      }
    }
  }

  /** Slot of a version of item `k` of the list, −1 where it is absent. */
  function slotOf(k: number, version: number): number {
    for (let c = 0; c < candidates; c++) if (v.item[c] === k && v.version[c] === version) return c;
    return -1;
  }

  /** Adds what the ranking of a test shows to the sums of the round. */
  function measure(): void {
    const [human, ai] = [slotOf(0, HUMAN), slotOf(0, AI)];
    for (let c = 0; c < candidates; c++) only[c] = v.version[c] === HUMAN ? scores[c] : Number.NaN;
    const [ofHuman, ofAi] = [human, ai].map((slot) => singleNdcg(rankOf(scores, slot), PLACES));
    const difference = scores[ai] - scores[human];
    const wins = difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
    record.add(v.sums, {
      ...{ human: ofHuman, ai: ofAi, wins, gap: difference },
      ...{ accuracy: singleNdcg(rankOf(only, human), PLACES) },
    });
  }

  /** Keeps the list of this step and the order in which it was shown; a list of the test was shown to no user. */
  function keepShown(): void {
    v.lastItem.fill(-1);
    if (!isServed()) return;
    const user = userNow();
    v.lastVersion.set(v.version);
    for (let c = 0; c < candidates; c++) {
      if (v.item[c] < 0) continue;
      v.lastItem[c] = v.lists[user * list + v.item[c]];
      v.lastPlace[c] = rankOf(scores, c);
    }
  }

  const isAi = (user: number, k: number): boolean =>
    v.thresholds[user * history + k] < (p.testHistories ?? v.aiClicks[0] / served);
  const copy = (out: Float32Array, at: number, item: number, version: number): void => {
    const from = versions[version];
    for (let k = 0; k < width; k++) out[at + k] = from[item * width + k];
  };
  const vectors = (name: string, size: number, meaning: string) =>
    field(name, -largest, largest, meaning, {
      size: size * width,
      usual: [-Math.min(2, largest), Math.min(2, largest)],
    });
  const [H, C] = [history * width, candidates * width];

  return {
    spec: singleAgentSpec({
      label: "recommender",
      horizon,
      action: {
        low: new Array<number>(candidates).fill(-MOST),
        high: new Array<number>(candidates).fill(MOST),
      },
      actionUnit: "score of each candidate",
      observation: [
        field("task", 0, 1, "0 for a list that a user clicks on, 1 for one of the test"),
        field("round", 0, rounds, "rounds before this one"),
        field("clicked", -1, candidates - 1, "place of the candidate clicked in the last step, −1 where there is none"),
        field("item", -1, list - 1, "number of each candidate's item in this list, −1 for an empty place", {
          size: candidates,
        }),
        vectors("history", history, "texts that the user has clicked before, as vectors"),
        vectors("historyRewrites", history, "rewrites of these texts by a language model"),
        vectors("candidates", candidates, "texts to rank"),
        vectors("rewrites", candidates, "rewrites of these texts by a language model"),
      ],
      channels: record.channels,
      publicState: parts({ step: "step", aiClicks: "clicks on AI texts in this round", rounds: "measures by round" }),
    }),
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      v.clicked[0] = -1;
      v.lastItem.fill(-1);
      if (own === undefined) {
        const by = { topic: p.aiTopic, detail: p.aiDetail, style: p.aiStyle, fingerprint: p.fingerprint };
        drawItems(
          { width, versions: [v.human, v.ai, v.again], topics: v.topics },
          p.topics,
          by,
          random.stream("items"),
        );
      } else {
        v.topics.set(own.topics.length > 0 ? own.topics : nearestTopics(own, p.topics, random.stream("topics")));
      }
      drawUsers(random.stream("users"));
      turn(random.stream("list", 0));
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      for (let c = 0; c < candidates; c++) scores[c] = v.item[c] < 0 ? Number.NaN : clip(actions[c], -MOST, MOST);
      const within = v.step[0] % each;
      if (within === 0) v.aiClicks[0] = 0;
      v.clicked[0] = -1;
      keepShown();
      if (isServed()) {
        v.clicked[0] = clickedSlot(p, scores, slotOf(0, HUMAN), slotOf(0, AI), random.stream("click", v.step[0]));
        v.aiClicks[0] += v.version[v.clicked[0]] === AI ? 1 : 0;
      } else measure();
      if (within === each - 1) record.close(v.sums, v.aiClicks[0] / served, v.rounds, round());
      v.step[0] += 1;
      if (v.step[0] >= horizon) {
        record.write(v.rounds, outcomes);
        return Status.truncated;
      }
      turn(random.stream("list", v.step[0]));
      return Status.running;
    },
    observe(out) {
      out.fill(0);
      const isOver = v.step[0] >= horizon;
      out[0] = isOver || isServed() ? SERVED : TESTED;
      out[1] = round();
      out[2] = v.clicked[0];
      out.set(v.item, 3);
      if (isOver) return;
      const user = userNow();
      let at = 3 + candidates;
      for (let k = 0; k < history; k++, at += width) {
        const version = !isServed() && isAi(user, k) ? AI : HUMAN;
        copy(out, at, v.histories[user * history + k], version);
        copy(out, at + H, v.histories[user * history + k], version + 1);
      }
      at += H;
      for (let c = 0; c < candidates; c++, at += width) {
        if (v.item[c] < 0) continue;
        const item = v.lists[user * list + v.item[c]];
        copy(out, at, item, v.version[c]);
        copy(out, at + C, item, v.version[c] === HUMAN ? AI : AGAIN);
      }
    },
    shownList: () =>
      Array.from(v.lastItem.keys())
        .filter((slot) => v.lastItem[slot] >= 0)
        .map((slot) => {
          const source = v.lastVersion[slot] === AI ? "ai" : "human";
          const item = `${v.lastItem[slot] + 1} ${source}`;
          return { item, position: v.lastPlace[slot], isClicked: v.clicked[0] === slot, facts: { source } };
        }),
    scene: () => {
      const bars = Array.from({ length: Math.max(1, round()) }, (_, k) => ({
        name: `round ${k}`,
        value: record.winsOf(v.rounds, k),
      }));
      return barScene(
        [{ title: "AI text above the human text of the same item", bars, high: 1 }],
        `Round ${Math.min(round() + 1, rounds)} of ${rounds}: ${short(v.aiClicks[0])} clicks on AI texts.`,
      );
    },
  };
}
