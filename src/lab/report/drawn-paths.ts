// How agents came to what they drew: the first episodes are drawn again by the players that were kept, as they were played.

import type { Agent, DrawnState } from "../../core/agent.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import type { Setting } from "../experiment/setting.ts";
import { playersKept } from "../run/kept-players.ts";
import type { CellTask } from "../store/cell-task.ts";
import type { StoredEpisode } from "./stored-episodes.ts";

/** Returns the states of each stored episode's action; of none where the agent does not draw from noise, or draws another action now. */
export function drawnPaths(
  setting: Setting,
  cell: Pick<CellTask, "store" | "key" | "seed" | "episodes">,
  stored: readonly StoredEpisode[],
): readonly (readonly DrawnState[])[] {
  // What is paid by a learnt reward cannot be tried without it.
  const players = setting.lessons.length > 0 ? [] : [...playersKept(setting, cell).values()];
  const [player] = players;
  try {
    return player?.drawn === undefined ? [] : redrawn(setting, cell, stored, player);
  } finally {
    for (const { close } of players) close?.();
  }
}

function redrawn(
  setting: Setting,
  cell: Pick<CellTask, "seed" | "episodes">,
  stored: readonly StoredEpisode[],
  player: Agent,
): (readonly DrawnState[])[] {
  const runner = episodeRunner(setting.makeEnvironment());
  const policy = seated(setting.spec, [player]);
  return stored.map(({ episode, actions }) => {
    const { world, start, place, agent } = streamsOf(cell.seed, episode, cell.episodes);
    runner.begin(world, start, place);
    policy.reset?.(agent);
    policy.act(runner.episode);
    return actions.every((value, k) => value === runner.episode.actions[k]) ? (player.drawn?.() ?? []) : [];
  });
}
