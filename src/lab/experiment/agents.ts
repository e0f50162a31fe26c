// All agents that an experiment may name: agents with fixed rules, agents that learn within an episode, programs for arenas, and trained
// players.

import { players } from "../../agents/index.ts";
import { Library, type Sources, together } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";

const learners: Sources<BoundEntry<AgentPlan>> = {
  ...together(
    [
      "bandit/ucb1",
      "bandit/epsilon-greedy",
      "bandit/thompson",
      "bandit/exp3",
      "bandit/exp3-batched",
      "bandit/ar2",
      "bandit/lin-ucb",
      "bandit/lin-ucb-discounted",
      "bandit/dyn-lin-ucb",
      "bandit/cucb",
    ],
    async () => (await import("../../algorithms/bandits/agents.ts")).onlineLearners,
  ),
  "bandit/gradient": async () => (await import("../../algorithms/bandits/contextual-gradient.ts")).gradientBandit,
  "bandit/sgd-ucb": async () => (await import("../../algorithms/bandits/budget-agent.ts")).sgdUcb,
  ...together(
    ["bandit/hedge", "bandit/dartboard", "bandit/exp3-graph", "bandit/extra-observations", "bandit/follow-the-leader"],
    async () => (await import("../../algorithms/bandits/observing-agents.ts")).observingLearners,
  ),
  ...together(
    ["continuing/loop", "continuing/best-fit", "continuing/ucrl2"],
    async () => (await import("../../algorithms/continuing/agents.ts")).continuingLearners,
  ),
  "online/a2c": async () => (await import("../../algorithms/update-rules/agents.ts")).onlineA2c,
  "employer/explore-then-commit": async () =>
    (await import("../../algorithms/hiring/explore-then-commit.ts")).exploreThenCommit,
  "principal/by-program": async () => {
    const [{ byProgramOver }, { linearPrograms }] = await Promise.all([
      import("../../algorithms/hiring/by-program.ts"),
      import("../../math/linear-program.ts"),
    ]);
    return byProgramOver(await linearPrograms());
  },
  ...together(
    ["duel/pr-lsvi", "duel/posterior", "duel/rlsvi"],
    async () => (await import("../../algorithms/preference/agents.ts")).duelingLearners,
  ),
  ...together(
    ["duel/pair-loss", "duel/mirror-prox"],
    async () => (await import("../../algorithms/preference/game-players.ts")).preferenceGamePlayers,
  ),
  "drawn-oracle": async () => (await import("../../algorithms/self-play/drawn-oracle.ts")).drawnOracle,
  "exact-tilt": async () => (await import("../../algorithms/flow/exact-tilt.ts")).exactTilt,
  "tree-search": async () => (await import("../../algorithms/search/agents.ts")).treeSearch,
  "trajectory-search": async () => (await import("../../algorithms/search/trajectory-search.ts")).trajectorySearch,
  "arena-program": async () => (await import("./arena-program.ts")).arenaProgram,
  trained: async () => (await import("../run/trained.ts")).trained,
  ...together(
    ["retriever/contrast", "retriever/bm25"],
    async () => (await import("../../algorithms/retrieval/agents.ts")).retrievers,
  ),
  "classifier/prompt": async () => (await import("../../algorithms/prompts/agents.ts")).promptClassifier,
  "recommender/dense": async () => (await import("../../algorithms/retrieval/dense-recommender.ts")).denseRecommender,
  ...together(
    ["lender/exp2", "lender/ftpl"],
    async () => (await import("../../algorithms/one-sided/agents.ts")).oneSidedLearners,
  ),
  ...together(
    ["analyst/rule", "analyst/chain", "analyst/regression", "analyst/attention"],
    async () => (await import("../../algorithms/attribution/agents.ts")).analysts,
  ),
};

export const agents = new Library("agent", players, learners);
