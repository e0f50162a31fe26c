// Status of an episode after a step.

/** Status bits: terminated by the world's own rules, or truncated at the horizon. */
export const Status = { running: 0, terminated: 1, truncated: 2 } as const;
/** Sum of the bits in `Status`; 0 while the episode runs. */
export type Status = number;
