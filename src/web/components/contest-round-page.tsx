// Page of a round of edit and compete: its result, the changes of both programs before it, and its games.

import { count, number, probability } from "../../evaluation/number-format.ts";
import type { RecordedContest, RoundProgram, ShownRound } from "../../lab/contest/contest-record.ts";
import type { DiffHunk, ProgramDiff } from "../../lab/contest/program-diff.ts";
import { useFetched } from "../fetched.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { Problem } from "./code-text.tsx";
import { GameLinks } from "./game-links.tsx";
import { ChangeSize } from "./tournaments.tsx";

interface ProgramChangesProps {
  readonly diff: ProgramDiff;
  /** Description of what is compared. */
  readonly label: string;
}

/** The changes of a program, as a unified diff with line numbers; a sign at each line has the same meaning as its colour. */
function ProgramChanges({ diff: { hunks }, label }: ProgramChangesProps) {
  return (
    <table class="diff" aria-label={label}>
      {hunks.map((hunk) => (
        <tbody key={hunk.newStart}>
          <tr class="place">
            <td colSpan={4}>
              line {hunk.oldStart} before, line {hunk.newStart} after
            </td>
          </tr>
          {linesOf(hunk).map(({ sign, text, before, after }, k) => (
            <tr key={String(k)} class={CLASSES[sign]}>
              <td class="line-number">{before}</td>
              <td class="line-number">{after}</td>
              <td class="sign">{SIGNS[sign]}</td>
              <td class="text">
                <code>{text === "" ? " " : text}</code>
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

const CLASSES: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "\\": "remark" };
/** With a true minus sign, which screen readers read as one. */
const SIGNS: Readonly<Record<string, string>> = { "+": "+", "-": "−" };

/** Returns lines with their numbers before and after; empty where a line is missing on one side. */
function linesOf({ oldStart, newStart, lines }: DiffHunk) {
  let [before, after] = [oldStart, newStart];
  return lines.map((line) => {
    const sign = line.slice(0, 1);
    const text = line.slice(1);
    if (sign === "\\") return { sign, text, before: "", after: "" };
    return {
      ...{ sign, text },
      before: sign === "+" ? "" : String(before++),
      after: sign === "-" ? "" : String(after++),
    };
  });
}

interface ContestRoundPageProps {
  readonly contest: string;
  readonly match: string;
  readonly round: number;
}

export function ContestRoundPage({ contest, match, round }: ContestRoundPageProps) {
  const address = `./api/contests/${encodeURIComponent(contest)}`;
  const { data: overview } = useFetched<RecordedContest>(address);
  const query = new URLSearchParams({ match, round: String(round) });
  const { data, problem } = useFetched<ShownRound>(`${address}/round?${query}`);
  const played = overview?.matches.find(({ key }) => key === match);
  const names = played === undefined ? "Two players" : `${played.first} against ${played.second}`;
  const to = (other: number) => ({ contest, match, round: String(other) });
  return (
    <main class="contest">
      <h1>
        {names}, round {round}
      </h1>
      <p class="about links">
        {round > 0 && <ChoiceLink to={to(round - 1)}>Round {round - 1}</ChoiceLink>}
        {data !== undefined && round + 1 < data.rounds && <ChoiceLink to={to(round + 1)}>Round {round + 1}</ChoiceLink>}
        <ChoiceLink to={{ contest }}>All tournaments</ChoiceLink>
      </p>
      <Problem text={problem} />
      {data === undefined && problem === undefined && <p class="empty">Asking the server …</p>}
      {data !== undefined && problem === undefined && data.round === round && (
        <>
          <p>{endOf(data)}</p>
          <div class="side-by-side">
            {data.programs.map((program, side) => (
              <Program key={program.player} program={program} round={round} size={data.told.sizes[side]} />
            ))}
          </div>
          <section>
            <h2>Games</h2>
            {data.points.length === 0 ? (
              <p class="about">No game was played: a program could not be read.</p>
            ) : (
              <>
                <p class="about">What each was for the first player; each link plays the game again.</p>
                <p class="games">
                  <GameLinks of={to(round)} points={data.points} label={`${names}, round ${round}`} />
                </p>
              </>
            )}
          </section>
        </>
      )}
    </main>
  );
}

/** Describes how the round ended. */
function endOf({ programs, round, told: { share, low, high, wins, p, change } }: ShownRound): string {
  const [first] = programs;
  const interval = low === null ? "" : ` [${number(low, 2)}, ${number(high, 2)}]`;
  const since = change === null ? "" : ` Chance of such a change since round ${round - 1}: ${probability(change)}.`;
  return `${first.player} won ${number(share, 2)}${interval} of the points, ${count(wins[0], "game")}, and lost ${wins[1]}. Chance that the better of two equals wins so many: ${probability(p)}.${since}`;
}

interface ProgramProps {
  readonly program: RoundProgram;
  readonly round: number;
  readonly size: ShownRound["told"]["sizes"][number];
}

function Program({ program: { player, code, diff, counts }, round, size }: ProgramProps) {
  const isChanged = diff !== null && diff.hunks.length > 0;
  return (
    <section class="panel program" aria-label={`Program of ${player}`}>
      <h2>{player}</h2>
      <p class="about">
        {diff === null && "What it began with"}
        {diff !== null && size === null && `As in round ${round - 1}`}
        {size !== null && (
          <>
            Against round {round - 1}: <ChangeSize size={size} /> lines
          </>
        )}
        {counts !== null &&
          `; ${count(counts.steps, "step")}, ${count(counts.modelCalls, "answer")}, ${number(counts.completionTokens)} tokens written`}
      </p>
      {isChanged && (
        <div class="code-box">
          <ProgramChanges diff={diff} label={`Changes of ${player} since round ${round - 1}`} />
        </div>
      )}
      <details open={!isChanged}>
        <summary>The whole program</summary>
        <pre class="code-box">{code}</pre>
      </details>
    </section>
  );
}
