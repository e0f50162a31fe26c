// Whose environments are hosted, by the key that names one in an experiment; also the ids of their worlds.

export const FRAMEWORKS = ["gymnasium", "pettingzoo"] as const;
export type Framework = (typeof FRAMEWORKS)[number];
