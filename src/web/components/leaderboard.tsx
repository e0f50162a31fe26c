// Players by rating, each with its 95 % interval on one scale.

import { decimalsFor, number } from "../../evaluation/number-format.ts";
import { ColumnHeads } from "./column-heads.tsx";

/** A rated player. */
interface Ranked {
  readonly name: string;
  readonly rating: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly rank: number;
}

interface LeaderboardProps<T extends Ranked> {
  /** In descending order of rating. */
  readonly players: readonly T[];
  /** Headers of further columns, and each player's values in them. */
  readonly further: readonly string[];
  readonly about: (player: T) => readonly string[];
}

export function Leaderboard<T extends Ranked>({ players, further, about }: LeaderboardProps<T>) {
  const bounds = players.flatMap(({ low, high, rating }) => [low ?? rating, high ?? rating]);
  const [least, most] = [Math.min(...bounds), Math.max(...bounds)];
  // All ratings with the decimals of the largest.
  const decimals = decimalsFor([{ mean: Math.max(Math.abs(least), Math.abs(most)), low: null, high: null }]);
  const write = (x: number) => number(x, decimals);
  const at = (x: number) => (most > least ? (100 * (x - least)) / (most - least) : 50);
  return (
    <table aria-label="Leaderboard" class="leaderboard">
      <ColumnHeads
        names={["rank", "player", "rating", `${write(least)} to ${write(most)}`, "95 %", ...further]}
        numbers={["rank", "rating", "95 %", ...further]}
      />
      <tbody>
        {players.map((player) => {
          const { name, rank, rating, low, high } = player;
          return (
            <tr key={name}>
              <td class="number">{rank}</td>
              <th scope="row">{name}</th>
              <td class="number">{write(rating)}</td>
              <td class="range">
                <span
                  class="whisker"
                  style={{ left: `${at(low ?? rating)}%`, right: `${100 - at(high ?? rating)}%` }}
                />
                <span class="dot" style={{ left: `${at(rating)}%` }} />
              </td>
              <td class="number">{low === null || high === null ? "–" : `${write(low)} to ${write(high)}`}</td>
              {about(player).map((text, k) => (
                <td key={further[k]} class="number">
                  {text}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
