// Settings that seeds 901 to 903 chose, from as many for the method as for the reward with a plan: those of the largest return of the
// likeliest actions, for each kind of label, sharpness and number of pairs.

/** What annotators judge by: the sum of optimal advantages, or of pay. */
export type Mind = "regret" | "return";
/** c of the labels. */
export const SHARPNESSES = [10, 1] as const;
export type Sharpness = (typeof SHARPNESSES)[number];
export const SIZES = [500, 2000, 10_000] as const;
export type Size = (typeof SIZES)[number];

type Settings<Setting> = Readonly<Record<Mind, Readonly<Record<Sharpness, Readonly<Record<Size, Setting>>>>>>;

/** Of weight decay 0.1, 1, 10 and λ 1, 0.75, 0.5. */
export const CONTRASTIVE_SETTINGS: Settings<{ readonly decay: number; readonly bias: number }> = {
  regret: {
    10: { 500: { decay: 10, bias: 0.5 }, 2000: { decay: 10, bias: 0.5 }, 10000: { decay: 0.1, bias: 1 } },
    1: { 500: { decay: 0.1, bias: 0.5 }, 2000: { decay: 10, bias: 0.5 }, 10000: { decay: 10, bias: 0.5 } },
  },
  return: {
    10: { 500: { decay: 10, bias: 0.5 }, 2000: { decay: 10, bias: 0.5 }, 10000: { decay: 1, bias: 0.5 } },
    1: { 500: { decay: 10, bias: 0.5 }, 2000: { decay: 0.1, bias: 0.5 }, 10000: { decay: 0.1, bias: 0.5 } },
  },
};

/** Of ridge 0.1, 1, 10 and a plan's temperature 0.1, 0.5, 1 times that of the labels. */
export const BASELINE_SETTINGS: Settings<{ readonly ridge: number; readonly planning: number }> = {
  regret: {
    10: { 500: { ridge: 10, planning: 0.5 }, 2000: { ridge: 1, planning: 0.1 }, 10000: { ridge: 10, planning: 0.1 } },
    1: { 500: { ridge: 10, planning: 0.1 }, 2000: { ridge: 10, planning: 1 }, 10000: { ridge: 1, planning: 1 } },
  },
  return: {
    10: { 500: { ridge: 10, planning: 0.1 }, 2000: { ridge: 10, planning: 0.5 }, 10000: { ridge: 10, planning: 0.1 } },
    1: { 500: { ridge: 10, planning: 1 }, 2000: { ridge: 10, planning: 1 }, 10000: { ridge: 10, planning: 1 } },
  },
};

/** Weight decay of the plain loss, whose bias fades with data. */
export const PLAIN_DECAY = 0.3;
