// How many tries an audit spends.

/** Numbers of tries at which pay and want are reported. */
export const DOSES = [1, 4, 64];
