// The world's picture at one moment, on a canvas with the available width.

import { useEffect, useRef } from "preact/hooks";
import type { Scene } from "../../core/scene.ts";
import type { EpisodeReplay } from "../../lab/report/replay-data.ts";
import { dark } from "../appearance.ts";
import { drawScene, heightOf } from "../scene-canvas.ts";

/** Maximum height of a picture, in pixels. */
const HIGHEST = 440;

interface SceneCanvasProps {
  readonly scenes: NonNullable<EpisodeReplay["scenes"]>;
  /** Index of the moment, among the loaded ones. */
  readonly at: number;
}

export function SceneCanvas({ scenes: { pool, moments }, at }: SceneCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const moment = moments[Math.min(at, moments.length - 1)];
  const isDark = dark.value;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || moment === undefined) return undefined;
    const scene: Scene = { ...moment, shapes: moment.shapes.map((place) => pool[place]) };
    const draw = () => {
      const width = element.parentElement?.clientWidth ?? 600;
      const height = heightOf(scene, width, HIGHEST);
      element.style.height = `${height}px`;
      drawScene(element, scene, width, height);
    };
    draw();
    const observer = new ResizeObserver(draw);
    if (element.parentElement !== null) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [moment, pool, isDark]);
  return (
    <figure class="scene">
      <canvas ref={canvas} role="img" aria-label={moment?.caption ?? "the world as it stands"} />
      {moment?.caption !== undefined && <figcaption>{moment.caption}</figcaption>}
    </figure>
  );
}
