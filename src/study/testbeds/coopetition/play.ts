// The twenty worlds played by scripts and by constants under the three rewards at once, since nothing here learns:
// an episode is the same under any pay.

import { type NumericEnvironment, Status } from "../../../core/environment.ts";
import { atHand } from "../../../core/library.ts";
import { Random } from "../../../core/random.ts";
import type { RewardPlan } from "../../../core/reward.ts";
import { environments } from "../../../environments/index.ts";
import { type EpisodeRunner, episodeRunner, type JointPolicy } from "../../../play/episode.ts";
import { type EpisodeStreams, streamsBelow } from "../../../play/streams.ts";
import { cooperativePay, integratedPay, privatePay } from "../../../rewards/mutuality.ts";
import { SCRIPTS, type ScriptName, type ScriptRow, WORLD_PARAMETERS } from "./reference.ts";

/** The three rewards, in the order of a runner's totals. */
export const MODES = ["private", "integrated", "cooperative"] as const;
export type Mode = (typeof MODES)[number];

export const PAY: Readonly<Record<Mode, RewardPlan>> = {
  private: privatePay,
  integrated: integratedPay,
  cooperative: cooperativePay,
};

/** One world with its runner; totals come in the order of `MODES`. */
export interface GymWorld {
  readonly environment: NumericEnvironment;
  readonly runner: EpisodeRunner;
}

/** The twenty worlds, at hand. */
export const gymWorlds = await atHand(environments, (id) => id.startsWith("coopetition/"));

/** A world by its name after `coopetition/`, with the parameters that the published numbers hold for. */
export function gymWorld(name: string, parameters: object = {}): GymWorld {
  const environment = gymWorlds.get(`coopetition/${name}`).make({ ...WORLD_PARAMETERS[name], ...parameters });
  const pays = MODES.map((mode) => PAY[mode]);
  return { environment, runner: episodeRunner(environment, pays) };
}

/** The worlds in question are deterministic, so that one stream serves all episodes. */
export const gymStreams = (): EpisodeStreams => streamsBelow(Random.of(0, "coopetition-gym"));

/** Plays a script and reports what the reference table reports. */
export function playScript(world: GymWorld, name: string, script: ScriptName): ScriptRow {
  const { spec, state } = world.environment;
  const n = spec.agents.length;
  const fraction = SCRIPTS[script];
  let first = 0;
  const policy: JointPolicy = {
    act({ actions, steps: t }) {
      for (let i = 0; i < n; i++) actions[i] = spec.actionHigh[i] * fraction(t, i);
    },
  };
  const { steps, status, totals } = world.runner.play(policy, gymStreams(), ({ pay }, t) => {
    if (t === 0) first = pay[1][0];
  });
  return {
    environment: name,
    script,
    steps,
    terminated: (status & Status.terminated) !== 0,
    private: total(totals[0]),
    integrated: total(totals[1]),
    cooperative: total(totals[2]),
    firstAgentTotal: totals[1][0],
    firstAgentFirstStep: first,
    meanTrust: offDiagonalMean(state.views.trust, n),
    meanReputation: offDiagonalMean(state.views.reputation, n),
  };
}

/** Totals of constant play at each whole percent 0 … 100 of the largest endowment, by reward. */
export type Ladder = Readonly<Record<Mode, Float64Array>>;

/** Plays the 101 constants. */
export function constantLadder(world: GymWorld): Ladder {
  const totals = Array.from({ length: 101 }, (_, level) => playConstant(world, level));
  const [own, integrated, cooperative] = MODES.map((_, mode) => Float64Array.from(totals, (row) => row[mode]));
  return { private: own, integrated, cooperative };
}

/** Totals by reward when each agent invests `level` percent of the largest endowment, clipped to its own. */
export function playConstant({ environment, runner }: GymWorld, level: number): number[] {
  const action = (level / 100) * Math.max(...environment.spec.actionHigh);
  const policy: JointPolicy = {
    act({ actions }) {
      actions.fill(action);
    },
  };
  return runner.play(policy, gymStreams()).totals.map(total);
}

/** Sum over agents. */
export function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Position of the largest value. */
export function argmax(values: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}

/** Mean of an n × n matrix between different actors. */
export function offDiagonalMean(matrix: Float64Array, n: number): number {
  let sum = 0;
  for (let k = 0; k < n * n; k++) if (k % (n + 1) !== 0) sum += matrix[k];
  return sum / (n * (n - 1));
}
