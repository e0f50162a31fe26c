// A person's seat in an open game: what the seat sees, what it may do, what every step paid, and pay beside what is wanted.

import { useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import { count, number, words } from "../../evaluation/number-format.ts";
import type { GameStanding, PersonTurn } from "../../lab/play/play-data.ts";
import { capital } from "../capital.ts";
import { posted } from "../fetched.ts";
import { addressOfGame, useStanding } from "../game-standing.ts";
import { PLAY } from "../play-choice.ts";
import { isReadOnly } from "../view-state.ts";
import { ChoiceLink } from "./choice-link.tsx";
import { CodeText } from "./code-text.tsx";
import { type MadeMove, MoveForm } from "./move-form.tsx";
import { SceneCanvas } from "./scene-canvas.tsx";

export function SeatGamePage({ game }: { readonly game: string }) {
  const { standing, problem } = useStanding(game);
  const [refusal, setRefusal] = useState("");
  const act = async (deed: "move" | "leave" | "save", order: object): Promise<void> => {
    try {
      await posted(`${addressOfGame(game)}/${deed}`, order);
      setRefusal("");
    } catch (error) {
      setRefusal(messageOf(error));
    }
  };
  return (
    <main class="play replay">
      <h1>{standing?.title ?? "A game"}</h1>
      {problem !== undefined && (
        <p class="failure" role="alert">
          <CodeText text={problem} /> <ChoiceLink to={PLAY}>Begin another game</ChoiceLink>
        </p>
      )}
      {standing === undefined && problem === undefined && <p class="empty">The game is being asked …</p>}
      {standing !== undefined && (
        <>
          <p class="about">
            {capital(standing.about)}. You are {standing.agents[standing.seat].label}
            {standing.agents.length > 1 && `; the others are played by ${others(standing)}`}. Seed {standing.seed}.
          </p>
          {standing.task !== null && <p class="task">{standing.task}</p>}
          <p class="turn-state" role="status">
            {stateIn(standing)}
          </p>
          <div class="seat">
            {standing.scene !== null && <ScenePart standing={standing} />}
            <div class="own-turn">
              {standing.turn !== null && <Sight turn={standing.turn} />}
              {standing.turn !== null && !isReadOnly && (
                <MoveForm
                  key={standing.turn.options.kind}
                  turn={standing.turn.number}
                  options={standing.turn.options}
                  onMove={(move: MadeMove, turn) => act("move", { turn, move })}
                />
              )}
              {refusal !== "" && (
                <p class="failure" role="alert">
                  <CodeText text={refusal} />
                </p>
              )}
              {!isReadOnly && <Endings standing={standing} act={act} />}
            </div>
          </div>
          <Results standing={standing} />
          <RecentSteps standing={standing} />
          {standing.turn?.views.map(({ name, text }) => (
            <details key={name}>
              <summary>{words(name)}, as the world tells it</summary>
              <pre class="seen-text">{text}</pre>
            </details>
          ))}
        </>
      )}
    </main>
  );
}

const others = ({ agents, seat }: GameStanding): string =>
  [...new Set(agents.filter((_, k) => k !== seat).map(({ policy }) => policy))].join(", ");

function stateIn({ state, steps, horizon, turn, failure }: GameStanding): string {
  const after = `after ${count(steps, "step")}`;
  switch (state) {
    case "turn":
      return `Your turn ${turn?.number ?? ""}: ${count(steps, "step")} of at most ${horizon} ${steps === 1 ? "is" : "are"} over.`;
    case "waiting":
      return `Others act, ${after} …`;
    case "over":
      return `The episode is over ${after}.`;
    case "left":
      return `You left ${after}.`;
    case "broken":
      return `The game was broken off ${after}: ${failure ?? ""}.`;
  }
}

/** The picture of the world as it stands. */
function ScenePart({ standing: { scene } }: { readonly standing: GameStanding }) {
  if (scene === null) return null;
  const { shapes, ...about } = scene;
  const pooled = { pool: shapes, moments: [{ ...about, shapes: shapes.map((_, place) => place) }] };
  return (
    <div class="seat-scene">
      <SceneCanvas scenes={pooled} at={0} />
      <p class="about">The picture shows the whole world, also what your seat does not see.</p>
    </div>
  );
}

function Sight({ turn: { seen } }: { readonly turn: PersonTurn }) {
  if ("text" in seen)
    return (
      <section aria-label="What you see">
        <h2>What you see</h2>
        <pre class="seen-text">{seen.text}</pre>
      </section>
    );
  return (
    <section aria-label="What you see">
      <h2>What you see</h2>
      <dl class="seen-fields">
        {seen.fields.map(({ name, meaning, values, size }) => (
          <div key={name}>
            <dt>{words(name)}</dt>
            <dd>
              <b>
                {values.map((value) => number(value)).join("  ")}
                {size > values.length && " …"}
              </b>{" "}
              <span class="about">{meaning}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface EndingsProps {
  readonly standing: GameStanding;
  readonly act: (deed: "leave" | "save", order: object) => Promise<void>;
}

/** Leave, save, and what follows. */
function Endings({ standing: { state, steps, saved }, act }: EndingsProps) {
  if (state === "turn" || state === "waiting")
    return (
      <p>
        <button type="button" onClick={() => void act("leave", {})}>
          Leave the seat
        </button>
      </p>
    );
  return (
    <p class="endings">
      {saved !== null ? (
        <span>
          Saved as <ChoiceLink to={{ played: saved }}>{saved}</ChoiceLink>.
        </span>
      ) : (
        steps > 0 && (
          <button type="button" onClick={() => void act("save", {})}>
            Save the episode
          </button>
        )
      )}{" "}
      <ChoiceLink to={PLAY}>Another game</ChoiceLink>
    </p>
  );
}

/** Maximum number of agents with a column. */
const MOST_COLUMNS = 8;

/** Pay and what is wanted first, then the channels; one column per agent, the person's first. */
function Results({ standing: { rows, agents, seat, objective, pay } }: { readonly standing: GameStanding }) {
  const seats = [seat, ...agents.keys()].filter((k, at) => at === 0 || k !== seat).slice(0, MOST_COLUMNS);
  return (
    <section aria-label="Paid beside wanted">
      <h2>Paid beside wanted, so far</h2>
      <p class="about">
        Paid: {pay}. {objective === pay ? "Nothing else is wanted." : `Wanted: ${objective}.`}
      </p>
      <div class="table-box">
        <table>
          <thead>
            <tr>
              <th scope="col">what</th>
              {seats.map((k) => (
                <th key={k} scope="col" class="number">
                  {k === seat ? `${agents[k].label} (you)` : agents[k].label}
                </th>
              ))}
              <th scope="col">unit</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, unit, meaning, values }, at) => (
              <tr key={`${at} ${name}`} class={at < 2 ? "first" : ""}>
                <th scope="row" title={meaning}>
                  {at === 0 ? "paid" : at === 1 ? `wanted: ${words(name)}` : words(name)}
                </th>
                {seats.map((k) => (
                  <td key={k} class="number">
                    {number(values[k])}
                  </td>
                ))}
                <td>{unit}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function RecentSteps({ standing: { recent, agents, seat } }: { readonly standing: GameStanding }) {
  if (recent.length === 0) return null;
  const shown = [...agents.keys()].filter((k) => k === seat || agents.length <= MOST_COLUMNS);
  return (
    <section aria-label="The last steps">
      <h2>The last steps</h2>
      <ol class="recent-steps">
        {recent.map(({ step, deeds, pay }) => (
          <li key={step} value={step}>
            {shown
              .map((k) => {
                const deed = deeds[k] ?? "";
                return `${agents[k].label}${deed === "" ? "" : ` ${deed}`}, paid ${number(pay[k])}`;
              })
              .join("; ")}
          </li>
        ))}
      </ol>
    </section>
  );
}
