// Weighings that the store keeps, below its runs; empty where it has none.

import { count } from "../../evaluation/number-format.ts";
import type { StoredWeighings } from "../../lab/weigh/weighing-data.ts";
import { useFetched } from "../fetched.ts";
import { ColumnHeads } from "./column-heads.tsx";

export function WeighingsList() {
  const { kept = [], damaged = [] } = useFetched<StoredWeighings>("./api/weighings").data ?? {};
  if (kept.length + damaged.length === 0) return null;
  return (
    <section class="contests" aria-label="Weighings">
      <h1>Weighings</h1>
      <table>
        <ColumnHeads
          names={["weighing", "log", "wanted", "pays", "answers", "finding"]}
          numbers={["pays", "answers"]}
        />
        <tbody>
          {kept.map(({ name, title, log, want, pays, finding, answers }) => (
            <tr key={name}>
              <th scope="row">
                <a href={`./weighings/${name}`}>{title}</a>
              </th>
              <td>{log.split("/").at(-1)}</td>
              <td>{want}</td>
              <td class="number">{pays.length}</td>
              <td class="number">{answers.toLocaleString("en-US")}</td>
              <td>{finding.split(/(?<=\.) (?=“)/)[0]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="about">
        {count(kept.length, "weighing")} of this store; <code>agon weigh FILE --keep</code> adds one.
        {damaged.length > 0 && ` Damaged and left out: ${damaged.join(", ")}.`}
      </p>
    </section>
  );
}
