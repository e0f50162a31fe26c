// Games of people that the store has, below the form that begins one; empty where it has none.

import { count, number } from "../../evaluation/number-format.ts";
import type { ListedGame } from "../../lab/play/play-data.ts";
import { useFetched } from "../fetched.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { ColumnHeads } from "./column-heads.tsx";

export function SavedGames() {
  const { data } = useFetched<readonly ListedGame[]>("./api/games/saved");
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-label="Saved games">
      <h2>Saved games</h2>
      <div class="table-box">
        <table>
          <ColumnHeads
            names={["game", "seat", "seed", "steps", "paid", "wanted"]}
            numbers={["seed", "steps", "paid", "wanted"]}
          />
          <tbody>
            {data.map(({ game, title, seat, seed, steps, isOver, pay, objective, objectiveName }) => (
              <tr key={game}>
                <th scope="row">
                  <ChoiceLink to={{ played: game }}>{title}</ChoiceLink>
                </th>
                <td>{seat}</td>
                <td class="number">{seed}</td>
                <td class="number">{isOver ? steps : `left after ${steps}`}</td>
                <td class="number">{number(pay)}</td>
                <td class="number" title={objectiveName}>
                  {number(objective)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="about">{count(data.length, "game")} of this store, the last one first.</p>
    </section>
  );
}
