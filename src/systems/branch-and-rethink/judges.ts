// Judges that read within a budget. One looks at all criteria at once; one chooses some after a first look, reads them again, and decides.

import type { Random } from "../../core/random.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { BUDGET, CRITERIA, FIRST_SHARE, type Pair, reading } from "./pairs.ts";
import { type TokenPolicy, tokenPolicy } from "./token-policy.ts";

/** How a judge spends its readings. */
export type JudgeLook =
  /** All on all criteria. */
  | { readonly turns: 1 }
  /** A quarter on all, the rest on the criteria that it names: as many as it likes up to three, or so many. */
  | {
      readonly turns: 2;
      readonly branch: "learned" | "random";
      readonly exactly?: number;
      /** Whether the second turn is not told what the first one saw and named. */
      readonly isBlind?: boolean;
    };

/** Criteria that a trace may name. */
const MOST = 3;
/** Criteria that a random branch names. */
const RANDOM_BRANCH = 2;
/** Tokens: a criterion each and the end; in the verdict second, first, and none of both. */
const STOP = CRITERIA;
const VERDICTS = 3;
const NO_VERDICT = 2;
const BRANCH_INPUTS = 3 * CRITERIA + 1;
const VERDICT_INPUTS = 4 * CRITERIA;
const HIDDEN = 32;
/** Of a judge of one turn: as many parameters as both turns have. */
const ONE_TURN_INPUTS = 2 * CRITERIA;
const ONE_TURN_HIDDEN = 114;

/** What a batch of traces came to, [rows] each. */
export interface Traces {
  readonly verdicts: Int8Array;
  /** 1 where the trace keeps to the format. */
  readonly legal: Uint8Array;
  /** Criteria that were named. */
  readonly named: Uint8Array;
}

export interface TwoTurnOptions {
  readonly look: JudgeLook;
  readonly rows: number;
  readonly rate: number;
}

export function judgeOf({ look, rows, rate }: TwoTurnOptions, random: Random) {
  const twice = look.turns === 2 ? look : undefined;
  const steps = Math.max(MOST, twice?.exactly ?? 0) + 1;
  const branch =
    twice?.branch === "learned"
      ? tokenPolicy(
          { inputs: BRANCH_INPUTS, hidden: HIDDEN, tokens: CRITERIA + 1, rows, taught: steps * rows, rate },
          random.stream("branch"),
        )
      : undefined;
  const [inputs, hidden] = twice === undefined ? [ONE_TURN_INPUTS, ONE_TURN_HIDDEN] : [VERDICT_INPUTS, HIDDEN];
  const verdict = tokenPolicy({ inputs, hidden, tokens: VERDICTS, rows, taught: rows, rate }, random.stream("verdict"));
  const early = new Float32Array(rows * CRITERIA);
  const chosen = new Uint8Array(rows * CRITERIA);
  const traces = { verdicts: new Int8Array(rows), legal: new Uint8Array(rows), named: new Uint8Array(rows) };
  /** Decisions of the branch: inputs one after the other, token, row. */
  const seen = new Float32Array(steps * rows * BRANCH_INPUTS);
  let tokens: number[] = [];
  let owners: number[] = [];

  function branchInput(pair: Pair, row: number, into: Float32Array): void {
    const at = row * BRANCH_INPUTS;
    into.fill(0, at, at + BRANCH_INPUTS);
    into[at + pair.cue] = 1;
    for (let j = 0; j < CRITERIA; j++) {
      into[at + CRITERIA + j] = early[row * CRITERIA + j];
      into[at + 2 * CRITERIA + j] = chosen[row * CRITERIA + j];
    }
    into[at + 3 * CRITERIA] = traces.named[row] / MOST;
  }

  /** Names criteria until all rows have ended; draws where `hand` is given. */
  function name(
    policy: TokenPolicy,
    pairs: readonly Pair[],
    exactly: number | undefined,
    hand: Random | undefined,
  ): void {
    const isOpen = new Uint8Array(rows).fill(1);
    const barred = new Uint8Array(CRITERIA + 1);
    const most = exactly ?? MOST;
    for (let step = 0; step < steps && isOpen.includes(1); step++) {
      for (const [row, pair] of pairs.entries()) branchInput(pair, row, policy.input);
      policy.read();
      for (let row = 0; row < rows; row++) {
        if (isOpen[row] === 0) continue;
        if (exactly === traces.named[row]) {
          isOpen[row] = 0;
          continue;
        }
        const own = chosen.subarray(row * CRITERIA, (row + 1) * CRITERIA);
        if (exactly !== undefined) {
          barred.set(own);
          barred[STOP] = 1;
        }
        const token = policy.choose(row, hand, exactly === undefined ? undefined : barred);
        seen.set(policy.input.subarray(row * BRANCH_INPUTS, (row + 1) * BRANCH_INPUTS), tokens.length * BRANCH_INPUTS);
        tokens.push(token);
        owners.push(row);
        const isWrong = token === STOP ? traces.named[row] === 0 : own[token] === 1 || traces.named[row] === most;
        if (isWrong) traces.legal[row] = 0;
        if (isWrong || token === STOP) isOpen[row] = 0;
        else {
          own[token] = 1;
          traces.named[row] += 1;
        }
      }
    }
  }

  function nameAtRandom(random: Random): void {
    for (let row = 0; row < rows; row++) {
      for (const j of randomOrder(CRITERIA, random).slice(0, RANDOM_BRANCH)) chosen[row * CRITERIA + j] = 1;
      traces.named[row] = RANDOM_BRANCH;
    }
  }

  function verdictInput(pair: Pair, row: number, random: Random): void {
    const at = row * inputs;
    verdict.input.fill(0, at, at + inputs);
    if (twice === undefined) {
      verdict.input[at + pair.cue] = 1;
      for (let j = 0; j < CRITERIA; j++) verdict.input[at + CRITERIA + j] = reading(pair, j, BUDGET / CRITERIA, random);
      return;
    }
    const isTold = twice.isBlind !== true;
    if (isTold) verdict.input[at + pair.cue] = 1;
    const each = ((1 - FIRST_SHARE) * BUDGET) / Math.max(1, traces.named[row]);
    for (let j = 0; j < CRITERIA; j++) {
      const own = chosen[row * CRITERIA + j];
      const read = reading(pair, j, own === 1 ? each : 0, random);
      if (isTold) {
        verdict.input[at + CRITERIA + j] = early[row * CRITERIA + j];
        verdict.input[at + 2 * CRITERIA + j] = own;
      }
      verdict.input[at + 3 * CRITERIA + j] = read;
    }
  }

  return {
    size: (branch?.size ?? 0) + verdict.size,
    /** Traces of so many pairs as there are rows: drawn ones, or the likeliest. The next call overwrites them. */
    judge(pairs: readonly Pair[], random: Random, isDrawn: boolean): Traces {
      const hand = isDrawn ? random.stream("hand") : undefined;
      const luck = random.stream("readings");
      traces.legal.fill(1);
      traces.named.fill(0);
      chosen.fill(0);
      tokens = [];
      owners = [];
      if (twice !== undefined) {
        const spent = (FIRST_SHARE * BUDGET) / CRITERIA;
        for (const [row, pair] of pairs.entries())
          for (let j = 0; j < CRITERIA; j++) early[row * CRITERIA + j] = reading(pair, j, spent, luck);
        if (branch !== undefined) name(branch, pairs, twice.exactly, hand);
        else nameAtRandom(random.stream("branch"));
      }
      for (const [row, pair] of pairs.entries()) verdictInput(pair, row, luck);
      verdict.read();
      for (let row = 0; row < rows; row++) {
        traces.verdicts[row] = verdict.choose(row, hand);
        if (traces.verdicts[row] === NO_VERDICT) traces.legal[row] = 0;
      }
      return traces;
    },
    /** Moves both turns by what each trace of the last batch was worth, [rows]. */
    learn(worth: Float64Array): void {
      branch?.learn(
        seen.subarray(0, tokens.length * BRANCH_INPUTS),
        tokens,
        owners.map((row) => worth[row] / rows),
      );
      verdict.learn(
        verdict.input,
        Array.from(traces.verdicts),
        Array.from(worth, (one) => one / rows),
      );
    },
    close(): void {
      branch?.close();
      verdict.close();
    },
  };
}
