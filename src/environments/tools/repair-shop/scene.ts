// Scene of a repair: the sites as rows of candidate texts with the current one highlighted, and the tests in a row below.

import type { Scene, Shape, Tone } from "../../../core/scene.ts";
import { block, counted, fitted, label, rectangle } from "../../scene-shapes.ts";
import { type Bug, CANDIDATES, PLACES, sitesOf, TESTS, textOf } from "./bugs.ts";
import { MODULES } from "./repair-module.ts";

export interface RepairScene {
  readonly bug: Bug;
  /** Index of the current text at each site, [PLACES]. */
  readonly chosen: ArrayLike<number>;
  /** Result of the last run of each test, [TESTS]: 1 passed, 0 failed, negative unknown. */
  readonly verdicts: ArrayLike<number>;
  readonly calls: number;
  readonly horizon: number;
  /** Description of the last call. */
  readonly did: string;
  /** Number of hidden tests passed; undefined before the module is handed in. */
  readonly passed: number | undefined;
}

const [LEFT, WIDE, HIGH] = [5.5, 6.6, 2.4];

/** Right texts have a green border; the current text is filled, green where it is right and red where it is wrong. */
export function repairScene({ bug, chosen, verdicts, calls, horizon, did, passed }: RepairScene): Scene {
  const { name, about } = MODULES[bug.module];
  const top = 4.5 + HIGH * PLACES;
  const right = LEFT + WIDE * CANDIDATES;
  const places = Array.from({ length: PLACES }, (_, place) => placeShapes(bug, chosen, place, top - HIGH * place));
  const tests = Array.from({ length: TESTS }, (_, k) => testShapes(bug, verdicts, k));
  const repaired = places.filter((_, place) => bug.candidates[CANDIDATES * place + chosen[place]] === 0).length;
  const state = `${repaired} of ${PLACES} places are right`;
  const shown = Array.from(bug.shown, (isShown, k) => (isShown === 1 ? verdicts[k] : -1)).filter((one) => one >= 0);
  const passing = shown.filter((one) => one === 1).length;
  const run =
    shown.length === 0 ? "no tests were run" : `${passing} of ${shown.length} shown tests passed in the last run`;
  return {
    view: { left: -0.2, right: right + 0.2, bottom: 0, top: top + 3.4 },
    shapes: [
      label([0, top + 2.6], fitted(`${name}: ${about}`, right, 0.95), 0.95, { align: "start" }),
      label([0, top + 1], fitted(`Last call: ${did}`, right - 9, 0.95), 0.95, { align: "start", fill: "muted" }),
      label([right, top + 1], `${calls} of ${counted(horizon, "call")}`, 0.95, { align: "end", fill: "muted" }),
      ...places.flat(),
      ...tests.flat(),
    ],
    caption:
      passed === undefined
        ? `After ${counted(calls, "call")} ${state}, and ${run}.`
        : `Handed in after ${counted(calls, "call")}: ${state}, and ${passed} of ${TESTS / 2} hidden tests pass.`,
  };
}

/** A row: the kind of fault, and the candidate texts. */
function placeShapes(
  { module, sites, candidates }: Bug,
  chosen: ArrayLike<number>,
  place: number,
  top: number,
): Shape[] {
  const site = sitesOf(module)[sites[place]];
  const middle = top - HIGH / 2;
  const texts = Array.from({ length: CANDIDATES }, (_, c): Shape[] => {
    const candidate = candidates[CANDIDATES * place + c];
    const left = LEFT + WIDE * c;
    const isThere = chosen[place] === c;
    const tone: Tone = candidate === 0 ? "good" : isThere ? "bad" : "faint";
    return [
      {
        ...block(rectangle(left + 0.15, top - HIGH + 0.2, left + WIDE - 0.15, top - 0.2), isThere ? tone : "surface"),
        ...{ stroke: tone, width: isThere ? 3 : 1.5 },
        ...(isThere ? { opacity: 0.45 } : {}),
      },
      label([left + WIDE / 2, middle], fitted(oneLine(textOf(site, candidate)), WIDE - 0.6, 0.72), 0.72, {
        fill: isThere ? "ink" : "muted",
      }),
    ];
  });
  return [label([0, middle], `${place + 1} ${site.kind}`, 0.85, { align: "start" }), ...texts.flat()];
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** A test's symbol: passed, failed, not run, or hidden. */
function testShapes({ shown }: Bug, verdicts: ArrayLike<number>, test: number): Shape[] {
  const isShown = shown[test] === 1;
  const [said, tone]: [string, Tone] = !isShown
    ? ["hidden", "faint"]
    : verdicts[test] < 0
      ? ["not run", "muted"]
      : verdicts[test] === 1
        ? ["passed", "good"]
        : ["failed", "bad"];
  const wide = (CANDIDATES * WIDE) / TESTS;
  const left = LEFT + wide * test;
  return [
    ...(test === 0 ? [label([0, 1.9], "tests", 0.85, { align: "start" })] : []),
    {
      ...block(
        rectangle(left + 0.15, 0.8, left + wide - 0.15, 3),
        said === "passed" || said === "failed" ? tone : "surface",
      ),
      ...{ stroke: tone, width: 1.5, opacity: said === "passed" || said === "failed" ? 0.5 : 1 },
    },
    label([left + wide / 2, 1.9], said, 0.62, { fill: isShown ? "ink" : "muted" }),
  ];
}
