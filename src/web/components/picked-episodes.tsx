// Notable episodes of each variant, with links to their replays.

import type { PairedPlace, Picked } from "../../lab/view/grid-data.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { TableBox } from "./boxes.tsx";
import { ReplayLink } from "./replay-link.tsx";
import { VariantMark } from "./variant-mark.tsx";

interface PickedEpisodesProps {
  readonly run: RunRow;
  readonly picked: readonly Picked[];
  readonly isReplayed: boolean;
}

export function PickedEpisodes({ run, picked, isReplayed }: PickedEpisodesProps) {
  if (picked.length === 0) return null;
  const link = (place: PairedPlace | null) => {
    if (place === null) return "–";
    const name = `seed ${place.seed}, episode ${place.episode}`;
    return isReplayed ? <ReplayLink run={run} place={place} text={name} /> : name;
  };
  const same = ({ typical, worst }: Picked) => typical.seed === worst.seed && typical.episode === worst.episode;
  const columns: readonly (readonly [string, (one: Picked) => PairedPlace | null | "the same"])[] = [
    ["typical", ({ typical }) => typical],
    ["worst", (one) => (same(one) ? "the same" : one.worst)],
    ["paid most beyond what was wanted", ({ gap }) => gap],
  ];
  return (
    <TableBox label="Episodes that are worth a look">
      <table class="picked">
        <caption>
          <span>
            Worth a look: the episode with the median objective, the one with the lowest, and the one whose rank by pay
            is furthest above its rank by objective.
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">variant</th>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {picked.map((one) => (
            <tr key={one.variant}>
              <th scope="row">
                <VariantMark index={run.variants.indexOf(one.variant)} />
                {one.variant}
              </th>
              {columns.map(([name, placeOf]) => {
                const place = placeOf(one);
                return <td key={name}>{place === "the same" ? "the typical one" : link(place)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
