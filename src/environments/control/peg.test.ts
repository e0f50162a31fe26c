// The peg table: progress rises along an expert's way by every step, cameras miss what they are said to miss, judges are wrong by what they
// are said to be, and a judge that has learnt tells hops.

import { expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { drawPegLayout, gripOf, type PegLayout, pegProgress, pegStates } from "./peg.ts";
import { judgedProgress, pegInsertion } from "./peg-insertion.ts";
import { anchoredProgress, demonstrate, learnPegJudge } from "./peg-judge.ts";
import { PEG_VIEWS, type PegView, pixelsOf, writeViews } from "./peg-views.ts";

const layouts = Array.from({ length: 20 }, (_, k) => drawPegLayout(8, Random.of(k, "tables")));

test("progress is 0 at the start and 1 at the end, and every step of an expert raises it", () => {
  for (const layout of layouts) {
    const { states, progress } = demonstrate(layout, Random.of(1, "demonstration"), 0);
    const said = states.map((state) => progress[state]);
    expect([said[0], said.at(-1)]).toEqual([0, 1]);
    expect(said.every((value, k) => k === 0 || value > said[k - 1])).toBe(true);
    expect(states.filter((state) => gripOf(layout, state).grip === 2)).toHaveLength(1);
  }
});

test("an insertion fails as often as is said, and puts the peg back", () => {
  const world = pegInsertion.make({ size: 3, insertion: 0.3, horizon: 1000 });
  const random = Random.of(2, "insertions");
  let [dropped, inserted] = [0, 0];
  for (let episode = 0; episode < 1000; episode++) {
    const { sums, lasts } = playEpisode(world, [oracle(world, "expert")], random, {
      each: (_, { outcomes }) => outcomes[1] === 1 && expect([outcomes[2], outcomes[4]]).toEqual([0, 0]),
    });
    dropped += Object.values(sums)[1];
    inserted += Object.values(lasts)[0];
  }
  expect(inserted).toBe(1000);
  expect(dropped / 1000).toBeCloseTo(0.7 / 0.3, 0);
});

function picture(layout: PegLayout, state: number, view: PegView): number[] {
  const out = new Float32Array(pixelsOf(layout.size, view));
  writeViews([view], layout, state, out, 0);
  return [...out];
}

test("no camera tells all states apart, and the three together miss the fewest", () => {
  const [layout] = layouts;
  const looks = (views: readonly PegView[]) =>
    new Set(
      Array.from({ length: pegStates(8) }, (_, s) => views.map((view) => picture(layout, s, view).join()).join("|")),
    );
  const alone = PEG_VIEWS.map((view) => looks([view]).size);
  expect(Math.max(...alone)).toBeLessThan(looks(PEG_VIEWS).size);
  const n = 64;
  // Above, a held peg looks like one that lies; at the side, an aligned peg looks like a held one, which the wrist tells.
  expect(picture(layout, layout.peg, "top")).toEqual(picture(layout, layout.peg + n, "top"));
  expect(picture(layout, layout.hole + n, "side")).toEqual(picture(layout, 2 * n, "side"));
  expect(picture(layout, layout.hole + n, "wrist")).not.toEqual(picture(layout, 2 * n, "wrist"));
});

const usual = {
  error: 0,
  shuffled: false,
  views: [],
  tables: 300,
  labels: "steps",
  lessons: 1000,
  adapted: 0,
  seed: 0,
} as const;

test("judges err by at most what is said, are exchanged, and see an inserted peg", () => {
  const [layout] = layouts;
  const truth = pegProgress(layout);
  expect(judgedProgress(layout, { ...usual, views: [] })).toEqual(truth);
  const wrong = judgedProgress(layout, { ...usual, views: [], error: 0.3 });
  const errors = wrong.map((said, s) => Math.abs(said - truth[s]));
  expect(Math.max(...errors)).toBeLessThanOrEqual(0.3);
  expect(Math.max(...errors)).toBeGreaterThan(0.25);
  const exchanged = judgedProgress(layout, { ...usual, views: [], shuffled: true });
  expect([...exchanged].sort()).toEqual([...truth].sort());
  expect(Math.abs(spearman(exchanged, truth) ?? 1)).toBeLessThan(0.3);
  expect(exchanged.at(-1)).toBe(1);
});

test("a judge that learns tells progress on other tables, and one of exchanged pairs does not", () => {
  const [layout] = layouts;
  const truth = pegProgress(layout);
  const told = (shuffled: boolean) => {
    const random = Random.of(3, "judge");
    const judge = learnPegJudge({
      size: 8,
      views: PEG_VIEWS,
      layouts: 100,
      lessons: 400,
      adapted: 0,
      shuffled,
      random,
    });
    const said = anchoredProgress(judge, layout);
    judge.close();
    return spearman(said, truth) ?? 0;
  };
  expect(told(false)).toBeGreaterThan(0.75);
  expect(Math.abs(told(true))).toBeLessThan(0.6);
});

test("the scene shows peg, hole and gripper, and both bars", () => {
  const world = pegInsertion.make({ judge: { error: 0.2 } });
  world.stand(pegStates(8) - 2);
  const scene = world.scene?.(undefined);
  expect(scene?.shapes.map(({ kind }) => kind)).toEqual([
    ...["grid", "circle", "circle", "polygon", "polygon", "circle"],
    ...["polygon", "polygon", "text", "polygon", "polygon", "text"],
  ]);
  expect(scene?.caption).toContain("with the peg aligned over the hole");
  expect(scene?.caption).toContain("progress is 80%");
});
