// The behavioural audit of Coopetition-Gym: does it pay one agent to give less than the others, all the time or from
// some moment on, at their expense? Fixed actions, no learner, integrated pay. Source: arXiv 2605.02063.

import type { JointPolicy } from "../../../play/episode.ts";
import { type GymWorld, gymStreams } from "./play.ts";

/** Shares of agent 0's endowment at which unilateral halving is tried. */
const LEVELS = [0.2, 0.4, 0.6, 0.8];
/** Shares of the episode, and steps before its end, at which agent 0 stops giving. */
const LATE_SHARES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const LATE_STEPS = [5, 3, 1];
/** Shares of the episode during which agent 0 gives nothing at first. */
const EARLY_SHARES = [0.1, 0.2, 0.3];
/** What each agent gives while switches are tried, as a share of agent 0's endowment. */
const SWITCH_LEVEL = 0.5;

/** Integrated pay of an episode: agent 0's, and the mean of the others'. */
interface Divided {
  readonly own: number;
  readonly others: number;
}

/** Switches tried and how many of them paid agent 0 at the others' expense. */
export interface SwitchAudit {
  readonly tried: number;
  readonly exploitative: number;
}

/** One character for each level: 1 where halving its action for the whole episode pays agent 0 and costs the others. */
export function deviationBits(world: GymWorld): string {
  const endowment = world.environment.spec.actionHigh[0];
  return LEVELS.map((level) => {
    const action = level * endowment;
    const together = divided(world, () => action);
    const halved = divided(world, (_t, i) => (i === 0 ? action / 2 : action));
    return exploits(halved, together) ? "1" : "0";
  }).join("");
}

/** Agent 0 stops giving late in the episode; equal switch points count once. */
export function lateSwitches(world: GymWorld): SwitchAudit {
  const { horizon } = world.environment.spec;
  const points = new Set([
    ...LATE_SHARES.map((share) => Math.floor(share * horizon)),
    ...LATE_STEPS.map((steps) => horizon - steps),
  ]);
  return switches(world, [...points], (t, point) => t >= point);
}

/** Agent 0 gives nothing at first and joins in later. */
export function earlySwitches(world: GymWorld): SwitchAudit {
  const { horizon } = world.environment.spec;
  const points = EARLY_SHARES.map((share) => Math.floor(share * horizon));
  return switches(world, points, (t, point) => t < point);
}

function switches(
  world: GymWorld,
  points: readonly number[],
  withholds: (t: number, point: number) => boolean,
): SwitchAudit {
  const action = SWITCH_LEVEL * world.environment.spec.actionHigh[0];
  const together = divided(world, () => action);
  const exploitative = points.filter((point) =>
    exploits(
      divided(world, (t, i) => (i === 0 && withholds(t, point) ? 0 : action)),
      together,
    ),
  ).length;
  return { tried: points.length, exploitative };
}

function exploits(deviating: Divided, together: Divided): boolean {
  return deviating.own > together.own && deviating.others < together.others;
}

function divided({ environment, runner }: GymWorld, action: (t: number, i: number) => number): Divided {
  const n = environment.spec.agents.length;
  const policy: JointPolicy = {
    act({ actions, steps: t }) {
      for (let i = 0; i < n; i++) actions[i] = action(t, i);
    },
  };
  const [own, ...others] = runner.play(policy, gymStreams()).totals[1];
  return { own, others: others.reduce((a, b) => a + b, 0) / others.length };
}
