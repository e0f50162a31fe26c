// Scripted editors of programs: what simple rules make of rounds, trials and logs. A model that edits is held against them.

import type { Editor } from "../core/editor.ts";

/** Never edits. */
export const staticEditor: Editor = { edit: ({ code }) => code };

/** Makes so many changes at random and looks at none. */
export const blindEditor = (changes: number): Editor => ({
  edit({ code, mutated }) {
    let edited = code;
    for (let k = 0; k < changes; k++) edited = mutated(edited);
    return edited;
  },
});

/** Keeps each change that beats the program before it: improvement against itself, as often as there are trials. */
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

/** Tries changes of its program against that program and all samples, and keeps the best where it is better than the program. */
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

/** Has templates, and plays the one with the best share in its log; one that has not been played counts as one half. */
export const logReader = (templates: readonly string[]): Editor => ({
  edit({ code, log }) {
    const shareOf = (program: string): number => {
      const shares = log.filter((round) => round.code === program).map(({ share }) => share);
      return shares.length === 0 ? 0.5 : shares.reduce((a, b) => a + b, 0) / shares.length;
    };
    return [code, ...templates].reduce((best, one) => (shareOf(one) > shareOf(best) ? one : best));
  },
});
