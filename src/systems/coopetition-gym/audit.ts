// The behavioural audit of Coopetition-Gym: does it pay one agent to give less than the others, all the time or from
// some moment on, at their expense? Fixed actions, no learner, integrated pay. Source: arXiv 2605.02063.

import type { JointPolicy } from "../../play/episode.ts";
import { equalTo } from "../../study/bound.ts";
import { type Claim, equation, inAll, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { type GymWorld, gymStreams, gymWorld } from "../../study/testbeds/coopetition/play.ts";
import { AUDIT_BITS } from "../../study/testbeds/coopetition/reference.ts";

/** Where the audit fixes SynergySearch's synergy: the middle of its range. */
const AUDITED_SYNERGY = 0.55;

/** Shares of agent 0's endowment at which unilateral halving is tried. */
const LEVELS = [0.2, 0.4, 0.6, 0.8];
/** Shares of the episode, and steps before its end, at which agent 0 stops giving. */
const LATE_SHARES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const LATE_STEPS = [5, 3, 1];
/** Shares of the episode during which agent 0 gives nothing at first. */
const EARLY_SHARES = [0.1, 0.2, 0.3];
/** What each agent gives while switches are tried, as a share of agent 0's endowment. */
const SWITCH_LEVEL = 0.5;

/** Switches tried and how many of them paid agent 0 at the others' expense. */
export interface SwitchAudit {
  readonly tried: number;
  readonly exploitative: number;
}

/** The static audit of worlds bit by bit, and the switches that must never exploit. */
export function auditEquations(names: readonly string[]): Claim[] {
  const worlds = names.map((name) => gymWorld(name, name === "synergy-search" ? { gamma: AUDITED_SYNERGY } : {}));
  const bits = worlds.map(deviationBits);
  const wrong = names.filter((name, k) => bits[k] !== AUDIT_BITS[name]);
  const switching = (audit: (world: GymWorld) => SwitchAudit, tried: number) => {
    const audits = worlds.map(audit);
    const sum = (count: keyof SwitchAudit) => audits.reduce((all, one) => all + one[count], 0);
    return [never(sum("exploitative"), "exploitative"), is(exact(sum("tried")), equalTo(tried), "tried")];
  };
  return [
    equation(
      "audit: where halving one's action pays at the others' expense, by four published bits a world",
      inAll(names.length - wrong.length, Object.keys(AUDIT_BITS).length, "worlds that agree"),
      { note: wrong.length === 0 ? undefined : `not ${wrong.join(", ")}` },
    ),
    equation("audit: giving nothing from late in the episode", switching(lateSwitches, 164)),
    equation("audit: giving nothing early in the episode", switching(earlySwitches, 60)),
  ];
}

/** One character for each level: 1 where halving its action for the whole episode pays agent 0 and costs the others. */
export function deviationBits(world: GymWorld): string {
  const endowment = world.environment.spec.actionHigh[0];
  const pays = (action: number) => exploits(world, action, () => action / 2);
  return LEVELS.map((level) => (pays(level * endowment) ? "1" : "0")).join("");
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
function earlySwitches(world: GymWorld): SwitchAudit {
  const points = EARLY_SHARES.map((share) => Math.floor(share * world.environment.spec.horizon));
  return switches(world, points, (t, point) => t < point);
}

function switches(world: GymWorld, points: readonly number[], withholds: (t: number, point: number) => boolean) {
  const action = SWITCH_LEVEL * world.environment.spec.actionHigh[0];
  const pays = (point: number) => exploits(world, action, (t) => (withholds(t, point) ? 0 : action));
  return { tried: points.length, exploitative: points.filter(pays).length };
}

/** Whether agent 0 gains and the others lose where it gives `own` at a step, beside an episode in which all give `action`. */
function exploits(world: GymWorld, action: number, own: (t: number) => number): boolean {
  const deviating = divided(world, action, own);
  const together = divided(world, action, () => action);
  return deviating.own > together.own && deviating.others < together.others;
}

/** Integrated pay of an episode: agent 0's, and the mean of the others'. */
function divided({ runner }: GymWorld, action: number, first: (t: number) => number) {
  const policy: JointPolicy = {
    act({ actions, steps: t }) {
      actions.fill(action);
      actions[0] = first(t);
    },
  };
  const [own, ...others] = runner.play(policy, gymStreams()).totals[1];
  return { own, others: others.reduce((a, b) => a + b, 0) / others.length };
}
