// Tournaments of edit and compete: for each pair the share of the points by round, and the size of the changes of both programs.

import { number } from "../../evaluation/number-format.ts";
import type { RecordedContest, RecordedRound } from "../../lab/contest/contest-record.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { ColumnHeads } from "./column-heads.tsx";
import { isChange, ShareFigure } from "./share-figure.tsx";

export function Tournaments({ contest }: { readonly contest: RecordedContest }) {
  const { matches, tournaments = [] } = contest;
  return (
    <section>
      <h2>Tournaments</h2>
      <p class="about">
        Share of the points that the first of two won in each round, with intervals of 95 %; round 0 is played before
        any edit. A filled diamond and ◆ mark a change since the round before that luck alone makes in less than one
        round of 20. Lines that were added to a program have a plus sign, those removed a minus sign.
      </p>
      <div class="figure-grid tournaments">
        {tournaments.map(({ key, rounds }) => {
          const played = matches.find((match) => match.key === key);
          return (
            played !== undefined && <Tournament key={key} contest={contest.contest} played={played} rounds={rounds} />
          );
        })}
      </div>
    </section>
  );
}

interface TournamentProps {
  readonly contest: string;
  readonly played: RecordedContest["matches"][number];
  readonly rounds: readonly RecordedRound[];
}

function Tournament({ contest, played, rounds }: TournamentProps) {
  const { key, first, second, wins, ties } = played;
  const names = `${first} against ${second}`;
  return (
    <section class="panel" aria-label={names}>
      <h3>{names}</h3>
      <p class="about">
        Rounds after round 0: {wins[0]} won, {wins[1]} lost, {ties} tied
      </p>
      <ShareFigure label={`Share of ${first} against ${second} by round`} player={first} rounds={rounds} />
      <table aria-label={`Rounds of ${names}`}>
        <ColumnHeads names={["round", "share", first, second]} numbers={["share"]} />
        <tbody>
          {rounds.map((round, k) => (
            <tr key={String(k)}>
              <th scope="row">
                <ChoiceLink to={{ contest, match: key, round: String(k) }} title={`Programs and games of round ${k}`}>
                  Round {k}
                </ChoiceLink>
              </th>
              <td class="number">
                {number(round.share, 2)}
                {isChange(round) && (
                  <span class="changed" role="img" aria-label=" a change beyond luck">
                    {" "}
                    ◆
                  </span>
                )}
              </td>
              {round.sizes.map((size, side) => (
                <td key={String(side)}>
                  {size === null ? <span class="missing">–</span> : <ChangeSize size={size} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Number of added and removed lines of a program. */
export function ChangeSize({ size }: { readonly size: NonNullable<RecordedRound["sizes"][number]> }) {
  return (
    <>
      <span class="added">+{size.added}</span> <span class="removed">−{size.removed}</span>
    </>
  );
}
