// Scripted program editors with simple rules for rounds, trials and logs: the baselines of language models that edit.

import type { Editor } from "../core/editor.ts";

/** Never edits. */
export const staticEditor: Editor = { edit: ({ code }) => code };

/** Makes `changes` random changes without testing them. */
export const blindEditor = (changes: number): Editor => ({
  edit({ code, mutated }) {
    let edited = code;
    for (let k = 0; k < changes; k++) edited = mutated(edited);
    return edited;
  },
});

/** Keeps each random change that beats the current program, as often as there are trials. */
export const selfOnlyEditor: Editor = {
  async edit({ code, mutated, trial, left }) {
    let edited = code;
    while (left() > 0) {
      const candidate = mutated(edited);
      const [share] = await trial(candidate, [edited]);
      if (share > 0.5) edited = candidate;
    }
    return edited;
  },
};

/** Tests random changes against its program and all samples, and keeps the best one where it beats the program. */
export const testerEditor: Editor = {
  async edit({ code, samples, mutated, trial, left }) {
    if (left() === 0) return code;
    if (left() === 0) return code;
    const mean = (shares: readonly number[]) => shares.reduce((a, b) => a + b, 0) / shares.length;
    let best = code;
    let most = mean(await trial(code, [code, ...samples]));
    while (left() > 0) {
      const candidate = mutated(code);
      const share = mean(await trial(candidate, [code, ...samples]));
      if (share > most) [best, most] = [candidate, share];
    }
    return best;
  },
};

/** Chooses among templates the one with the best share in its log; an unplayed template counts as one half. */
export const logReader = (templates: readonly string[]): Editor => ({
  edit({ code, log }) {
    const shareOf = (program: string): number => {
      const shares = log.filter((round) => round.code === program).map(({ share }) => share);
      return shares.length === 0 ? 0.5 : shares.reduce((a, b) => a + b, 0) / shares.length;
    };
    return [code, ...templates].reduce((best, one) => (shareOf(one) > shareOf(best) ? one : best));
  },
});
