// Frameworks whose environments can be hosted. The names are keys in an experiment, and ids of the hosted worlds.

export const FRAMEWORKS = ["gymnasium", "pettingzoo"] as const;
export type Framework = (typeof FRAMEWORKS)[number];
