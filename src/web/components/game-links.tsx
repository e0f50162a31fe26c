// Links to games of a match or a round: the first ones, and a field for the number of any.

import { type AddressChoices, choose } from "../chosen.ts";
import { ChoiceLink } from "./choice-link.tsx";

/** Maximum number of games with a link. */
const MOST_GAMES = 40;

interface GameLinksProps {
  /** Query parameters of the match or the round. */
  readonly of: AddressChoices;
  /** Points of the first player in each game. */
  readonly points: readonly number[];
  /** Description of the match. */
  readonly label: string;
}

export function GameLinks({ of, points, label }: GameLinksProps) {
  return (
    <>
      {points.slice(0, MOST_GAMES).map((point, game) => (
        <ChoiceLink key={String(game)} to={{ ...of, game: String(game) }}>
          {ENDS[point] ?? "="}
        </ChoiceLink>
      ))}
      {points.length > MOST_GAMES && <GameField of={of} games={points.length} label={label} />}
    </>
  );
}

/** Result of a game for the first player by its points; any other value is a tie. */
const ENDS: Readonly<Record<string, string>> = { "1": "won", "0": "lost", "0.5": "tied" };

interface GameFieldProps extends Pick<GameLinksProps, "of" | "label"> {
  readonly games: number;
  /** Index of the shown game, from 0. */
  readonly game?: number;
}

/** A field for the number of a game, from 1. */
export function GameField({ of, games, label, game }: GameFieldProps) {
  return (
    <form
      class="game-field"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Number(new FormData(event.currentTarget).get("game"));
        if (Number.isInteger(wanted) && wanted >= 1 && wanted <= games) choose({ ...of, game: String(wanted - 1) });
      }}
    >
      <label>
        game{" "}
        <input
          type="number"
          name="game"
          min="1"
          max={games}
          required
          aria-label={`Game of ${label}`}
          {...(game === undefined ? {} : { defaultValue: String(game + 1) })}
        />
      </label>{" "}
      of {games.toLocaleString("en-US")} <button type="submit">Show</button>
    </form>
  );
}
