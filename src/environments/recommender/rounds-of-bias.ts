// Measures of source bias by round and by phase of a loop, as channels.

import type { Channel } from "../../core/channel.ts";
import { flow } from "../declaration.ts";
import { relativeDifference } from "./source-bias.ts";

/** What a test shows, added up over a round. */
interface TestMeasures {
  /** NDCG@5 where the human version is relevant alone, and where the AI version is. */
  readonly human: number;
  readonly ai: number;
  /** 1 where the AI version of the liked item is ranked above its human version, 0.5 for equal scores. */
  readonly wins: number;
  /** Score of the AI version less that of the human version. */
  readonly gap: number;
  /** NDCG@5 of the human version among human texts alone. */
  readonly accuracy: number;
}

/** Places in the row of a round. */
const [OF_HUMAN, OF_AI, WINS, GAP, ACCURACY, AI_CLICKS] = [0, 1, 2, 3, 4, 5];
const MEASURES = 6;
/** Rounds at the end of a phase that stand for it. */
const LAST = 2;

type Row = ArrayLike<number>;

/** Measures of a phase: name, unit, bounds, meaning, and their value in the row of a round. */
const SHOWN = [
  {
    ...{ name: "aiWins", unit: "share of users", low: 0, high: 1, of: (row: Row) => row[WINS] },
    meaning: "held-out users for whom the AI text of what they like scores above its human text",
  },
  {
    ...{ name: "delta", unit: "percent", low: -200, high: 200 },
    meaning: "relative difference of NDCG@5 between human and AI texts; negative where AI texts are preferred",
    of: (row: Row) => relativeDifference(row[OF_HUMAN], row[OF_AI]),
  },
  {
    ...{ name: "gap", unit: "score", low: -2000, high: 2000, of: (row: Row) => row[GAP] },
    meaning: "score of the AI text less that of the human text of what a held-out user likes",
  },
  {
    ...{ name: "accuracy", unit: "NDCG@5", low: 0, high: 1, of: (row: Row) => row[ACCURACY] },
    meaning: "NDCG@5 for held-out users where human texts are ranked alone",
  },
  {
    ...{ name: "aiClicks", unit: "share of clicks", low: 0, high: 1, of: (row: Row) => row[AI_CLICKS] },
    meaning: "clicks on AI texts",
  },
] as const;
/** Of these, what a rise from phase to phase is shown of. */
const RISING = SHOWN.slice(0, 3);

/** Numbers of rounds of the phases, whether single rounds are shown, and users of a test. */
interface Phases {
  readonly past: number;
  readonly present: number;
  readonly future: number;
  readonly byRound: boolean;
  readonly heldOut: number;
}

/** The channels, and functions that add up a round and write channels at the end. Rows are `measures` numbers. */
export function biasRecord({ past, present, future, byRound, heldOut }: Phases) {
  const rounds = past + present + future;
  const phases = [
    { name: "Past", end: past, rounds: past },
    { name: "Present", end: past + present, rounds: present },
    { name: "Future", end: rounds, rounds: future },
  ].filter((phase) => phase.rounds > 0);
  type Table = Float64Array;
  const rowOf = (table: Table, round: number): Row => table.subarray(round * MEASURES, (round + 1) * MEASURES);
  /** Mean over the last rounds of a phase. */
  const phaseMean = (table: Table, phase: (typeof phases)[number], of: (row: Row) => number): number => {
    const some = Math.min(LAST, phase.rounds);
    let sum = 0;
    for (let k = 1; k <= some; k++) sum += of(rowOf(table, phase.end - k));
    return sum / some;
  };
  const figures: { channel: Channel; value: (table: Table) => number }[] = [];
  const figure = (channel: Channel, value: (table: Table) => number) => figures.push({ channel, value });
  figure(flow("payoff", "NDCG@5", 0, 1, "sum", "accuracy, mean of all rounds"), (table) => {
    let sum = 0;
    for (let k = 0; k < rounds; k++) sum += rowOf(table, k)[ACCURACY];
    return sum / rounds;
  });
  for (const { name, unit, low, high, meaning, of } of SHOWN) {
    for (const phase of phases) {
      const when = `at the end of the ${phase.name.toLowerCase()}`;
      figure(flow(`${name}${phase.name}`, unit, low, high, "sum", `${meaning}, ${when}`), (table) =>
        phaseMean(table, phase, of),
      );
    }
  }
  const [first] = phases;
  const last = phases[phases.length - 1];
  for (const { name, unit, low, high, of } of RISING) {
    const rise = (as: string, from: typeof first, to: typeof first) => {
      const meaning = `${name}${to.name} less ${name}${from.name}`;
      const channel = flow(`${name}${as}`, unit, low - high, high - low, "sum", meaning);
      figure(channel, (table) => phaseMean(table, to, of) - phaseMean(table, from, of));
    };
    rise("Rise", first, last);
    for (const [k, phase] of phases.slice(1).entries())
      if (phases.length > 2) rise(`Rise${phase.name}`, phases[k], phase);
  }
  if (byRound)
    for (const { name, unit, low, high, meaning, of } of SHOWN.slice(0, 2))
      for (let k = 0; k < rounds; k++)
        figure(flow(`${name}${k}`, unit, low, high, "sum", `${meaning}, in round ${k}`), (table) =>
          of(rowOf(table, k)),
        );
  return {
    measures: MEASURES,
    channels: figures.map(({ channel }) => channel),
    /** Adds what a test shows to the sums of the round. */
    add(sums: Float64Array, test: TestMeasures): void {
      sums[OF_HUMAN] += test.human;
      sums[OF_AI] += test.ai;
      sums[WINS] += test.wins;
      sums[GAP] += test.gap;
      sums[ACCURACY] += test.accuracy;
    },
    /** Ends a round: writes its row, means over the held-out users, and clears the sums. */
    close(sums: Float64Array, aiClicks: number, table: Table, round: number): void {
      for (let k = 0; k < MEASURES; k++) table[round * MEASURES + k] = sums[k] / heldOut;
      table[round * MEASURES + AI_CLICKS] = aiClicks;
      sums.fill(0);
    },
    winsOf: (table: Table, round: number): number => table[round * MEASURES + WINS],
    /** Writes all channels. */
    write(table: Table, outcomes: Float64Array): void {
      for (const [k, { value }] of figures.entries()) outcomes[k] = value(table);
    },
  };
}
