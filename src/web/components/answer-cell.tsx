// One answer: its text (with several writers, each one's), its marks with differences from the first variant, a link to its replay, and a
// comment.

import { Fragment } from "preact";
import { count, number, words } from "../../evaluation/number-format.ts";
import type { AnswerCell, AnswerPage, AnswerRow, AnswerTurn } from "../../lab/view/answer-data.ts";
import { answerOf, questionOf } from "../../lab/view/answer-rows.ts";
import { AnswerComment } from "./answer-comment.tsx";
import { ChoiceLink } from "./choice-link.tsx";
import { LongText } from "./long-text.tsx";

interface AnswerOfProps {
  readonly data: AnswerPage;
  readonly row: AnswerRow;
  readonly column: number;
  readonly cell: AnswerCell | null;
  /** Decimals of each mark. */
  readonly decimals: readonly number[];
  readonly isMarked: boolean;
}

export function AnswerOf({ data, row, column, cell, decimals, isMarked }: AnswerOfProps) {
  if (cell === null) return <>–</>;
  const { text } = cell;
  const question = questionOf(row);
  const turns = text?.turns ?? [];
  const { writers = [undefined] } = data.sides[column];
  return (
    <>
      <Failed cell={cell} />
      {writers.map((seat) => {
        const answer = answerOf(turns, seat);
        const first = answerOf(row.cells[0]?.text?.turns ?? [], seat);
        return (
          <Fragment key={seat}>
            {seat !== undefined && <p class="of seat">{seat}</p>}
            {answer === undefined ? (
              <p class="of">no answer</p>
            ) : (
              <LongText text={answer} before={isMarked && column > 0 ? first : undefined} />
            )}
          </Fragment>
        );
      })}
      {turns.length > writers.length && <Conversation turns={turns} />}
      {text !== null && text.question !== question && (
        <details>
          <summary>asked otherwise</summary>
          <LongText text={text.question} before={question} />
        </details>
      )}
      <Marks data={data} cell={cell} decimals={decimals} />
      <Film data={data} column={column} cell={cell} />
      <AnswerComment {...data.sides[column]} seed={cell.seed} episode={cell.episode} />
    </>
  );
}

function Failed({ cell: { failed, repeated } }: { readonly cell: AnswerCell }) {
  if (repeated === undefined) return failed ? <p class="failed">failed</p> : null;
  if (repeated.failed === 0) return null;
  return <p class="failed">{`${repeated.failed} of ${count(repeated.times, "time")} failed`}</p>;
}

function Conversation({ turns }: { readonly turns: readonly AnswerTurn[] }) {
  return (
    <details>
      <summary>all {count(turns.length, "turn")}</summary>
      {turns.map(({ isWorld, text, seat }, k) => (
        <div key={String(k)} class={isWorld ? "turn world" : "turn"}>
          <span class="of">{isWorld ? `world${seat === undefined ? "" : ` to ${seat}`}` : (seat ?? "agent")}</span>
          <LongText text={text} />
        </div>
      ))}
    </details>
  );
}

const SIGNS = { 1: ["▲", "above the first variant"], [-1]: ["▼", "below the first variant"] } as const;

function Marks({
  data: { marks },
  cell: { values, changes, repeated },
  decimals,
}: Pick<AnswerOfProps, "data" | "decimals"> & { readonly cell: AnswerCell }) {
  return (
    <dl>
      {marks.map(({ name, called, meaning }, at) => {
        const change = changes[at];
        const spread = repeated?.spreads[at];
        const sign = change === 1 || change === -1 ? SIGNS[change] : undefined;
        return (
          <div key={name}>
            <dt title={meaning}>{words(called ?? name)}</dt>
            <dd class={change === 1 ? "more" : change === -1 ? "less" : ""}>
              <data value={String(values[at])}>{number(values[at], decimals[at])}</data>
              {spread && spread.low < spread.high && (
                <span class="of">{` ${number(spread.low)} … ${number(spread.high)}`}</span>
              )}
              {sign !== undefined && (
                <span role="img" aria-label={sign[1]}>
                  {" "}
                  {sign[0]}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A link to the replay, beside the first variant where that is of the same run. */
function Film({
  data: { sides },
  column,
  cell: { seed, episode },
}: Pick<AnswerOfProps, "data" | "column"> & { readonly cell: AnswerCell }) {
  const { run, variant, isReplayed, writers } = sides[column];
  if (!isReplayed) return null;
  const [first] = sides;
  const beside = column > 0 && first.run === run ? [first.variant] : [];
  return (
    <ChoiceLink
      to={{ run, show: "replay", seed: String(seed), episode: String(episode), variant: [variant, ...beside] }}
      title={beside.length === 0 ? "replay" : `replay beside ${first.variant}`}
    >
      {writers === undefined ? "letter by letter" : "replay"}
    </ChoiceLink>
  );
}
