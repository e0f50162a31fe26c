// Points that agents drew in the plane of a world's scene: a picture for each variant, caption by caption, with the ways of the first points
// from noise, and where guidance moves them.

import { grouped } from "../../core/grouped.ts";
import type { Scene, Shape } from "../../core/scene.ts";
import type { DrawnPlane, ReportData } from "../../lab/report/report-data.ts";
import { SceneCanvas } from "./scene-canvas.tsx";
import { VariantMark } from "./variant-mark.tsx";

const planesOf = ({ variants }: ReportData) =>
  variants.flatMap(({ name, planes = [] }, index) => planes.map((plane) => ({ name, index, plane })));

/** Returns whether the run's world is a plane. */
export const hasPlanes = (data: ReportData): boolean => planesOf(data).length > 0;

export function Planes({ data }: { readonly data: ReportData }) {
  const byTitle = grouped(planesOf(data), ({ plane: { title } }) => title);
  return (
    <>
      {[...byTitle].map(([title, own]) => (
        <section key={title}>
          <h3>{title}</h3>
          <div class="planes">
            {own.map(({ name, index, plane }) => (
              <div key={name}>
                <p>
                  <VariantMark index={index} />
                  {name}
                </p>
                <SceneCanvas scenes={scenesOf(plane)} at={0} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

/** The scene with all points, as the canvas takes it. */
function scenesOf({ scene, points, paths }: DrawnPlane) {
  const pool: Shape[] = [
    ...scene.shapes,
    ...points.map((at): Shape => ({ kind: "circle", at, radius: 0.025, fill: "ink", opacity: 0.45 })),
    ...paths.flatMap(({ states, pushed }) => [
      ...pushed.flatMap((to, k): Shape[] =>
        to === null ? [] : [{ kind: "line", points: [states[k], to], stroke: "bad", width: 3, opacity: 0.6 }],
      ),
      { kind: "line", points: states, stroke: "warning", width: 1, arrow: true } as const,
    ]),
  ];
  const caption = `${points.length} points`;
  const moment: Omit<Scene, "shapes"> & { shapes: number[] } = { ...scene, shapes: [...pool.keys()], caption };
  return { pool, moments: [moment] };
}
