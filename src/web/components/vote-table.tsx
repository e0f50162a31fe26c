// The result of all votes so far: players by rating, and the file of the votes.

import { count, number } from "../../evaluation/number-format.ts";
import type { VoteBoard } from "../../lab/judging/judging-data.ts";
import { useFetched } from "../fetched.ts";
import { TableBox } from "./boxes.tsx";
import { CodeText } from "./code-text.tsx";
import { Leaderboard } from "./leaderboard.tsx";

interface VoteTableProps {
  readonly address: string;
  /** Changes with the votes. */
  readonly stamp: string;
}

export function VoteTable({ address, stamp }: VoteTableProps) {
  const { data, problem, waiting } = useFetched<VoteBoard>(`${address}/board`, stamp);
  if (problem !== undefined)
    return (
      <p class="empty" role="alert">
        <CodeText text={problem} />
      </p>
    );
  if (data === undefined) return <p class="empty">Votes are being counted …</p>;
  const { file, votes, unclear, teaching, judges, model, unit, players, caveats } = data;
  if (votes === 0) return <p class="empty">No vote counts so far.</p>;
  return (
    <section aria-label="Ratings so far" aria-busy={waiting}>
      <h3>Ratings so far</h3>
      <TableBox label="Players by votes">
        <Leaderboard
          players={players}
          further={["votes", "TrueSkill"]}
          about={({ games, skill }) => [String(games), `${number(skill.mean, 1)} ± ${number(skill.deviation, 1)}`]}
        />
      </TableBox>
      <p class="about">
        {count(votes, "vote")} of {count(judges, "judge")}, rated by {model} ({unit}) with intervals of 95 %. TrueSkill
        chooses the pairs. <CodeText text={`\`agon rate ${file}\` tells the same, and what is wrong with the votes.`} />
        {unclear > 0 && ` In ${count(unclear, "more vote")} a judge could not tell.`}
      </p>
      {teaching > 0 && (
        <p class="about">
          <CodeText text={`A reward is learnt from these votes with \`feedback: { use: file, votes: ${file} }\`.`} />
        </p>
      )}
      {caveats.map((caveat) => (
        <p key={caveat} class="about">
          <CodeText text={caveat} />
        </p>
      ))}
    </section>
  );
}
