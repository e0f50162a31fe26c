// A game as a page plays it: the page reads how the game stands, and sends moves. The game waits for the person between two messages.

import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { messageOf, UserError } from "../../core/errors.ts";
import { textIn } from "../../core/text.ts";
import { type SeatedGame, seatGame } from "./game.ts";
import { gameSteps } from "./game-steps.ts";
import type { FinishedGame } from "./kept-games.ts";
import { actionOf, deedsOf, type PersonMove, partOf, writtenLine } from "./moves.ts";
import { Left, type SeatSight } from "./person.ts";
import type { GameStanding, PersonOptions, PersonTurn, PlayedStep, SeenField } from "./play-data.ts";
import { seatPlayers } from "./seat-players.ts";

/** A game that a page plays. */
export interface GameDesk {
  /** How it stands, once that differs from `stamp`, or after some milliseconds. */
  standing(stamp: number, milliseconds: number): Promise<GameStanding>;
  /** Plays a move of a turn. Throws a UserError where it means nothing, or the turn is not the present one. */
  move(turn: number, move: PersonMove): void;
  /** The person leaves: the game ends where it stands. */
  leave(): void;
  /** What was played so far, for a recording. */
  readonly played: () => Pick<FinishedGame, "result" | "steps" | "saved">;
  saved(name: string): void;
}

/** Maximum numbers of a field, choices that have a button each, choices that are named, steps and characters of a view that are shown. */
const MOST = { values: 40, buttons: 60, names: 5000, steps: 30, letters: 20_000 } as const;

/** Milliseconds within which others mostly act. */
const SOON = 150;

/** Begins a game; `title` names it for the page. */
export function gameDesk(game: SeatedGame, title: string): GameDesk {
  const { setting, seat, seed } = game;
  const { spec, objective, about, pay } = setting;
  const played = seatGame(game);
  const { environment } = played;
  const steps = gameSteps(setting);
  const recent: PlayedStep[] = [];
  let [stamp, turns] = [1, 0];
  let state: GameStanding["state"] = "waiting";
  let failure: string | null = null;
  let savedAs: string | null = null;
  let last: Parameters<NonNullable<NumericEnvironment["scene"]>>[0];
  let open: { readonly turn: PersonTurn; play(action: readonly number[]): void; leave(): void } | undefined;
  let isLeft = false;
  let waiting: (() => void)[] = [];

  const changed = (): void => {
    stamp += 1;
    for (const tell of waiting) tell();
    waiting = [];
  };
  const ask = (sight: SeatSight): Promise<readonly number[]> => {
    if (isLeft) return Promise.reject(new Left());
    turns += 1;
    return new Promise((resolve, reject) => {
      open = { turn: turnOf(environment, seat, turns, sight), play: resolve, leave: () => reject(new Left()) };
      state = "turn";
      changed();
    });
  };
  const ended = (how: GameStanding["state"], why: string | null = null): void => {
    open = undefined;
    [state, failure] = [how, why];
    changed();
  };
  played
    .play({ begin() {}, ask }, (step) => {
      steps.add(step);
      last = { actions: step.actions.slice(), outcomes: step.outcomes.slice() };
      const isPlain =
        spec.alphabet === undefined && (environment.toolPlay === undefined || spec.choiceNames !== undefined);
      const deeds = isPlain ? deedsOf(spec, step.actions) : [];
      recent.unshift({ step: steps.count(), deeds, pay: [...step.pay] });
      recent.length = Math.min(recent.length, MOST.steps);
    })
    .then(
      ({ over, failure: why }) => ended(why === undefined ? (over ? "over" : "left") : "broken", why),
      (error: unknown) => ended("broken", messageOf(error)),
    );

  const now = (): GameStanding => {
    const { agents: results, steps: count } = played.result();
    const row = (name: string, { unit, meaning }: { unit: string; meaning: string }, values: readonly number[]) => ({
      ...{ name, unit, meaning },
      values: values.map((value) => (Number.isFinite(value) ? value : null)),
    });
    return {
      ...{ stamp, title, about, seat, seed, horizon: spec.horizon, steps: count, state, failure, recent, pay },
      task: partOf(environment, seat)?.task ?? null,
      agents: seatPlayers(setting, seat),
      turn: open?.turn ?? null,
      scene: environment.scene?.(last) ?? null,
      rows: [
        row(
          "pay",
          { unit: "reward", meaning: pay },
          results.map((one) => one.pay),
        ),
        row(
          objective.name,
          objective,
          results.map((one) => one.objective),
        ),
        ...spec.channels.map((channel) =>
          row(
            channel.name,
            channel,
            results.map((one) => one.outcomes[channel.name]),
          ),
        ),
      ],
      objective: objective.name,
      saved: savedAs,
    };
  };

  return {
    played: () => ({ result: played.result(), steps, saved: savedAs }),
    async standing(known, milliseconds) {
      if (known === stamp && milliseconds > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          waiting.push(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      return now();
    },
    move(number, move) {
      if (open === undefined) {
        const hint = state === "waiting" ? "wait for the next turn" : "begin another game";
        throw new UserError({
          code: "no-turn",
          what: state === "waiting" ? "others act now" : "the game is over",
          hint,
        });
      }
      if (number !== open.turn.number) {
        const what = `turn ${number} is not open, and may have been played in another tab`;
        throw new UserError({ code: "no-turn", what, hint: `the page shows turn ${open.turn.number} now` });
      }
      const action = actionOf(environment, seat, documentMove(move, spec));
      const { play } = open;
      open = undefined;
      state = "waiting";
      play(action);
      const before = stamp;
      // Most games are at the next turn at once: a page hears of the others only where they take their time.
      setTimeout(() => before === stamp && changed(), SOON).unref();
    },
    leave() {
      isLeft = true;
      open?.leave();
    },
    saved(name) {
      savedAs = name;
      changed();
    },
  };
}

/** A page sends a whole document, which its end then follows. */
function documentMove(move: PersonMove, { documentEnd: end }: NumericSpec): PersonMove {
  if (!("line" in move) || end === undefined || end === "") return move;
  return { line: `${move.line.replaceAll("\r", "")}${writtenLine(".", end)}` };
}

function turnOf(environment: NumericEnvironment, seat: number, number: number, { observation }: SeatSight): PersonTurn {
  const { spec, toolPlay, texts = {} } = environment;
  const seen =
    toolPlay !== undefined
      ? { text: toolPlay.shown(seat) }
      : spec.alphabet !== undefined
        ? { text: textIn(observation, spec.alphabet) }
        : { fields: fieldsOf(spec, observation) };
  const views = Object.entries(texts).map(([name, view]) => ({ name, text: view().slice(0, MOST.letters) }));
  return { number, seen, options: optionsOf(environment, seat, observation), views };
}

function fieldsOf({ observation: fields }: NumericSpec, observation: Float32Array): SeenField[] {
  let from = 0;
  return fields.map(({ name, size, meaning }) => {
    const values = [...observation.subarray(from, from + Math.min(size, MOST.values))];
    from += size;
    return { name, meaning, values, size };
  });
}

function optionsOf(environment: NumericEnvironment, seat: number, observation: Float32Array): PersonOptions {
  const { spec } = environment;
  const { choices, choiceNames, actionSize: size, actionUnit: unit, legal } = spec;
  const part = partOf(environment, seat);
  if (part !== undefined) return { kind: "tools", tools: part.tools };
  if (spec.alphabet !== undefined) return { kind: "text", isDocument: (spec.documentEnd ?? "") !== "" };
  const isNamed = choices !== undefined && (choiceNames !== undefined || choices <= MOST.buttons);
  if (choices !== undefined && isNamed) {
    const open = legal?.(observation) ?? Array.from({ length: choices }, (_, choice) => choice);
    const names = open.slice(0, MOST.names).map((choice) => choiceNames?.[choice] ?? String(choice));
    return { kind: names.length <= MOST.buttons ? "choices" : "named", unit, names };
  }
  const ranges = Array.from({ length: size }, (_, k) => {
    const at = seat * size + k;
    return [spec.actionLow[at], spec.actionHigh[at]] as const;
  });
  return { kind: "numbers", unit, isWhole: choices !== undefined, ranges };
}
