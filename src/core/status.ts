// How an episode stands after a step.

/** What a step left the episode in, as bits: an ending of the world's own, or the horizon reached. */
export const Status = { running: 0, terminated: 1, truncated: 2 } as const;
/** Sum of the bits in `Status`; 0 while the episode runs. */
export type Status = number;
