// Column names that the store's tables use, so that no channel can have them.

export const RESERVED_COLUMNS: readonly string[] = [
  ...["run", "variant", "seed", "episode", "agent", "label", "policy", "step", "steps", "terminated", "truncated"],
  ...["pay", "objective", "welfare", "inequality", "action"],
  ...["failed", "failure", "requests"],
  ...["modelCalls", "unreadReplies", "surplusCalls", "promptTokens", "completionTokens", "modelCost"],
  ...["judgeCalls", "judgePromptTokens", "judgeCompletionTokens", "judgeCost"],
];
