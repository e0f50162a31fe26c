// Pictures of a replay's moments with each shape stored once, since most shapes are unchanged from the moment before.

import { checkScene, type Scene, type Shape } from "../../core/scene.ts";
import type { EpisodeReplay, Moment } from "../report/replay-data.ts";

export interface PooledScenes {
  /** Adds a moment. Throws where the world's picture is invalid. */
  add(scene: Scene): void;
  /** Returns all moments; null where there are none. */
  pooled(): EpisodeReplay["scenes"];
}

/** `what` describes the replayed episode, for messages. */
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
