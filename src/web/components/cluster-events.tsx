// Events of a cluster's workers, the newest first.

import type { EventKind } from "../../cluster/events.ts";
import type { EventStanding } from "../../cluster/standing-data.ts";
import { TableBox } from "./boxes.tsx";
import { Moment } from "./cluster-figures.tsx";
import { ColumnHeads } from "./column-heads.tsx";

const NAMES: Readonly<Record<EventKind, string>> = {
  came: "came",
  left: "left",
  gone: "lost",
  again: "resumed",
  silent: "silent",
  dropped: "dropped",
};

export function ClusterEvents({ events }: { readonly events: readonly EventStanding[] }) {
  if (events.length === 0) return <p class="empty">Nothing has happened yet.</p>;
  return (
    <TableBox label="Table of events">
      <table class="events">
        <ColumnHeads names={["when", "kind", "what happened"]} numbers={[]} />
        <tbody>
          {events.map(({ id, at, kind, what }) => (
            <tr key={id}>
              <td class="when">
                <Moment at={at} />
              </td>
              <td>
                <span class={`badge ${kind}`}>{NAMES[kind]}</span>
              </td>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
