// Prompts on which a pay goes most wrong: the answer that it pays best is worth far less than the answer that is wanted most.

import type { RolloutTable } from "../../logs/rollouts.ts";
import type { PromptReader } from "./prompt-reader.ts";

/** Prompts kept for each pay. */
const MOST = 5;

/** An answer with its numbers. */
export interface PairedText {
  /** Row of the log, from 1. */
  readonly row: number;
  readonly pay: number;
  readonly want: number;
  readonly text: string;
}

/** Two answers to one prompt. */
export interface TextPair {
  readonly prompt: string;
  /** The answer that is paid best; of several the one that is wanted most. */
  readonly paid: PairedText;
  /** The answer that is wanted most; of several the one that is paid best. */
  readonly wanted: PairedText;
  /** What the want loses between them. */
  readonly lost: number;
}

type Numbers = Omit<PairedText, "text">;
interface RowPair {
  readonly paid: Numbers;
  readonly wanted: Numbers;
  readonly lost: number;
}

/** Collects them while prompts are read. */
export class WorstPrompts {
  readonly #pairs: RowPair[][];

  constructor(pays: number) {
    this.#pairs = Array.from({ length: pays }, () => []);
  }

  add({ answers: { size, want }, pays, rows }: PromptReader): void {
    for (const [at, pay] of pays.entries()) {
      let [best, wanted] = [0, 0];
      for (let k = 1; k < size; k++) {
        if (pay[k] > pay[best] || (pay[k] === pay[best] && want[k] > want[best])) best = k;
        if (want[k] > want[wanted] || (want[k] === want[wanted] && pay[k] > pay[wanted])) wanted = k;
      }
      const lost = want[wanted] - want[best];
      const kept = this.#pairs[at];
      if (lost <= 0 || (kept.length === MOST && lost <= kept[MOST - 1].lost)) continue;
      const numbers = (k: number): Numbers => ({ row: rows[k], pay: pay[k], want: want[k] });
      const before = kept.findIndex((one) => one.lost < lost);
      kept.splice(before < 0 ? kept.length : before, 0, { paid: numbers(best), wanted: numbers(wanted), lost });
      if (kept.length > MOST) kept.pop();
    }
  }

  /** The pairs of each pay with their texts, the greatest loss first. */
  async texts(log: RolloutTable): Promise<TextPair[][]> {
    const rows = new Set(this.#pairs.flatMap((pairs) => pairs.flatMap(({ paid, wanted }) => [paid.row, wanted.row])));
    const texts = await log.texts([...rows]);
    const scored = (one: Numbers): PairedText => ({
      ...one,
      row: one.row + 1,
      text: texts.get(one.row)?.completion ?? "",
    });
    return this.#pairs.map((pairs) =>
      pairs.map(({ paid, wanted, lost }) => ({
        prompt: texts.get(paid.row)?.prompt ?? "",
        paid: scored(paid),
        wanted: scored(wanted),
        lost,
      })),
    );
  }
}
