// Players that a stage of an experiment will train: plans can name them before they are computed.

import type { Experiment } from "../experiment/experiment.ts";
import { storeOf } from "../experiment/store-place.ts";
import { cellKeys } from "../store/keys.ts";
import { seatTrained } from "./trained.ts";

/** Registers a stage with the agent `trained`, for a store with this cache folder. Returns the key of its cells. */
export async function seatStage(stage: Experiment, cache: string): Promise<string> {
  const [{ setting }] = stage.variants;
  const [key] = await cellKeys(stage);
  seatTrained({ store: storeOf(cache), key, setting });
  return key;
}
