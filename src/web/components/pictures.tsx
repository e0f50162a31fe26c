// Pictures that agents drew: a row for each caption, a column for each variant. Of a clip one frame is seen at a time, in a loop.

import { brief } from "../../evaluation/number-format.ts";
import type { DrawnPicture, ReportData } from "../../lab/report/report-data.ts";
import { TableBox } from "./boxes.tsx";
import { VariantMark } from "./variant-mark.tsx";

/** Returns whether the run's world is one of pictures. */
export const drew = ({ variants }: ReportData): boolean => variants.some(({ pictures = [] }) => pictures.length > 0);

export function Pictures({ data }: { readonly data: ReportData }) {
  const columns = data.variants.flatMap(({ name, pictures = [] }, index) =>
    pictures.length > 0 ? [{ name, index, pictures }] : [],
  );
  const places = new Map(columns.flatMap(({ pictures }) => pictures.map((one) => [placeOf(one), one] as const)));
  return (
    <TableBox label="Pictures">
      <table class="pictures">
        <thead>
          <tr>
            <th scope="col">caption</th>
            {columns.map(({ name, index }) => (
              <th scope="col" key={name}>
                <VariantMark index={index} />
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...places].map(([place, { title }]) => (
            <tr key={place}>
              <th scope="row">{title}</th>
              {columns.map(({ name, pictures }) => (
                <td key={name}>
                  <Drawn picture={pictures.find((one) => placeOf(one) === place)} variant={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

const placeOf = ({ seed, episode, title }: DrawnPicture): string => `${seed} ${episode} ${title}`;

function Drawn({ picture, variant }: { readonly picture: DrawnPicture | undefined; readonly variant: string }) {
  if (picture === undefined) return null;
  const { png, title, pay, seed, episode, frames = 1 } = picture;
  return (
    <figure>
      <div class="film" style={{ "--frames": String(frames) }}>
        <img
          src={`data:image/png;base64,${png}`}
          alt={`${variant}: ${title}${frames > 1 ? `, ${frames} frames` : ""}`}
          title={`seed ${seed}, episode ${episode}`}
          width={72 * frames}
          height="72"
        />
      </div>
      <figcaption>{brief(pay)}</figcaption>
    </figure>
  );
}
