// Probabilities that the players of an episode gave to their actions. Trained players follow the stored actions, and return the
// log-probability of each under the policy that they played.

import type { NumericEnvironment } from "../../core/environment.ts";
import { streamsOf } from "../../play/streams.ts";
import type { Setting } from "../experiment/setting.ts";
import type { StepMeasure } from "../report/replay-data.ts";
import type { StoredEpisode, Stretch } from "../report/stored-episodes.ts";
import { playersKept } from "../run/kept-players.ts";
import type { CellTask } from "../store/cell-task.ts";

const PROBABILITY = { name: "probability", unit: "", meaning: "with which the agent chose what it did" };
const DENSITY = {
  name: "logDensity",
  unit: "nats",
  meaning:
    "ln of the density of what was done, on [−1, 1]; at an end of the box, of the probability of all that lies beyond",
};
const ENTROPY = { name: "entropy", unit: "nats", meaning: "of the distribution that the action was drawn from" };

/**
 * Returns a reader that follows a replay; undefined where no stored player of the episode knows probabilities. Players follow from the
 * first step, since their memory matters; only the requested steps are reported.
 */
export function chanceReader(
  setting: Setting,
  cell: Pick<CellTask, "store" | "key" | "seed">,
  { episode, steps, actions }: StoredEpisode,
  { first, end }: Stretch,
) {
  const { agents, observationSize, actionSize, choices } = setting.spec;
  const players = playersKept(setting, cell);
  const close = () => {
    for (const player of players.values()) player.close?.();
  };
  if (![...players.values()].some(({ follow }) => follow !== undefined)) {
    close();
    return undefined;
  }
  const { agent } = streamsOf(cell.seed, episode);
  for (const [seat, player] of players) player.reset(agent(seat));
  const observations = new Float32Array(agents.length * observationSize);
  const none = () => Array.from({ length: end - first }, () => new Array<number>(agents.length).fill(Number.NaN));
  const [likely, open] = [none(), none()];
  const isChoice = choices !== undefined;
  return {
    /** Call it after each step, and with −1 for the beginning: each player then evaluates its next action. */
    look(step: number, environment: NumericEnvironment): void {
      const next = step + 1;
      if (next >= Math.min(end, steps)) return;
      environment.observe(observations);
      for (const [seat, player] of players) {
        const at = (next * agents.length + seat) * actionSize;
        const seen = observations.subarray(seat * observationSize, (seat + 1) * observationSize);
        const chance = player.follow?.(seen, actions.subarray(at, at + actionSize));
        if (chance === undefined || next < first) continue;
        likely[next - first][seat] = isChoice ? Math.exp(chance.logProbability) : chance.logProbability;
        open[next - first][seat] = chance.entropy;
      }
    },
    measures: (): StepMeasure[] => [
      { ...(isChoice ? PROBABILITY : DENSITY), values: likely, ofPlayers: true },
      { ...ENTROPY, values: open, ofPlayers: true },
    ],
    close,
  };
}
