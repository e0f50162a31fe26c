// Scenes of tool environments: the hidden data, the parts that tools have revealed, and the progress.

import type { Point, Scene, Shape, Tone } from "../../core/scene.ts";
import { between, block, counted, label, rectangle } from "../scene-shapes.ts";
import { DECISIONS, type DeskMachine, isMistake, MISTAKES, rightTool, SUBMIT, TOOLS } from "./desk-machine.ts";

export interface PictureScene {
  /** The digits, and the digits as revealed by tools: −1 where hidden. */
  readonly picture: ArrayLike<number>;
  readonly known: ArrayLike<number>;
  /** Whether a digit matters to the question. */
  readonly matters: (place: number) => boolean;
  readonly question: string;
  readonly calls: number;
  readonly allowed: number;
  /** Description of the last token. */
  readonly did: string;
  readonly truth: number;
  /** The answer, and whether it is right; undefined before an answer. */
  readonly answer: { readonly given: number; readonly right: boolean } | undefined;
}

/** Digits as cards: open where revealed, faint otherwise. */
export function pictureScene(scene: PictureScene): Scene {
  const { picture, known, matters, question, calls, allowed, did, truth, answer } = scene;
  const cards = Array.from(picture, (digit, k): Shape[] => {
    const x = 4.5 + 8 * k;
    const shown = known[k] >= 0;
    const tone: Tone = !shown ? "muted" : known[k] === digit ? "good" : "bad";
    return [
      {
        ...block(rectangle(x, 4, x + 7, 12), shown ? "surface" : "faint"),
        ...{ stroke: tone, width: matters(k) ? 4 : 1 },
      },
      label([x + 3.5, 8.4], String(shown ? known[k] : digit), 4.5, {
        fill: shown ? "ink" : "muted",
        opacity: shown ? 1 : 0.45,
      }),
      label([x + 3.5, 4.9], shown ? (known[k] === digit ? "shown" : `wrong, is ${digit}`) : "hidden", 0.95, {
        fill: "muted",
      }),
    ];
  });
  const end: Tone = answer === undefined ? "ink" : answer.right ? "good" : "bad";
  return {
    view: { left: 0, right: 32, bottom: 0, top: 15.5 },
    shapes: [
      label([0.5, 14.2], `Asked for: the ${question}`, 1.2, { align: "start" }),
      label([31.5, 14.2], `${calls} of ${allowed} calls`, 1, { align: "end", fill: "muted" }),
      ...cards.flat(),
      label([0.5, 1.8], `Last token: ${did}`, 1.1, { align: "start" }),
      label([31.5, 1.8], `right is ${truth}`, 1, { align: "end", fill: "muted" }),
      ...(answer === undefined ? [] : [between([0.5, 0.7], [31.5, 0.7], end, { width: 5 })]),
    ],
    caption:
      answer === undefined
        ? `The ${question} is asked for; ${calls} of ${allowed} calls were made.`
        : `The answer ${answer.given} is ${answer.right ? "right" : "wrong"}; the ${question} is ${truth}.`,
  };
}

export interface DeskScene {
  readonly machine: DeskMachine;
  readonly at: number;
  readonly turn: number;
  readonly patience: number;
  /** Number of the last tool; undefined before the first. */
  readonly tool: number | undefined;
  /** How the ticket was closed; undefined while it is open. */
  readonly closed: boolean | undefined;
}

/** The hidden states of a ticket: decisions in a row up to the ready state, waits above, mistakes below. */
export function deskScene({ machine, at, turn, patience, tool, closed }: DeskScene): Scene {
  const { states, next, symbols, accepted } = machine;
  const ready = Array.from(symbols).findIndex((symbol) => rightTool(symbol) === SUBMIT);
  const isWait = (state: number) =>
    symbols[state] >= DECISIONS + MISTAKES && !isMistake(symbols[state]) && state !== ready;
  const row = (state: number) => (isMistake(symbols[state]) ? 0 : isWait(state) ? 2 : 1);
  const each = 32 / (ready + 1);
  const all = Array.from({ length: states }, (_, state) => state);
  // In numbering, mistakes and waits follow the ready state, each in the order of their decisions.
  const column = (state: number) =>
    state <= ready
      ? state
      : all.filter((other) => other > ready && other < state && row(other) === row(state)).length +
        (row(state) === 2 ? 0.5 : 0);
  const place = (state: number): Point => [each * (column(state) + 0.5), 3 + 6 * row(state)];
  const size = 2;
  const shapes: Shape[] = [];
  for (const from of all) {
    for (const to of new Set(TOOLS.map((_, k) => next[from * TOOLS.length + k]))) {
      if (to === from) continue;
      const right = next[from * TOOLS.length + rightTool(symbols[from])] === to;
      shapes.push(way(place(from), place(to), size, right));
    }
  }
  for (const state of all) {
    const spoilt = isMistake(symbols[state]);
    const tone: Tone = state === ready ? "good" : spoilt ? "bad" : "muted";
    const here = state === at;
    shapes.push(
      { kind: "circle", at: place(state), radius: size, fill: "surface", stroke: tone, width: 2 },
      ...(here
        ? [{ kind: "circle", at: place(state), radius: size - 0.25, fill: "accent", opacity: 0.6 } as const]
        : []),
      label(place(state), state === ready ? "ready" : TOOLS[rightTool(symbols[state])], 0.92),
    );
  }
  const last = tool === undefined ? "none yet" : TOOLS[tool];
  const end = closed === undefined ? "" : closed ? "accepted" : "turned down";
  const kind = at === ready ? "ready" : isMistake(symbols[at]) ? "spoilt" : "in work";
  return {
    view: { left: -0.2, right: 32.2, bottom: 0.4, top: 21 },
    shapes: [
      label([0, 20], `Last tool: ${last}`, 1.1, { align: "start" }),
      label([32, 20], end === "" ? `turn ${turn} of ${patience}` : end, 1.1, {
        align: "end",
        fill: closed === undefined ? "muted" : closed ? "good" : "bad",
      }),
      label([0, 18.4], "In each state the tool that its symbol calls for", 0.9, { align: "start", fill: "muted" }),
      ...shapes,
    ],
    caption:
      closed === undefined
        ? `The ticket is ${kind} after ${turn} of ${counted(patience, "turn")}; closed now, it is accepted with chance ${accepted[at].toFixed(2)}.`
        : `The ticket was closed after ${counted(turn, "turn")} and ${end}.`,
  };
}

/** An arrow between the borders of two states, drawn to the right of the connecting line. */
function way(from: Point, to: Point, size: number, right: boolean): Shape {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const along = (at: number): Point => [from[0] + ux * at + 0.3 * uy, from[1] + uy * at - 0.3 * ux];
  return between(along(size * 1.05), along(length - size * 1.35), right ? "good" : "muted", {
    ...{ arrow: true, width: right ? 2.5 : 1.2, opacity: right ? 1 : 0.45 },
  });
}
