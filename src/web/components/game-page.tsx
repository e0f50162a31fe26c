// One game of a contest, played again.

import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { ToldContest } from "../../lab/contest/contest-record.ts";
import type { EpisodeReplay } from "../../lab/replay-data.ts";
import { useAsked } from "../asked.ts";
import { endsOf, sharedScales } from "../shared-scales.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { ReplayControls, useReplayClock } from "./replay-controls.tsx";
import { ReplayedEpisode } from "./replay-side.tsx";
import { Told } from "./told.tsx";

interface GamePageProps {
  readonly contest: string;
  readonly match: string;
  readonly game: number;
}

export function GamePage({ contest, match, game }: GamePageProps) {
  const clock = useReplayClock();
  const scales = useMemo(sharedScales, []);
  const address = `./api/contests/${encodeURIComponent(contest)}`;
  const { data: told } = useAsked<ToldContest>(address);
  const query = new URLSearchParams({ match, game: String(game) });
  const { data, problem } = useAsked<EpisodeReplay>(`${address}/game?${query}`);
  const steps = data?.steps;
  useEffect(() => (steps === undefined ? undefined : clock.lasts(match, steps)), [steps, match, clock]);
  useLayoutEffect(() => (data === undefined ? undefined : scales.spans(match, endsOf(data))), [data, match, scales]);
  const played = told?.matches.find(({ key }) => key === match);
  const to = (other: number) => ({ contest, match, game: String(other) });
  return (
    <main class="replay">
      <h1>
        {played === undefined ? "A game" : `${played.first} against ${played.second}`}, game {game + 1}
      </h1>
      <p class="about">
        {played !== undefined && `${endOf(played, game)}. `}
        {game > 0 && <ChoiceLink to={to(game - 1)}>Game {game}</ChoiceLink>}
        {game > 0 && " "}
        {played !== undefined && game + 1 < played.points.length && (
          <ChoiceLink to={to(game + 1)}>Game {game + 2}</ChoiceLink>
        )}{" "}
        <ChoiceLink to={{ contest }}>All matches</ChoiceLink>
      </p>
      <ReplayControls clock={clock} />
      {problem !== undefined && (
        <p class="empty">
          <Told text={problem} />
        </p>
      )}
      {data === undefined && problem === undefined && <p class="empty">The game is being played again …</p>}
      {data !== undefined && problem === undefined && (
        <div class="sides" style={{ "--sides": "1" }}>
          <section class="side" aria-label="The game">
            <ReplayedEpisode data={data} clock={clock} scales={scales} />
          </section>
        </div>
      )}
    </main>
  );
}

/** How a game ended, in words. */
function endOf({ first, second, points }: ToldContest["matches"][number], game: number): string {
  if (points[game] === 1) return `${first} won`;
  return points[game] === 0 ? `${second} won` : "It was a tie";
}
