// Pictures that agents drew, side by side: in a world of pictures the first episodes of a seed, whose captions are the same for all variants.
// In a world of the plane, the points.

import type { DrawnState } from "../../core/agent.ts";
import { grouped } from "../../core/grouped.ts";
import { quoted } from "../../core/sql.ts";
import type { Setting } from "../experiment/setting.ts";
import type { Database } from "../store/database.ts";
import { drawnPaths } from "./drawn-paths.ts";
import type { VariantPlace } from "./replay.ts";
import type { DrawnPicture, DrawnPlane, PictureState } from "./report-data.ts";
import { played, type StoredEpisode, storedEpisodes } from "./stored-episodes.ts";

/** Pictures of a variant, those of them with a path, and states of a path. */
const [MOST, MOST_PATHS, MOST_STATES] = [250, 3, 6];
/** Points of a variant, and those of each caption with a path. */
const [MOST_POINTS, POINT_PATHS] = [1000, 4];

/** Returns the pictures, or the points, of the first episodes of the first seed with stored steps. */
export async function picturesOf(
  database: Database,
  { store, key, variant, episodes }: VariantPlace,
  setting: Setting,
  seeds: readonly number[],
): Promise<{ pictures?: DrawnPicture[]; planes?: DrawnPlane[] }> {
  const isPlane = setting.makeEnvironment().point !== undefined;
  const most = Math.min(isPlane ? MOST_POINTS : MOST, episodes);
  for (const seed of seeds) {
    const first = Array.from({ length: most }, (_, episode) => episode);
    const stored = await storedEpisodes(database, { store, key, seed }, setting.spec, first);
    if (stored.length === 0) continue;
    const cell = { store, key, seed, episodes };
    if (isPlane) return { planes: planesOf(setting, cell, stored) };
    const { rows } = await database.query(
      `SELECT episode, avg(objective) AS objective FROM episodes WHERE variant = ${quoted(variant)} AND seed = ${seed} GROUP BY episode`,
    );
    const wanted = new Map(rows.map((row) => [Number(row.episode), Number(row.objective)]));
    const paths = drawnPaths(setting, cell, stored.slice(0, MOST_PATHS));
    const pictures = stored.flatMap((one, k) => {
      const { picture } = played(setting, cell, one);
      if (picture === undefined) return [];
      const path = statesOf(setting, cell, one, paths[k] ?? []);
      const objective = wanted.get(one.episode) ?? null;
      return [
        { seed, episode: one.episode, pay: one.pay[0], objective, ...picture(), ...(path.length > 0 && { path }) },
      ];
    });
    return { pictures };
  }
  return {};
}

type Cell = Parameters<typeof drawnPaths>[1];

/** States of a path in equal distances, the first and the last among them, as the world shows them. */
function statesOf(setting: Setting, cell: Cell, episode: StoredEpisode, path: readonly DrawnState[]): PictureState[] {
  const shown = (values: ArrayLike<number>) =>
    played(setting, cell, { ...episode, actions: Float64Array.from(values) }).picture?.().png ?? "";
  const count = Math.min(MOST_STATES, path.length);
  const picked = Array.from({ length: count }, (_, k) => path[Math.round((k * (path.length - 1)) / (count - 1))]);
  const strongest = Math.max(Number.MIN_VALUE, ...picked.flatMap(({ push }) => Array.from(push ?? [], Math.abs)));
  return picked.map(({ time, state, push }) => ({
    ...{ time: Math.round(time * 100) / 100, png: shown(state) },
    ...(push && { push: shown(push.map((value) => value / strongest)) }),
  }));
}

/** The points of a cell by caption, each caption with the scene before a point is drawn. */
function planesOf(setting: Setting, cell: Cell, stored: readonly StoredEpisode[]): DrawnPlane[] {
  const drawn = stored.flatMap((one) => {
    let scene: ReturnType<NonNullable<ReturnType<Setting["makeEnvironment"]>["scene"]>> | undefined;
    const world = played(setting, cell, one, (step, environment) => {
      if (step < 0) scene = environment.scene?.(undefined);
    });
    const point = world.point?.();
    return point === undefined || scene === undefined ? [] : [{ one, scene, ...point }];
  });
  const byTitle = [...grouped(drawn, ({ title }) => title)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byTitle.map(([title, own]) => {
    const paths = drawnPaths(
      setting,
      cell,
      own.slice(0, POINT_PATHS).map(({ one }) => one),
    );
    return {
      title,
      scene: own[0].scene,
      points: own.map(({ at }) => rounded(at)),
      paths: paths.map((path) => ({
        states: path.map(({ state }) => rounded(state)),
        pushed: path.map(({ state, push }) => (push ? rounded([state[0] + push[0], state[1] + push[1]]) : null)),
      })),
    };
  });
}

const rounded = (at: ArrayLike<number>): readonly [number, number] => [
  Math.round(at[0] * 1000) / 1000,
  Math.round(at[1] * 1000) / 1000,
];
