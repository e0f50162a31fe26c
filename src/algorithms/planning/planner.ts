// The exact optimum of a declared reward: value iteration on the process of a world, whose steps are paid as the reward pays them. Nothing is
// learnt from episodes, so that a reward is judged by its best policy alone.

import { z } from "zod";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { share } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import type { Reward } from "../../core/reward.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { type ProcessWorld, processWorldOf } from "../../environments/tabular/process-world.ts";
import { restore, saved } from "../training-checkpoint.ts";
import { greedyChoice } from "./policy.ts";
import { valueIteration } from "./value-iteration.ts";

const parameters = z.strictObject({
  discount: share(0.99).describe("γ; with 1, every policy must end or gain nothing for ever"),
});

/** Largest difference of pay that counts as rounding. */
const ROUNDING = 1e-9;

/**
 * Expected pay of every state and action, [states × actions]. Each step is paid twice: after an episode that came straight to its state, and a
 * step later, after one that had been where the step leads. Undefined where pay differs, since no table can hold it.
 */
export function payTable(world: ProcessWorld, reward: Reward): Float64Array | undefined {
  const { states, actions, offset, next, probability, terminal, start } = world.process;
  const outcomes = new Float64Array(world.spec.channels.length);
  const pay = new Float64Array(1);
  const starts = Array.from({ length: states }, (_, s) => s).filter((s) => start[s] > 0);
  const visit = (state: number) => {
    world.report(outcomes, state);
    reward.pay(outcomes, Status.running, pay);
  };
  const paid = (from: number, action: number, to: number, clock: number): number => {
    world.report(outcomes, starts[clock === 0 ? 0 : starts.length - 1]);
    reward.reset(outcomes);
    if (clock > 0) visit(to);
    visit(from);
    world.report(outcomes, to, { from, action, clock });
    reward.pay(outcomes, terminal[to] === 1 ? Status.terminated : Status.running, pay);
    return pay[0];
  };
  if (reward.lasting === true) return undefined;
  const table = new Float64Array(states * actions);
  for (let at = 0; at < table.length; at++) {
    const [from, action] = [Math.floor(at / actions), at % actions];
    if (terminal[from] === 1) continue;
    for (let k = offset[at]; k < offset[at + 1]; k++) {
      const once = paid(from, action, next[k], 0);
      if (Math.abs(paid(from, action, next[k], 1) - once) > ROUNDING * Math.max(1, Math.abs(once))) return undefined;
      table[at] += probability[k] * once;
    }
  }
  return table;
}

/** Expected sum of `paid` over an episode of a policy that is cut off after `horizon` steps, by sweeps backwards in time. */
export function expectedSum({ process, spec }: ProcessWorld, choice: ArrayLike<number>, paid: Float64Array): number {
  const { states, actions, offset, next, probability, start, terminal } = process;
  let later = new Float64Array(states);
  for (let step = 0; step < spec.horizon; step++) {
    const now = new Float64Array(states);
    for (let s = 0; s < states; s++) {
      if (terminal[s] === 1) continue;
      const at = s * actions + choice[s];
      now[s] = paid[at];
      for (let k = offset[at]; k < offset[at + 1]; k++) now[s] += probability[k] * later[next[k]];
    }
    later = now;
  }
  return later.reduce((sum, value, s) => sum + start[s] * value, 0);
}

function training(context: TrainingContext, discount: number, from: TrainingCheckpoint | undefined): Training {
  const world = processWorldOf(context.makeEnvironment());
  const { process, spec } = world;
  const choice = new Float32Array(process.states);
  let done = false;
  if (from !== undefined && from.updates > 0) {
    restore(new Map(from.tensors.map(({ name, data }) => [name, data])), "choice", choice);
    done = true;
  }
  const checkpoint = () => ({ updates: done ? 1 : 0, tensors: [saved("choice", choice)] });
  return {
    update() {
      if (done) return undefined;
      const paid = payTable(world, context.makeReward());
      if (paid === undefined) {
        const what = "value-iteration plans for pay of single steps, and the declared reward remembers earlier ones";
        const hint = "pay by channels, or by a potential of state channels";
        throw new UserError({ code: "remembering-pay", what, hint });
      }
      const wanted = payTable(world, context.makeObjective());
      const { actionValues, sweeps } = valueIteration(withReward({ ...process, discount }, paid));
      choice.set(greedyChoice(process, actionValues));
      done = true;
      const measures = {
        pay: expectedSum(world, choice, paid),
        ...(wanted === undefined ? {} : { objective: expectedSum(world, choice, wanted) }),
        sweeps,
      };
      return { steps: 0, share: 1, measures };
    },
    checkpoint,
    player() {
      const policy = choice.slice();
      const known = statesSeen(world);
      return {
        reset() {},
        act(observation, action) {
          const state = known.get(String(observation));
          if (state === undefined) throw new Error(`no state of the process in ${spec.labels[0]}'s world looks so`);
          action[0] = policy[state];
        },
      };
    },
    close() {},
  };
}

/** States by what is seen in them. Throws a UserError where two that do not end an episode look alike. */
function statesSeen(world: ProcessWorld): ReadonlyMap<string, number> {
  const seen = new Float32Array(world.spec.observationSize);
  const known = new Map<string, number>();
  for (let state = 0; state < world.process.states; state++) {
    if (world.process.terminal[state] === 1) continue;
    world.stand(state);
    world.observe(seen);
    const look = String(seen);
    if (known.has(look)) {
      const what = `states ${known.get(look)} and ${state} of this world look alike`;
      throw new UserError({ code: "hidden-state", what, hint: "value-iteration plays worlds whose state is seen" });
    }
    known.set(look, state);
  }
  return known;
}

export const planner = bind({
  id: "value-iteration",
  summary: "the exact optimum of the declared reward, where a world shows its process; it learns from no episode",
  source: "Bellman (1957)",
  parameters,
  example: { environment: "control/peg-insertion", parameters: { discount: 0.95 } },
  make: ({ discount }): AlgorithmPlan => ({
    check({ agents, choices }) {
      if (agents.length === 1 && choices !== undefined) return;
      const what = "value-iteration plans for one agent with choices, and this world is no such one";
      throw new UserError({ code: "no-process", what, hint: "try control/peg-insertion or tabular/four-rooms" });
    },
    train: (context, from) => training(context, discount, from),
  }),
});
