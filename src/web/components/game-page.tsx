// Page that replays one game of a contest.

import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { RecordedContest, ShownRound } from "../../lab/contest/contest-record.ts";
import type { EpisodeReplay } from "../../lab/report/replay-data.ts";
import { useFetched } from "../fetched.ts";
import { endsOf, sharedScales } from "../shared-scales.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { GameField } from "./game-links.tsx";
import { PlayedAgain } from "./played-again.tsx";
import { useReplayClock } from "./replay-controls.tsx";

interface GamePageProps {
  readonly contest: string;
  readonly match: string;
  /** Present where programs are edited. */
  readonly round?: string;
  readonly game: number;
}

export function GamePage({ contest, match, round, game }: GamePageProps) {
  const clock = useReplayClock();
  const scales = useMemo(sharedScales, []);
  const address = `./api/contests/${encodeURIComponent(contest)}`;
  const { data: overview } = useFetched<RecordedContest>(address);
  const of = { contest, match, ...(round !== undefined && { round }) };
  const query = new URLSearchParams({ match, ...(round !== undefined && { round }), game: String(game) });
  const { data, problem } = useFetched<EpisodeReplay>(`${address}/game?${query}`);
  const steps = data?.steps;
  useEffect(() => (steps === undefined ? undefined : clock.lasts(match, steps)), [steps, match, clock]);
  useLayoutEffect(() => (data === undefined ? undefined : scales.spans(match, endsOf(data))), [data, match, scales]);
  const played = overview?.matches.find(({ key }) => key === match);
  const to = (other: number) => ({ ...of, game: String(other) });
  const names = played === undefined ? "A game" : `${played.first} against ${played.second}`;
  const inRound = round === undefined ? "" : `, round ${round}`;
  const points = usePoints(address, match, round, played?.points);
  return (
    <main class="replay">
      <h1>
        {names}
        {inRound}, game {game + 1}
      </h1>
      <p class="about links">
        {played !== undefined && points !== undefined && `${endOf(played, points[game])}. `}
        {game > 0 && <ChoiceLink to={to(game - 1)}>Game {game}</ChoiceLink>}
        {points !== undefined && game + 1 < points.length && <ChoiceLink to={to(game + 1)}>Game {game + 2}</ChoiceLink>}
        {round === undefined ? (
          <ChoiceLink to={{ contest }}>All matches</ChoiceLink>
        ) : (
          <>
            <ChoiceLink to={of}>Round {round}</ChoiceLink>
            <ChoiceLink to={{ contest }}>All tournaments</ChoiceLink>
          </>
        )}
      </p>
      {points !== undefined && <GameField of={of} games={points.length} game={game} label={`${names}${inRound}`} />}
      <PlayedAgain data={data} problem={problem} clock={clock} scales={scales} />
    </main>
  );
}

/** Returns the first player's points in the games of a match, or of a round of it; undefined until the server has answered. */
function usePoints(address: string, match: string, round?: string, ofMatch?: readonly number[]) {
  const query = new URLSearchParams({ match, round: round ?? "" });
  const { data } = useFetched<Pick<ShownRound, "points">>(round === undefined ? address : `${address}/round?${query}`);
  return round === undefined ? ofMatch : data?.points;
}

/** Describes how a game ended. */
function endOf({ first, second }: RecordedContest["matches"][number], point: number): string {
  if (point === 1) return `${first} won`;
  return point === 0 ? `${second} won` : "It was a tie";
}
