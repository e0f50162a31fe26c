// What is compared, and what development seeds chose.

/** Prompts that are labelled in all; the last one in the long form alone. */
export const SIZES = [300, 1200, 4800] as const;
export type Size = (typeof SIZES)[number];
/** What labels: comparisons drawn by gold, or scores of a learned reward. */
export const LABELS = ["gold", "proxy"] as const;
export type Labels = (typeof LABELS)[number];

/** λ of every fit: of 0.3 to 300 it was best, or 0.05 of gold from it, for each arm, both sizes and both labels. */
export const RIDGE = 100;
/** λ of the reward model's fit. */
export const PROXY_RIDGE = 3;

export const ROUNDS = 3;
/** β of DPO: the claims', and those that the curves are drawn over. */
export const BETA = 0.1;
export const BETAS = [0.05, 0.1, 0.2, 0.4, 0.8] as const;
