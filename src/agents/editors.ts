// Scripted program editors with simple rules for rounds, trials and logs: the baselines of language models that edit.

import { beatsItself, beatsOthers, changesAtRandom, type EditRule, leaves } from "../core/edit-rules.ts";
import type { Editor } from "../core/editor.ts";

/** Follows a rule of editing, whose trials may take time. */
const by = (rule: EditRule): Editor => ({
  async edit(desk) {
    const steps = rule(desk);
    let next = steps.next();
    while (next.done !== true) next = steps.next(await desk.trial(next.value.code, next.value.others));
    return next.value;
  },
});

export const staticEditor: Editor = by(leaves);

/** Makes `changes` random changes without testing them. */
export const blindEditor = (changes: number): Editor => by(changesAtRandom(changes));

/** Keeps each random change that beats the current program, as often as there are trials. */
export const selfOnlyEditor: Editor = by(beatsItself);

/** Goes on from random changes that do better against its program and all samples, in two trials. */
export const testerEditor: Editor = by(beatsOthers);

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
