// Pairs of answers by a pay, for training by preferences (DPO, Flow-DPO): of each prompt the answer that is paid best, and the one that is paid
// worst. Of pictures these are paths.

import type { RolloutTable } from "../../logs/rollouts.ts";
import type { PromptReader } from "./prompt-reader.ts";

/** Two answers to a prompt, as a line of JSON. */
export interface PayPair {
  readonly prompt: string;
  readonly chosen: string;
  readonly rejected: string;
  /** What the chosen answer is paid more, and what it is worth more. */
  readonly margin: number;
  readonly want: number;
  /** Name of the pay. */
  readonly pay: string;
}

interface RowPair extends Pick<PayPair, "margin" | "want" | "pay"> {
  readonly chosen: number;
  readonly rejected: number;
}

/** Collects them while prompts are read; of equal pays the first answer counts. */
export class PayPairs {
  readonly #names: readonly string[];
  readonly #rows: RowPair[] = [];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  add({ answers: { size, want }, pays, rows }: PromptReader): void {
    for (const [at, pay] of pays.entries()) {
      let [best, worst] = [0, 0];
      for (let k = 1; k < size; k++) {
        if (pay[k] > pay[best]) best = k;
        if (pay[k] < pay[worst]) worst = k;
      }
      const margin = pay[best] - pay[worst];
      if (!(margin > 0)) continue;
      const name = this.#names[at];
      this.#rows.push({ chosen: rows[best], rejected: rows[worst], margin, want: want[best] - want[worst], pay: name });
    }
  }

  /** The pairs with their texts, pay by pay, in the order of the log. */
  async texts(log: RolloutTable): Promise<PayPair[]> {
    const texts = await log.texts([...new Set(this.#rows.flatMap(({ chosen, rejected }) => [chosen, rejected]))]);
    const rank = (name: string): number => this.#names.indexOf(name);
    const sorted = this.#rows.toSorted((a, b) => rank(a.pay) - rank(b.pay) || a.chosen - b.chosen);
    return sorted.map(({ chosen, rejected, ...rest }) => ({
      prompt: texts.get(chosen)?.prompt ?? "",
      chosen: texts.get(chosen)?.completion ?? "",
      rejected: texts.get(rejected)?.completion ?? "",
      ...rest,
    }));
  }
}
