// The survey's vocabulary of reward families and credit units (arXiv 2605.02801).

/** The eight families of rewards; keys are names of reward channels. */
export const REWARD_FAMILIES = {
  team: { code: "R1", meaning: "one outcome for the whole team", units: ["team"] },
  individual: { code: "R2", meaning: "what one agent earned", units: ["agent"] },
  role: { code: "R3", meaning: "how well a role was filled", units: ["role"] },
  process: { code: "R4", meaning: "a step or turn on the way", units: ["turn"] },
  tool: { code: "R5", meaning: "a use of a tool", units: ["tool_call"] },
  debate: { code: "R6", meaning: "what a debate or verifier says of a statement", units: ["message", "turn"] },
  orchestration: {
    code: "R7",
    meaning: "how the work was split, run side by side and put together",
    units: ["orchestrator"],
  },
  hybrid: { code: "R8", meaning: "a mixture of the team's and local rewards", units: ["team", "agent"] },
} as const satisfies Readonly<Record<string, { code: string; meaning: string; units: readonly CreditUnit[] }>>;
export type RewardFamily = keyof typeof REWARD_FAMILIES;

/** Credit units from coarse to fine. */
export const CREDIT_UNITS = ["team", "orchestrator", "role", "agent", "turn", "message", "tool_call", "token"] as const;
export type CreditUnit = (typeof CREDIT_UNITS)[number];

/** Aliases of channel names. */
const ALIASES = new Map<string, RewardFamily>([
  ["shared", "team"],
  ["outcome", "team"],
  ["task", "team"],
  ["agent", "individual"],
  ["step", "process"],
  ["turn", "process"],
  ["tool_call", "tool"],
  ["verifier", "debate"],
  ["message", "debate"],
  ["orchestrator", "orchestration"],
]);

/** The family of a channel by its name, an alias, or the survey's code; undefined for other names. */
export function familyOf(channel: string): RewardFamily | undefined {
  return (
    families.find((family) => family === channel || REWARD_FAMILIES[family].code === channel) ?? ALIASES.get(channel)
  );
}

const families = Object.keys(REWARD_FAMILIES).filter((name): name is RewardFamily => name in REWARD_FAMILIES);
