// The loop of two sources: which texts lists hold by phase, what is measured of known rankings, and items of a user's file.

import { describe, expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { fieldOffset } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { JointPolicy } from "../../play/episode.ts";
import { AGAIN, AI, drawItems, HUMAN } from "./two-source-items.ts";
import { twoSources } from "./two-sources.ts";

/** What a list shows of one candidate. */
interface Candidate {
  readonly item: number;
  readonly vector: Float32Array;
  readonly rewrite: Float32Array;
}

/** Plays an episode by a score of each candidate; `look` sees every list before it is ranked. */
function played(
  given: unknown,
  score: (candidate: Candidate) => number,
  look: (page: { test: boolean; round: number; clicked: number; candidates: Candidate[] }) => void = () => {},
) {
  const world = twoSources.make(given);
  const { spec } = world;
  const at = (name: string) => fieldOffset(spec, name) ?? -1;
  const width = (spec.observation.find(({ name }) => name === "candidates")?.size ?? 0) / spec.actionSize;
  const ranker: JointPolicy = {
    act(episode) {
      const seen = episode.look();
      const candidates = Array.from({ length: spec.actionSize }, (_, c) => ({
        item: seen[at("item") + c],
        vector: seen.slice(at("candidates") + c * width, at("candidates") + (c + 1) * width),
        rewrite: seen.slice(at("rewrites") + c * width, at("rewrites") + (c + 1) * width),
      }));
      look({ test: seen[at("task")] === 1, round: seen[at("round")], clicked: seen[at("clicked")], candidates });
      episode.actions.set(candidates.map(score));
    },
  };
  return playEpisode(world, ranker, Random.of(7, "environment")).lasts;
}

const along = ({ vector }: Candidate): number => vector[0] + 0.01 * vector[1];

describe("drawn items", () => {
  const width = 400;
  const draw = (by: Parameters<typeof drawItems>[2]) => {
    const versions = [0, 1, 2].map(() => new Float64Array(8 * width));
    const items = {
      width,
      versions: [versions[HUMAN], versions[AI], versions[AGAIN]] as const,
      topics: new Float64Array(8),
    };
    drawItems(items, 4, by, Random.of(5, "items"));
    return {
      topics: [...items.topics],
      of: (version: number, item: number) => versions[version].subarray(item * width, (item + 1) * width),
    };
  };
  const length = (x: Float64Array) => Math.sqrt(x.reduce((sum, one) => sum + one * one, 0));

  test("an AI text that changes nothing is the human text", () => {
    const { of, topics } = draw({ topic: 1, detail: 1, style: 1, fingerprint: 0 });
    expect(topics).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
    expect([...of(AI, 3)]).toEqual([...of(HUMAN, 3)]);
  });

  test("a fingerprint alone moves all AI texts by one vector of its length", () => {
    const { of } = draw({ topic: 1, detail: 1, style: 1, fingerprint: 0.5 });
    const moved = [2, 5].map((item) => of(AI, item).map((x, k) => x - of(HUMAN, item)[k]));
    expect(length(moved[0])).toBeCloseTo(0.5, 9);
    for (let k = 0; k < width; k++) expect(moved[0][k]).toBeCloseTo(moved[1][k], 9);
  });

  test("lengths: a human text √(2² + .8² + .6²), without topic and style .8 of its detail", () => {
    const { of } = draw({ topic: 0, detail: 0.8, style: 0, fingerprint: 0 });
    expect(length(of(HUMAN, 0))).toBeCloseTo(Math.sqrt(5), 0);
    expect(length(of(AI, 0)) / 0.64).toBeCloseTo(1, 0);
    expect(length(of(AGAIN, 0))).toBeLessThan(length(of(AI, 0)));
  });
});

describe("lists", () => {
  const given = { past: 1, present: 1, future: 1, futureShare: 0.75, users: 400, heldOut: 3, list: 4 };

  test("past ones hold human texts, present ones both, future ones a third of the human texts; tests hold both", () => {
    const counts = [0, 1, 2].map(() => ({ lists: 0, texts: 0 }));
    played(given, along, ({ test, round, candidates }) => {
      const texts = candidates.filter(({ item }) => item >= 0).length;
      if (test) expect(texts).toBe(8);
      else {
        counts[round].lists += 1;
        counts[round].texts += texts;
      }
    });
    expect(counts.map(({ lists }) => lists)).toEqual([200, 200, 200]);
    expect(counts[0].texts / 200).toBe(4);
    expect(counts[1].texts / 200).toBe(8);
    expect(counts[2].texts / 200).toBeCloseTo(4 + 4 / 3, 0);
  });

  test("a click falls on the liked item, on its version that is ranked best, and is shown in the next step", () => {
    let before: Candidate[] = [];
    let clicks = 0;
    played({ ...given, future: 0 }, along, ({ clicked, candidates }) => {
      if (clicked >= 0) {
        const liked = before.filter(({ item }) => item === 0);
        expect(before[clicked].item).toBe(0);
        expect(along(before[clicked])).toBe(Math.max(...liked.map(along)));
        clicks += 1;
      }
      before = candidates;
    });
    expect(clicks).toBe(400);
  });

  test("the rewrite of a human text is the AI text of its item", () => {
    played({ ...given, future: 0 }, along, ({ test, candidates }) => {
      if (!test) return;
      for (let k = 0; k < 4; k++) {
        const [one, other] = candidates.filter(({ item }) => item === k);
        const isPair =
          [...one.rewrite].join() === [...other.vector].join() || [...other.rewrite].join() === [...one.vector].join();
        expect(isPair).toBe(true);
      }
    });
  });
});

describe("measures", () => {
  const same = { aiTopic: 1, aiDetail: 1, aiStyle: 1, fingerprint: 0 };

  test("identical versions win half of the time, and neither is preferred", () => {
    const result = played({ ...same, past: 1, present: 2, future: 0, users: 20, heldOut: 4000, width: 2 }, along);
    expect(result.aiWinsPresent).toBe(0.5);
    expect(result.gapPresent).toBe(0);
    expect(Math.abs(result.deltaPresent)).toBeLessThan(3);
  });

  test("a rise is the difference of phases, and single rounds are shown where they are wanted", () => {
    const result = played({ past: 1, present: 2, future: 2, users: 20, heldOut: 30, byRound: true }, along);
    expect(result.aiWinsPresent).toBeCloseTo((result.aiWins1 + result.aiWins2) / 2, 12);
    expect(result.aiWinsRise).toBeCloseTo(result.aiWinsRisePresent + result.aiWinsRiseFuture, 12);
    expect(result.deltaFuture).toBeCloseTo((result.delta3 + result.delta4) / 2, 12);
    expect(result.deltaRise).toBeCloseTo(result.deltaFuture - result.deltaPast, 12);
  });
});

const CSV =
  "item,source,topic,a,b\npie,human,food,1,0\npie,ai,food,1.5,0\nant,human,animal,0,1\nant,ai,animal,0.2,1.5\n";
const LINES = [
  { item: "pie", source: "human", vector: [1, 0] },
  { item: "pie", source: "ai", vector: [1.5, 0] },
  { item: "pie", source: "again", vector: [1.75, 0] },
  { item: "ant", source: "human", vector: "[0, 1]" },
  { item: "ant", source: "ai", vector: [0.25, 1.5] },
]
  .map((row) => JSON.stringify(row))
  .join("\n");

describe("items of a file", () => {
  const few = { list: 2, history: 1, past: 1, present: 1, future: 0, users: 8, heldOut: 5, testHistories: 0 };
  const withFile = async (name: string, text: string, more: object = {}) => {
    const given = { ...few, ...more, file: name };
    return (await twoSources.prepare?.(given, folderOf({ [name]: text }))) ?? given;
  };

  test("are those of its rows, a column a number or a list, with the AI text in the place of a second rewrite that is missing", async () => {
    for (const [name, text] of [
      ["items.csv", CSV],
      ["items.jsonl", LINES],
    ]) {
      const seen = new Map<string, string>();
      played(await withFile(name, text), along, ({ candidates }) => {
        for (const { item, vector, rewrite } of candidates)
          if (item >= 0) seen.set([...vector].join(), [...rewrite].join());
      });
      expect(seen.get("1,0")).toBe("1.5,0");
      expect(seen.get("1.5,0")).toBe(name === "items.csv" ? "1.5,0" : "1.75,0");
      expect(seen.size).toBe(4);
    }
  });

  test("with the sources exchanged wins and the relative difference turn around", async () => {
    const turned = CSV.replaceAll("human", "x")
      .replaceAll("ai", "human")
      .replaceAll("x", "ai")
      .replaceAll("foaid", "food");
    const [one, other] = [
      played(await withFile("items.csv", CSV), along),
      played(await withFile("items.csv", turned), along),
    ];
    expect(one.aiWinsPresent).toBeGreaterThan(0.5);
    expect(other.aiWinsPresent).toBeCloseTo(1 - one.aiWinsPresent, 12);
    expect(other.deltaPresent).toBeCloseTo(-one.deltaPresent, 9);
    expect(other.gapPresent).toBeCloseTo(-one.gapPresent, 9);
  });

  const read = (name: string, text: string, more: object = {}): MessageCase => [
    name,
    async () => twoSources.make(await withFile("items.csv", text, more)),
  ];
  words("two-sources", [
    read("no column of the source", "item,a\npie,1\n"),
    read("another source", CSV.replace("pie,ai", "pie,machine")),
    read("no item", CSV.replace("pie,ai", ",ai")),
    read("a number that is none", CSV.replace("1.5,0", "x,0")),
    read("two texts of one source", `${CSV}pie,ai,food,1,1\n`),
    read("an item without an AI text", CSV.replace("ant,ai,animal,0.2,1.5\n", "")),
    read("fewer items than a list holds", CSV, { list: 3 }),
    [
      "vectors of two lengths",
      async () => twoSources.make(await withFile("items.jsonl", LINES.replace("[1.5,0]", "[1.5]"))),
    ],
  ]);
});
