// The page where a person takes a seat: a world or a variant of a run, the other players, what is paid and wanted; and the saved games.

import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import type { GameLook, GameOrder, PlayableNames } from "../../lab/play/play-data.ts";
import { capital } from "../capital.ts";
import { choose, chosen } from "../chosen.ts";
import { posted, useFetched } from "../fetched.ts";
import { isReadOnly, runs } from "../view-state.ts";
import { Failure } from "./code-text.tsx";
import { SavedGames } from "./saved-games.tsx";

/** Fields as they are typed; an empty one is left out of the order. */
const FIELDS = ["world", "set", "run", "variant", "against", "reward", "objective", "seat", "seed"] as const;
type Typed = Readonly<Record<(typeof FIELDS)[number], string>>;

/** The fields of an address, in which the run is called `of`, since `run` shows one. */
const addressed = (): Typed => {
  const of = (name: string) => chosen.value.get(name) ?? "";
  const [world, run] = [of("world"), of("of")];
  return {
    ...{ world: world === "" && run === "" ? "commons/pool" : world, set: of("set"), run, variant: of("variant") },
    ...{ against: of("against"), reward: of("reward"), objective: of("objective"), seat: of("seat"), seed: of("seed") },
  };
};

function orderOf({ world, set, run, variant, seed, ...typed }: Typed): GameOrder {
  const given = (value: string, name: keyof GameOrder) => (value.trim() === "" ? {} : { [name]: value.trim() });
  const seeds = seed.trim() === "" ? {} : { seed: Number(seed) };
  if (run !== "") return { run, ...given(variant, "variant"), ...given(typed.seat, "seat"), ...seeds };
  const lines = set.split("\n").filter((line) => line.trim() !== "");
  return {
    world: world.trim(),
    ...(lines.length === 0 ? {} : { set: lines.map((line) => line.trim()) }),
    ...given(typed.against, "against"),
    ...given(typed.reward, "reward"),
    ...given(typed.objective, "objective"),
    ...given(typed.seat, "seat"),
    ...seeds,
  };
}

export function GameOrderPage() {
  const [typed, setTyped] = useState(addressed);
  const [{ look, problem }, setLook] = useState<{ look?: GameLook; problem?: string }>({});
  const [isBeginning, setBeginning] = useState(false);
  const { data: names } = useFetched<PlayableNames>("./api/games/names");
  const { seat: _seat, seed: _seed, ...place } = orderOf(typed);
  // Text that is still being typed is looked at when the field is left.
  const [asked, setAsked] = useState(JSON.stringify(place));
  useEffect(() => {
    if (isReadOnly) return undefined;
    let isOld = false;
    posted<GameLook>("./api/games/look", JSON.parse(asked)).then(
      (seen) => isOld || setLook({ look: seen }),
      (error: unknown) => isOld || setLook({ problem: messageOf(error) }),
    );
    return () => {
      isOld = true;
    };
  }, [asked]);
  const change = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  const settle = (part: Partial<Typed> = {}): void => {
    const { seat: _, seed: __, ...order } = orderOf({ ...typed, ...part });
    setAsked(JSON.stringify(order));
  };
  const begin = async (): Promise<void> => {
    setBeginning(true);
    try {
      const { game } = await posted<{ game: string }>("./api/games", orderOf(typed));
      choose({ play: game });
    } catch (error) {
      setLook({ ...(look && { look }), problem: messageOf(error) });
      setBeginning(false);
    }
  };
  const field = (name: keyof Typed, label: string, list?: readonly string[], placeholder = "") => (
    <label>
      <span>{label}</span>
      <input
        type="text"
        value={typed[name]}
        placeholder={placeholder}
        list={list === undefined ? undefined : `of-${name}`}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
        onChange={() => settle()}
      />
      {list !== undefined && (
        <datalist id={`of-${name}`}>
          {list.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
  const known = runs.value ?? [];
  const run = known.find((one) => one.run === typed.run);
  if (isReadOnly)
    return (
      <main class="play">
        <h1>Play</h1>
        <p class="empty">This view only shows: a game is begun where the view may change things.</p>
        <SavedGames />
      </main>
    );
  return (
    <main class="play">
      <h1>Play</h1>
      <p class="about">
        Take a seat in a world, among agents of your choice. You see what the seat sees, and what you are paid beside
        what is wanted.
      </p>
      <form
        class="game-order"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <label>
          <span>What</span>
          <select
            value={typed.run}
            onChange={(event) => {
              const part = { run: event.currentTarget.value, variant: "", seat: "", seed: "" };
              change(part);
              settle(part);
            }}
          >
            <option value="">a world</option>
            {known.map(({ run: name, title }) => (
              <option key={name} value={name}>
                run: {title}
              </option>
            ))}
            {typed.run !== "" && run === undefined && <option value={typed.run}>run: {typed.run}</option>}
          </select>
        </label>
        {typed.run === "" ? (
          <>
            {field("world", "World", names?.worlds.map(({ id }) => id) ?? [])}
            <label class="wide">
              <span>Parameters, NAME=VALUE, one a line</span>
              <textarea
                rows={2}
                value={typed.set}
                onInput={(event) => change({ set: event.currentTarget.value })}
                onChange={() => settle()}
              />
            </label>
            {field("against", "Player of the other seats", names?.agents ?? [], "random")}
            {field("reward", "What is paid", names?.rewards ?? [], "private")}
            {field("objective", "What is wanted", look?.channels ?? [], "what is paid")}
          </>
        ) : (
          <label>
            <span>Variant</span>
            <select
              value={typed.variant}
              onChange={(event) => {
                const part = { variant: event.currentTarget.value, seat: "" };
                change(part);
                settle(part);
              }}
            >
              {(run?.variants ?? []).map((name, k) => (
                <option key={name} value={k === 0 ? "" : name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span>Your seat</span>
          <select value={typed.seat} onChange={(event) => change({ seat: event.currentTarget.value })}>
            {(look?.agents ?? []).map(({ id, label, policy }, k) => (
              <option key={id} value={k === 0 ? "" : id}>
                {label}, in place of {policy}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Seed{look?.seeds ? `, such as ${look.seeds.slice(0, 3).join(", ")}` : ""}</span>
          <input
            type="number"
            min={0}
            step={1}
            value={typed.seed}
            placeholder={String(look?.seeds?.[0] ?? 0)}
            onInput={(event) => change({ seed: event.currentTarget.value })}
          />
        </label>
        <p class="wide">
          <button type="submit" disabled={isBeginning}>
            {isBeginning ? "The game begins …" : "Take the seat"}
          </button>
        </p>
      </form>
      <Failure text={problem} />
      {look !== undefined && (
        <p class="about" role="status">
          {capital(look.about)}. Paid: {look.pay}. Wanted: {look.objective}.
        </p>
      )}
      <SavedGames />
    </main>
  );
}
