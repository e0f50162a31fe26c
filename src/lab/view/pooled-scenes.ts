// Pictures of the moments of a replay: their shapes once each, since most of a moment are those of the one before.

import { checkScene, type Scene, type Shape } from "../../core/scene.ts";
import type { EpisodeReplay, Moment } from "../report/replay-data.ts";

/** Pictures of one replay. */
export interface PooledScenes {
  /** Adds a moment. Throws where the world has drawn what is no picture. */
  add(scene: Scene): void;
  /** All of them; null without any. */
  pooled(): EpisodeReplay["scenes"];
}

/** `what` is replayed, in words. */
export function pooledScenes(what: string): PooledScenes {
  const pool = new Map<string, number>();
  const moments: Moment[] = [];
  return {
    add({ shapes, ...about }) {
      checkScene({ shapes, ...about }, what);
      const places = shapes.map((shape) => {
        const text = JSON.stringify(shape);
        const known = pool.get(text) ?? pool.size;
        pool.set(text, known);
        return known;
      });
      moments.push({ ...about, shapes: places });
    },
    pooled() {
      if (moments.length === 0) return null;
      return { pool: [...pool.keys()].map((shape): Shape => JSON.parse(shape)), moments };
    },
  };
}
