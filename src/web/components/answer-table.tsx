// The table of a page of answers: each question is above its answers, and each answer below its variant, whose settings and means are in
// the head.

import { brief, count, decimalsFor, words } from "../../evaluation/number-format.ts";
import type { AnswerPage, AnswerRow, AnswerSide, AnswerTotals } from "../../lab/view/answer-data.ts";
import { questionOf, sideName } from "../../lab/view/answer-rows.ts";
import { chosenWith } from "../chosen.ts";
import { AnswerOf } from "./answer-cell.tsx";
import { TableBox } from "./boxes.tsx";
import { ChoiceLink } from "./choice-link.tsx";
import { LongText } from "./long-text.tsx";
import { Settings, telling } from "./settings.tsx";
import { VariantMark } from "./variant-mark.tsx";

interface AnswerTableProps {
  readonly data: AnswerPage;
  readonly markOf: (side: AnswerSide, column: number) => number;
  readonly isMarked: boolean;
}

export function AnswerTable({ data, markOf, isMarked }: AnswerTableProps) {
  const { sides, marks, rows, totals } = data;
  const named = sides.map(({ variant, settings = {} }) => ({ name: variant, settings }));
  const cells = rows.flatMap((row) => row.cells.filter((cell) => cell !== null));
  const decimals = marks.map((_, at) =>
    decimalsFor(cells.map(({ values }) => ({ mean: values[at], low: null, high: null }))),
  );
  const isOneRun = new Set(sides.map(({ run }) => run)).size === 1;
  return (
    <TableBox label="Answers">
      <table>
        <thead>
          <tr>
            {sides.map((side, column) => (
              <th key={sideName(side)} scope="col">
                <VariantMark index={markOf(side, column)} />
                {isOneRun ? (
                  side.variant
                ) : (
                  <ChoiceLink to={{ run: side.run, show: "answers" }}>{side.variant}</ChoiceLink>
                )}
                {!isOneRun && <span class="of">{side.title}</span>}
                {!isOneRun && <code class="of">{side.run}</code>}
                <Settings settings={telling(named[column], named)} />
                <Totals marks={marks} totals={totals[column]} />
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={`${row.seed} ${row.episode}`}>
            <tr class="question">
              <th colSpan={sides.length} scope="rowgroup">
                <Question row={row} />
              </th>
            </tr>
            <tr>
              {row.cells.map((cell, column) => (
                <td key={sideName(sides[column])} class={groundOf(data, row, column)}>
                  <AnswerOf {...{ data, row, column, cell, decimals, isMarked }} />
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </TableBox>
  );
}

/** What the answers of a column come to, also those of other pages. */
function Totals({ marks, totals }: Pick<AnswerPage, "marks"> & { readonly totals: AnswerTotals }) {
  const { answers, failed, means } = totals;
  return (
    <dl aria-label="Mean of all answers">
      {marks.map(({ name, called, meaning }, at) => (
        <div key={name}>
          <dt title={meaning}>{words(called ?? name)}</dt>
          <dd>
            <data value={String(means[at])}>{brief(means[at], 3)}</data>
          </dd>
        </div>
      ))}
      <div>
        <dt>of</dt>
        <dd>
          {count(answers, "answer")}
          {failed > 0 && `, ${failed} failed`}
        </dd>
      </div>
    </dl>
  );
}

function Question({ row }: { readonly row: AnswerRow }) {
  const right = row.cells.find((cell) => cell?.text?.right)?.text?.right;
  return (
    <div class="within">
      <LongText text={questionOf(row) ?? ""} />
      <span class="of">
        {row.times === undefined ? (
          `seed ${row.seed}, episode ${row.episode}`
        ) : (
          <>
            put {count(row.times, "time")}:{" "}
            <ChoiceLink to={chosenWith({ again: `${row.seed}.${row.episode}`, page: "" })}>
              each with its answers
            </ChoiceLink>
          </>
        )}
        {right !== undefined && (
          <>
            , right: <q>{right}</q>
          </>
        )}
      </span>
    </div>
  );
}

/** Returns the background of a cell: by the objective where it differs from the first variant's, otherwise by whether any mark differs. */
function groundOf({ marks }: AnswerPage, { cells }: AnswerRow, column: number): string {
  const changes = cells[column]?.changes ?? [];
  const wanted = changes[marks.findIndex(({ name }) => name === "objective")] ?? 0;
  if (wanted !== 0) return wanted > 0 ? "above" : "below";
  return changes.some((change) => (change ?? 0) !== 0) ? "other" : "";
}
