// The way of pictures from noise: a strip of states for each variant, caption by caption, and where guidance moves each state.

import { grouped } from "../../core/grouped.ts";
import { brief } from "../../evaluation/number-format.ts";
import type { DrawnPicture, PictureState, ReportData } from "../../lab/report/report-data.ts";
import { Film } from "./film.tsx";
import { VariantMark } from "./variant-mark.tsx";

const pathsOf = ({ variants }: ReportData) =>
  variants.flatMap(({ name, pictures = [] }, index) =>
    pictures.flatMap((picture) => (picture.path === undefined ? [] : [{ name, index, picture, path: picture.path }])),
  );

/** Returns whether pictures came from noise, and their ways are known. */
export const hasPaths = (data: ReportData): boolean => pathsOf(data).length > 0;

export function PicturePaths({ data }: { readonly data: ReportData }) {
  const ways = grouped(pathsOf(data), ({ picture: { episode, title } }) => `${episode} ${title}`);
  return (
    <div class="pictures paths">
      {[...ways].map(([place, own]) => (
        <section key={place}>
          <h3 class="whole-row">{own[0].picture.title}</h3>
          {own.map(({ name, index, picture, path }) => (
            <div key={name}>
              <p>
                <VariantMark index={index} />
                {name}
              </p>
              <Strip path={path} picture={picture} of={name} />
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

interface StripProps {
  readonly path: readonly PictureState[];
  readonly picture: DrawnPicture;
  readonly of: string;
}

function Strip({ path, picture: { title, frames }, of }: StripProps) {
  return (
    <ol class="way">
      {path.map(({ time, png, push }) => (
        <li key={time}>
          <Film png={png} frames={frames} alt={`${of}: ${title}, at t = ${brief(time)}`} side={48} />
          <span>{brief(time)}</span>
          {push !== undefined && <Film png={push} frames={frames} alt="where guidance moves it" side={48} />}
        </li>
      ))}
    </ol>
  );
}
