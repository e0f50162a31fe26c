// Measures that are taken once per cell: on its players after training, in separate worlds.

import { type Agent, EpisodeFailed } from "../../core/agent.ts";
import type { AskingPlace } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { CellMeasure, MeasuredCell } from "../../core/measure.ts";
import { Random } from "../../core/random.ts";
import { seatIn } from "../experiment/seats.ts";
import type { Setting } from "../experiment/setting.ts";

/** A measured number with its name; null where nothing could be measured. */
interface MeasuredOnce {
  readonly name: string;
  readonly value: number | null;
}

/** Takes all measures of a setting, each with a random stream of its own name. Throws a UserError for a number that is not finite. */
export async function measuredOnce(
  setting: Setting,
  agents: readonly Agent[],
  seed: number,
  place: AskingPlace,
): Promise<MeasuredOnce[]> {
  const { measures, makeEnvironment, reward } = setting;
  const { signal } = place;
  const playerAt = (like: number, seat: number): Agent | undefined => {
    const declared = setting.agents[like];
    return declared.kind === "agent" ? declared.plan(seatIn(setting, { seat, seed, ...place })) : undefined;
  };
  const connected = () => {
    const world = makeEnvironment();
    world.asker?.connect(place);
    return world;
  };
  const all: MeasuredOnce[] = [];
  for (const { channel, measure } of measures) {
    const random = Random.of(seed, "measure", channel.name);
    const value = await measured(measure, { agents, playerAt, makeEnvironment: connected, reward, random, signal });
    if (value !== undefined && !Number.isFinite(value)) {
      const what = `the measure ${channel.name} comes to ${value} in seed ${seed}`;
      throw new UserError({ code: "beyond-numbers", what, hint: "it must be a finite number" });
    }
    all.push({ name: channel.name, value: value ?? null });
  }
  return all;
}

/** Returns undefined where a player could not continue. */
async function measured(measure: CellMeasure["measure"], cell: MeasuredCell): Promise<number | undefined> {
  try {
    return await measure(cell);
  } catch (error) {
    if (error instanceof EpisodeFailed) return undefined;
    throw error;
  }
}
