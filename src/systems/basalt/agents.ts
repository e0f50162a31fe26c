// The agents of a task: scripted, cloned from demonstrations, paid by a hand-written reward, and taught by comparisons. Each of them plays
// the same episodes, and what is left of these is kept for judges.

import { cloning } from "../../algorithms/policy-gradient/cloning.ts";
import type { Agent } from "../../core/agent.ts";
import { reactive } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { Act } from "../../environments/gridworld/fuzzy-yard/rules.ts";
import type { RubricCriterion } from "../../feedback/rubric.ts";
import { studyJob } from "../../study/study.ts";
import { HIDDEN, optimised, taught, trained } from "./learning.ts";
import { anything, demonstrations, demonstrator, noisy, played, restless, type YardEnd } from "./players.ts";
import { PROXIES, RUBRICS, shuffledRubrics, type YardTask } from "./tasks.ts";

/** Agents that are compared, and one that was taught by shuffled weights. */
export const AGENTS = [
  ...(["demonstrator", "preference learner", "cloning", "random", "proxy optimiser"] as const),
  ...(["demonstrator with a fault", "idle", "noise 0.2", "noise 0.4", "noise 0.6", "noise 0.8"] as const),
  "cloning with noise",
] as const;
export const SHUFFLED = "taught by shuffled weights";
export type AgentName = (typeof AGENTS)[number] | typeof SHUFFLED;

const EPISODES = 40;
/** How often the hand of the demonstrator slips that is rated. */
const STEADY = 0.02;
const CLONING = { ...HIDDEN, updates: 1500, batch: 96, rate: 2e-3 };

export interface AgentsJob {
  readonly task: YardTask;
  readonly seed: number;
}

/** What is left of every agent's episodes, [episodes] each. */
export type YardEnds = Readonly<Record<AgentName, readonly YardEnd[]>>;

/** Trains and plays all agents of a task. */
export async function record({ task, seed }: AgentsJob, signal?: AbortSignal): Promise<YardEnds> {
  const random = Random.of(seed, "basalt", task);
  const shown = demonstrations(task, random.stream("demonstrations"));
  const place = (name: string) => ({ task, random: random.stream(name), signal });
  const start = await trained(cloning(shown.steps, CLONING), () => 0, place("cloning"));
  const proxy = await optimised(PROXIES[task], place("proxy"));
  const pupil = (name: string, criteria: readonly RubricCriterion[]) =>
    taught({ ...place(name), start, shown: shown.left, criteria });
  const learner = await pupil("taught", RUBRICS[task]);
  const misled = await pupil("misled", shuffledRubrics(Random.of(seed, "basalt", "weights"))[task]);
  const of = (agent: Agent) => played(task, agent, EPISODES, random.stream("episodes"));
  const slipping = (noise: number) => of(noisy(demonstrator(task), noise));
  const recorded: YardEnds = {
    demonstrator: slipping(STEADY),
    "preference learner": of(learner.player),
    cloning: of(start.player),
    random: of(anything()),
    "proxy optimiser": of(proxy.player),
    "demonstrator with a fault": of(restless(noisy(demonstrator(task), STEADY))),
    idle: of(reactive(() => Act.end)),
    "noise 0.2": slipping(0.2),
    "noise 0.4": slipping(0.4),
    "noise 0.6": slipping(0.6),
    "noise 0.8": slipping(0.8),
    "cloning with noise": of(noisy(start.player, 0.3)),
    [SHUFFLED]: of(misled.player),
  };
  for (const { player } of [start, proxy, learner, misled]) await player.close?.();
  return recorded;
}
export const recording = studyJob(import.meta.url, record);
