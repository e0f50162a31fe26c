// What a group of answers to one prompt can teach, by the chance that an answer is right. Answers are compared within their
// group, so that a group that is all right or all wrong teaches nothing (arXiv 2511.06307, on budgets of rollouts).

/**
 * S(p, G) = 1 − p^G − (1 − p)^G: the chance that `group` independent answers, each right with chance `rate`, are neither all
 * right nor all wrong.
 */
export function groupSignal(rate: number, group: number): number {
  return 1 - rate ** group - (1 - rate) ** group;
}

/**
 * S(p, G)/G: groups that teach, for each answer that is written. For rare successes it falls with G: large groups buy
 * steadiness on few prompts, and no efficiency.
 */
export function signalPerRollout(rate: number, group: number): number {
  return groupSignal(rate, group) / group;
}

/**
 * The fewest answers of which one is right with at least `chance`: ⌈ln(1 − chance)/ln(1 − p)⌉, about ln(1/(1 − chance))/p
 * where p is small. Infinite for a prompt that is never answered rightly.
 */
export function groupSizeFor(rate: number, chance: number): number {
  if (rate <= 0) return Number.POSITIVE_INFINITY;
  if (rate >= 1) return 1;
  return Math.max(1, Math.ceil(Math.log1p(-chance) / Math.log1p(-rate)));
}

/**
 * √((1 − p̂)/p̂): what group-relative credit gives each right answer where a share p̂ of the group is right, divided by the
 * group's population deviation. A single success among G answers is given √(G − 1).
 */
export function creditOfSuccess(share: number): number {
  return Math.sqrt((1 - share) / share);
}
