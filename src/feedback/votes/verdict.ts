// What a judge says of two sides: one is better, both are about the same, or it cannot tell.

export const VERDICTS = ["left", "right", "same", "unclear"] as const;
export type SideVerdict = (typeof VERDICTS)[number];
