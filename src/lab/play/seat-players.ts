// The players of all seats, as pages name them.

import type { Setting } from "../experiment/setting.ts";
import type { GameStanding } from "./play-data.ts";

/** The players of the seats, the person in its own. */
export const seatPlayers = ({ spec, agents }: Setting, seat?: number): GameStanding["agents"] =>
  spec.agents.map((id, k) => ({ id, label: spec.labels[k], policy: k === seat ? "you" : agents[k].policy }));
