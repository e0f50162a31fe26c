// Prompts on which a pay goes most wrong: the answer that it pays best is worth far less than the answer that is wanted most.

import type { RolloutTable } from "../../logs/rollouts.ts";
import type { PictureFiles } from "../text-rewards/picture-files.ts";
import type { PromptReader } from "./prompt-reader.ts";
import { clustered, clusteredPictures } from "./text-clusters.ts";
import type { PairedText, WorstTexts } from "./weighing-data.ts";

/** Prompts kept for each pay: those whose texts are shown, and those that are looked at for what they share. */
const SHOWN = 12;
const MOST = 300;

type Numbers = Omit<PairedText, "text">;
interface RowPair {
  readonly paid: Numbers;
  readonly wanted: Numbers;
  readonly lost: number;
}

/** Collects them while prompts are read. */
export class WorstPrompts {
  readonly #pairs: RowPair[][];
  readonly #losing: number[];

  constructor(pays: number) {
    this.#pairs = Array.from({ length: pays }, () => []);
    this.#losing = this.#pairs.map(() => 0);
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
      if (lost > 0) this.#losing[at] += 1;
      if (lost <= 0 || (kept.length === MOST && lost <= kept[MOST - 1].lost)) continue;
      const numbers = (k: number): Numbers => ({ row: rows[k], pay: pay[k], want: want[k] });
      const before = kept.findIndex((one) => one.lost < lost);
      kept.splice(before < 0 ? kept.length : before, 0, { paid: numbers(best), wanted: numbers(wanted), lost });
      if (kept.length > MOST) kept.pop();
    }
  }

  /** The pairs of each pay with their texts. */
  async texts(log: RolloutTable, pictures?: PictureFiles): Promise<WorstTexts[]> {
    const rows = new Set(this.#pairs.flatMap((pairs) => pairs.flatMap(({ paid, wanted }) => [paid.row, wanted.row])));
    const texts = await log.texts([...rows]);
    const textOf = ({ row }: Numbers): string => texts.get(row)?.completion ?? "";
    const promptOf = ({ row }: Numbers): string => texts.get(row)?.prompt ?? "";
    const scored = (one: Numbers): PairedText => ({ ...one, row: one.row + 1, text: textOf(one) });
    return this.#pairs.map((pairs, at) => {
      const all = pairs.map(({ paid, wanted }) => ({
        ...{ prompt: promptOf(paid), paid: textOf(paid), wanted: textOf(wanted) },
      }));
      const { clusters, shares } = pictures === undefined ? clustered(all) : clusteredPictures(all, pictures);
      const shown = pairs.slice(0, SHOWN).map(({ paid, wanted, lost }, k) => ({
        prompt: promptOf(paid),
        paid: scored(paid),
        wanted: scored(wanted),
        ...{ lost, shares: shares[k] },
      }));
      return { losing: this.#losing[at], texts: shown, clusters };
    });
  }
}
