// Three short walks on a line, for the world of recorded episodes where no data set is named: a step to the right is paid, and the
// walk ends at the third place.

import { Status } from "../../core/environment.ts";
import type { PlayedRecord } from "./episodes.ts";

/** Steps to the left and to the right, walk by walk. */
const STEPS = [
  [1, 1, 0, 1, 1],
  [0, 1, 1, 1, 1],
  [1, 0, 1, 0, 1],
];

/** [time, pay, step, place] */
const RECORDS = STEPS.flatMap((steps) => {
  let place = 0;
  return [
    [0, 0, 0, 0],
    ...steps.map((step, k) => {
      place += step === 1 ? 1 : -1;
      return [k + 1, step, step, place];
    }),
  ];
});

export const WALKS: PlayedRecord = {
  file: "walks",
  width: 4,
  read(t, into) {
    into.set(RECORDS[t]);
  },
  recorded: {
    lengths: STEPS.map((steps) => steps.length),
    ends: [Status.terminated, Status.terminated, Status.truncated],
    arrays: [
      { name: "actions", part: "actions", width: 1, low: [0], high: [1], begins: false },
      { name: "observations", part: "observations", width: 1, low: [-1], high: [3], begins: true },
    ],
    pay: { low: 0, high: 1 },
    choices: { count: 2, first: 0 },
    left: [],
  },
};
