// How likely the players of an episode found what they did: players that a training left are led along the stored actions, and say of
// each what they thought of it when they played.

import type { Agent } from "../core/agent.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { streamsOf } from "../play/streams.ts";
import type { CellTask } from "./cell.ts";
import { keptPlayers } from "./kept-players.ts";
import type { StepMeasure } from "./replay-data.ts";
import type { Setting } from "./setting.ts";
import type { StoredEpisode, Stretch } from "./stored-episodes.ts";

const PROBABILITY = { name: "probability", unit: "", meaning: "with which the agent chose what it did" };
const DENSITY = {
  name: "logDensity",
  unit: "nats",
  meaning:
    "ln of the density of what was done, on [−1, 1]; at an end of the box, of the probability of all that lies beyond",
};
const ENTROPY = { name: "entropy", unit: "nats", meaning: "of the distribution that the action was drawn from" };

/**
 * Reads along while an episode is played again; undefined where no player of it was kept that knows chances. Players walk from the
 * beginning, since what they remember decides; only the stretch is told.
 */
export function chanceReader(
  setting: Setting,
  cell: Pick<CellTask, "store" | "key" | "seed">,
  { episode, steps, actions }: StoredEpisode,
  { first, end }: Stretch,
) {
  const { agents, observationSize, actionSize, choices } = setting.spec;
  const seats = setting.agents.flatMap(({ kind }, seat) => (kind === "algorithm" ? [seat] : []));
  const players = walkers(setting, cell, seats);
  if (!players.some(({ follow }) => follow !== undefined)) {
    for (const player of players) player.close?.();
    return undefined;
  }
  const { agent } = streamsOf(cell.seed, episode);
  for (const [k, player] of players.entries()) player.reset(agent(seats[k]));
  const observations = new Float32Array(agents.length * observationSize);
  const none = () => Array.from({ length: end - first }, () => new Array<number>(agents.length).fill(Number.NaN));
  const [likely, open] = [none(), none()];
  const isChoice = choices !== undefined;
  return {
    /** After a step, −1 for the beginning: each player is asked for what it did next. */
    look(step: number, environment: NumericEnvironment): void {
      const next = step + 1;
      if (next >= Math.min(end, steps)) return;
      environment.observe(observations);
      for (const [k, player] of players.entries()) {
        const seat = seats[k];
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
    close() {
      for (const player of players) player.close?.();
    },
  };
}

/** The kept players; none where they are gone or damaged: the episode is shown all the same. */
function walkers(setting: Setting, cell: Pick<CellTask, "store" | "key" | "seed">, seats: readonly number[]): Agent[] {
  try {
    return keptPlayers(setting, cell, seats);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}
