// Page of a contest: its leaderboard with intervals, results of its schedule, and every match, whose games can be replayed.

import { brief, number } from "../../evaluation/number-format.ts";
import type { RecordedContest } from "../../lab/contest/contest-record.ts";
import { useFetched } from "../fetched.ts";
import { TableBox } from "./boxes.tsx";
import { CodeText, Problem } from "./code-text.tsx";
import { ColumnHeads } from "./column-heads.tsx";
import { GameLinks } from "./game-links.tsx";
import { Leaderboard } from "./leaderboard.tsx";
import { Tournaments } from "./tournaments.tsx";

export function ContestPage({ name }: { readonly name: string }) {
  const { data, problem } = useFetched<RecordedContest>(`./api/contests/${encodeURIComponent(name)}`);
  if (problem !== undefined)
    return (
      <main>
        <Problem text={problem} />
      </main>
    );
  if (data === undefined) return <p class="empty">Asking the server …</p>;
  const { title, arena, schedule, rounds, games, model, unit, caveats, players } = data;
  return (
    <main class="contest">
      <h1>{title}</h1>
      <p class="about">
        {arena}, {schedule}, {rounds} rounds, {games.toLocaleString("en-US")} games; rated by {model} ({unit}),
        intervals of 95 %.
      </p>
      <section>
        <TableBox label="Players by their ratings">
          <Leaderboard players={players} further={["matches won"]} about={({ score }) => [brief(score)]} />
        </TableBox>
      </section>
      <Schedule contest={data} />
      {data.tournaments === undefined ? <Matches contest={data} /> : <Tournaments contest={data} />}
      {caveats.map((caveat) => (
        <p key={caveat} class="about">
          <CodeText text={caveat} />
        </p>
      ))}
    </main>
  );
}

interface ContestProps {
  readonly contest: RecordedContest;
}

function Schedule({ contest: { ladder, places, versions } }: ContestProps) {
  return (
    <>
      {ladder !== undefined && (
        <section>
          <h2>Ladder</h2>
          <ol>
            {ladder.rungs.map(({ player, won, lost, tied, isPassed }) => (
              <li key={player}>
                {ladder.challenger} against {player}: {won} won, {lost} lost, {tied} tied,{" "}
                {isPassed ? "passed" : "not passed"}
              </li>
            ))}
          </ol>
        </section>
      )}
      {places !== undefined && (
        <p>
          Places:{" "}
          {Object.entries(places)
            .sort(([, a], [, b]) => a - b)
            .map(([player, place]) => `${place}. ${player}`)
            .join(", ")}
        </p>
      )}
      {versions?.map(({ player, shares }) => (
        <section key={player}>
          <table>
            <caption>Share of games that a version of {player} (row) won of another (column)</caption>
            <ColumnHeads names={["version", ...numbersOf(shares)]} numbers={numbersOf(shares)} />
            <tbody>
              {shares.map((row, k) => (
                <tr key={String(k)}>
                  <th scope="row">{k + 1}</th>
                  {row.map((share, other) => (
                    <td key={String(other)} class="number">
                      {share === null ? "–" : number(share)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}

/** Returns version numbers, from 1. */
const numbersOf = (versions: readonly unknown[]): string[] => versions.map((_, k) => String(k + 1));

function Matches({ contest: { contest, matches } }: ContestProps) {
  return (
    <section>
      <h2>Matches</h2>
      <table aria-label="Matches" class="matches">
        <ColumnHeads
          names={["round", "players", "won", "lost", "tied", "games: what each was for the first player"]}
          numbers={["round", "won", "lost", "tied"]}
        />
        <tbody>
          {matches.map(({ key, round, first, second, wins, ties, points }) => (
            <tr key={key}>
              <td class="number">{round}</td>
              <th scope="row">
                {first} against {second}
              </th>
              <td class="number">{wins[0]}</td>
              <td class="number">{wins[1]}</td>
              <td class="number">{ties}</td>
              <td class="games">
                <GameLinks of={{ contest, match: key }} points={points} label={`${first} against ${second}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
