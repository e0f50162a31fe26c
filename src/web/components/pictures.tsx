// Pictures that agents drew: a row for each caption, a column for each variant, with pay and objective below.

import { useState } from "preact/hooks";
import { brief } from "../../evaluation/number-format.ts";
import type { DrawnPicture, ReportData } from "../../lab/report/report-data.ts";
import { TableBox } from "./boxes.tsx";
import { Film } from "./film.tsx";
import { VariantMark } from "./variant-mark.tsx";

/** Rows that are seen at first. */
const FIRST = 12;

/** Returns whether the run's world is one of pictures. */
export const drew = ({ variants }: ReportData): boolean => variants.some(({ pictures = [] }) => pictures.length > 0);

export function Pictures({ data }: { readonly data: ReportData }) {
  const [isOpen, open] = useState(false);
  const columns = data.variants.flatMap(({ name, pictures = [] }, index) =>
    pictures.length > 0 ? [{ name, index, pictures: new Map(pictures.map((one) => [placeOf(one), one])) }] : [],
  );
  const places = [...new Map(columns.flatMap(({ pictures }) => [...pictures]))];
  return (
    <>
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
            {(isOpen ? places : places.slice(0, FIRST)).map(([place, { title }]) => (
              <tr key={place}>
                <th scope="row">{title}</th>
                {columns.map(({ name, pictures }) => (
                  <td key={name}>
                    <Drawn picture={pictures.get(place)} variant={name} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {places.length > FIRST && (
        <p>
          <button type="button" class="all-captions" onClick={() => open(!isOpen)}>
            {isOpen ? `The first ${FIRST} captions` : `All ${places.length} captions`}
          </button>
        </p>
      )}
    </>
  );
}

const placeOf = ({ seed, episode, title }: DrawnPicture): string => `${seed} ${episode} ${title}`;

function Drawn({ picture, variant }: { readonly picture: DrawnPicture | undefined; readonly variant: string }) {
  if (picture === undefined) return null;
  const { png, title, pay, objective, seed, episode, frames } = picture;
  const alt = `${variant}: ${title}${frames === undefined ? "" : `, ${frames} frames`}`;
  return (
    <figure>
      <Film png={png} frames={frames} alt={alt} title={`seed ${seed}, episode ${episode}`} side={72} />
      <figcaption>{objective == null ? brief(pay) : `${brief(pay)} · ${brief(objective)}`}</figcaption>
    </figure>
  );
}
