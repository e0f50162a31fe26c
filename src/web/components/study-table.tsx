// A table of a study: one of its columns as dots with intervals over the arms, and all of them as numbers.

import { useSignal } from "@preact/signals";
import { isNumber, type Maybe } from "../../evaluation/number-format.ts";
import type { DescribedRecord } from "../../lab/studies/study-data.ts";
import { cellText } from "../../study/figure.ts";
import { TableBox } from "./boxes.tsx";
import { ColumnHeads } from "./column-heads.tsx";
import { IntervalFigure, type IntervalRow } from "./interval-figure.tsx";
import { Selector } from "./selector.tsx";

type Recorded = DescribedRecord["tables"][number];
type Cell = Recorded["rows"][number]["cells"][number];

/** A figure of a table: a column over its rows, or, for a curve in a single row, the row over its numeric columns. */
interface Plotted {
  readonly name: string;
  readonly rows: readonly IntervalRow[];
}

export function StudyTable({ table }: { readonly table: Recorded }) {
  const { title, columns, rows } = table;
  const figures = figuresOf(table);
  const chosen = useSignal(figures.at(0)?.name ?? "");
  const shown = figures.find(({ name }) => name === chosen.value);
  return (
    <section class="study-table">
      <h3>{title}</h3>
      {shown !== undefined && (
        <>
          <Selector label="Shown" options={figures.map(({ name }) => ({ value: name, label: name }))} chosen={chosen} />
          <IntervalFigure
            label={`${title}: ${shown.name}`}
            caption={shown.name}
            unit=""
            rows={shown.rows}
            zero={shown.rows.some(({ mean }) => isNumber(mean) && mean < 0)}
          />
        </>
      )}
      <TableBox label={title}>
        <table>
          <ColumnHeads names={["arm", ...columns]} numbers={columns} />
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, k) => (
                  <td key={String(k)} class="number">
                    {cellText(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </section>
  );
}

const isNumeral = (name: string): boolean => name.trim() !== "" && Number.isFinite(Number(name.replaceAll(",", "")));

/** Returns the figures with at least two numbers. The other columns of a single row have different units. */
function figuresOf({ title, columns, rows }: Recorded): Plotted[] {
  const all =
    rows.length === 1 && columns.every(isNumeral)
      ? [plotted(rows[0].name === "" ? title : rows[0].name, columns, rows[0].cells)]
      : columns.map((column, k) =>
          plotted(
            column,
            rows.map(({ name }) => name),
            rows.map(({ cells }) => cells[k]),
          ),
        );
  return all.filter(({ rows: dots }) => dots.filter(({ mean }) => isNumber(mean)).length > 1);
}

function plotted(name: string, names: readonly string[], cells: readonly Cell[]): Plotted {
  const known = (x: Maybe): Maybe => (isNumber(x) ? x : null);
  return {
    name,
    rows: names.map((row, k) => {
      const cell = cells[k];
      return { name: row, mean: known(cell?.value), low: known(cell?.low), high: known(cell?.high) };
    }),
  };
}
