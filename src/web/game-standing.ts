// How an open game stands, by the server. The page asks for every change, and asks again when the server is there again.

import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../core/errors.ts";
import type { GameStanding } from "../lab/play/play-data.ts";
import { answered, NO_SERVER } from "./fetched.ts";

/** Milliseconds before the next attempt to reach a server that does not respond. */
const RETRY = 1500;

/** The last standing, and why there is no newer one. */
export interface FollowedGame {
  readonly standing?: GameStanding;
  readonly problem?: string;
}

export const addressOfGame = (game: string): string => `./api/games/open/${encodeURIComponent(game)}`;

/** Follows a game as long as the page is open. */
export function useStanding(game: string): FollowedGame {
  const [followed, setFollowed] = useState<FollowedGame>({});
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const follow = async (): Promise<void> => {
      for (let stamp = 0; !signal.aborted; ) {
        try {
          const standing: GameStanding = JSON.parse(
            await answered(`${addressOfGame(game)}?since=${stamp}`, { signal }),
          );
          if (stamp !== standing.stamp) setFollowed({ standing });
          else setFollowed(({ standing: known }) => ({ ...(known && { standing: known }) }));
          stamp = standing.stamp;
        } catch (error) {
          if (signal.aborted) return;
          const problem = messageOf(error);
          setFollowed(({ standing }) => ({ ...(standing && { standing }), problem }));
          if (problem !== NO_SERVER) return;
          await new Promise((resolve) => setTimeout(resolve, RETRY));
        }
      }
    };
    void follow();
    return () => left.abort();
  }, [game]);
  return followed;
}
