// Contests of the store, below its runs; empty where it has none.

import { count } from "../../evaluation/number-format.ts";
import type { ListedContest } from "../../lab/contest/contest-record.ts";
import { useFetched } from "../fetched.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { ColumnHeads } from "./column-heads.tsx";

export function ContestsList() {
  const { data } = useFetched<readonly ListedContest[]>("./api/contests");
  if (data === undefined || data.length === 0) return null;
  return (
    <section class="contests" aria-label="Contests">
      <h1>Contests</h1>
      <table>
        <ColumnHeads
          names={["contest", "arena", "schedule", "best rated", "players", "games"]}
          numbers={["players", "games"]}
        />
        <tbody>
          {data.map(({ contest, title, arena, schedule, first, players, games }) => (
            <tr key={contest}>
              <th scope="row">
                <ChoiceLink to={{ contest }}>{title}</ChoiceLink>
              </th>
              <td>{arena}</td>
              <td>{schedule}</td>
              <td>{first}</td>
              <td class="number">{players}</td>
              <td class="number">{games.toLocaleString("en-US")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="about">
        {count(data.length, "contest")} of this store; <code>agon contest FILE</code> adds one.
      </p>
    </section>
  );
}
