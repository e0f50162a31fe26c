// Randomly generated state machines behind a ticket desk: 6 to 10 hidden states, two or three of which are decisions that can go wrong. The
// right tool for a symbol on the screen is the same on every machine, so that learning transfers; the effects of wrong tools differ. There
// are two families with equal pass rates of a novice: in one the decisions matter, in the other the result is random.

import { Random } from "../../core/random.ts";

export const TOOLS = ["look-up", "verify", "change", "undo", "submit"] as const;
const CHANGE = 2;
export const UNDO = 3;
export const SUBMIT = 4;
export const FAMILIES = ["branch", "noise"] as const;
export type Family = (typeof FAMILIES)[number];

/** Numbering of the symbols: decisions, recoverable mistakes, waits, then the locked ticket and the ready one. */
export const DECISIONS = 24;
export const MISTAKES = 16;
const WAITS = 6;
const LOCKED = DECISIONS + MISTAKES + WAITS;
const READY = LOCKED + 1;
export const SYMBOLS = READY + 1;

/** Target pass rate of a novice in either family, and its tolerance. */
export const PASS_RATE = 0.5;
export const PASS_WIDTH = 0.02;

/** A task; the machine starts in state 0. */
export interface DeskMachine {
  readonly family: Family;
  readonly states: number;
  /** [states × tools] successor by tool; submitting ends the episode. */
  readonly next: Int8Array;
  /** [states] symbol on the screen. */
  readonly symbols: Int16Array;
  /** [states] probability that a ticket closed in this state is accepted. */
  readonly accepted: Float64Array;
}

/** The right tool for a symbol; for a locked ticket it is giving up, which saves time. */
export function rightTool(symbol: number): number {
  if (symbol < DECISIONS) return symbol % 3;
  if (symbol < DECISIONS + MISTAKES) return UNDO;
  return symbol < LOCKED ? symbol % 2 : SUBMIT;
}

export const isMistake = (symbol: number): boolean =>
  (symbol >= DECISIONS && symbol < DECISIONS + MISTAKES) || symbol === LOCKED;

/**
 * The novice's policy, [symbols × tools]: it knows the right tool of a symbol about half of the time, of some symbols better than of
 * others.
 */
export const NOVICE: Float64Array = noviceHabits();

function noviceHabits(): Float64Array {
  const random = Random.of(0, "ticket desk", "novice");
  const habits = new Float64Array(SYMBOLS * TOOLS.length);
  for (let symbol = 0; symbol < SYMBOLS; symbol++) {
    const right = rightTool(symbol);
    const sure = random.uniform(...skill(symbol));
    const shares = TOOLS.map((_, tool) => (tool === right ? 0 : leaning(symbol, tool) * random.uniform(0.1, 1) ** 2));
    const rest = shares.reduce((sum, share) => sum + share, 0);
    for (const [tool, share] of shares.entries())
      habits[symbol * TOOLS.length + tool] = tool === right ? sure : ((1 - sure) * share) / rest;
  }
  return habits;
}

/** Range of the probability that the novice uses the right tool for a symbol. */
function skill(symbol: number): [low: number, high: number] {
  if (symbol < DECISIONS) return [0.2, 0.7];
  if (symbol < DECISIONS + MISTAKES) return [0.1, 0.3];
  if (symbol === LOCKED) return [0.95, 0.99];
  return symbol < LOCKED ? [0.75, 0.9] : [0.8, 0.9];
}

/** Weight of each wrong tool in the novice's policy: usually one of the first three tools; after a mistake, giving up. */
function leaning(symbol: number, tool: number): number {
  if (isMistake(symbol)) return tool === SUBMIT ? 8 : 0.2;
  if (tool === SUBMIT || tool === UNDO) return 0.1;
  return symbol === READY && tool === CHANGE ? 0.1 : 1;
}

/**
 * Success probabilities under a policy [symbols × tools], [(patience + 1) × states] by turns taken. Bellman's equation runs backwards from
 * the last turn, after which the ticket is closed in its current state.
 */
export function deskValues(machine: DeskMachine, policy: ArrayLike<number>, patience: number): Float64Array {
  const { states, next, symbols, accepted } = machine;
  const values = new Float64Array((patience + 1) * states);
  values.set(accepted, patience * states);
  for (let t = patience - 1; t >= 0; t--) {
    for (let s = 0; s < states; s++) {
      let value = 0;
      for (let tool = 0; tool < TOOLS.length; tool++) {
        const after = tool === SUBMIT ? accepted[s] : values[(t + 1) * states + next[s * TOOLS.length + tool]];
        value += policy[symbols[s] * TOOLS.length + tool] * after;
      }
      values[t * states + s] = value;
    }
  }
  return values;
}

/**
 * Draws machines until the novice's pass rate is 0.5 ± 0.02. Machines of the noise family have the same structure, but a coin with that
 * probability decides when the ticket is closed: decisions do not matter, and only the outcomes distinguish the families.
 */
export function drawMachine(family: Family, patience: number, random: Random): DeskMachine {
  for (;;) {
    const machine = drawAny(family, random);
    const rate = deskValues(machine, NOVICE, patience)[0];
    if (Math.abs(rate - PASS_RATE) > PASS_WIDTH) continue;
    return family === "branch" ? machine : { ...machine, accepted: machine.accepted.map(() => rate) };
  }
}

function drawAny(family: Family, random: Random): DeskMachine {
  const stages = 2 + random.integer(2);
  const waits = stages - random.integer(2);
  // Order of the states: decisions, the goal, the mistake of each decision, waits.
  const goal = stages;
  const mistake = goal + 1;
  const wait = mistake + stages;
  const states = wait + waits;
  const next = new Int8Array(states * TOOLS.length);
  const symbols = new Int16Array(states);
  const lead = (from: number, tool: number, to: number) => {
    next[from * TOOLS.length + tool] = to;
  };
  for (let s = 0; s < states; s++) for (let tool = 0; tool < TOOLS.length; tool++) lead(s, tool, s);

  const decisions = distinct(DECISIONS, stages, random);
  const slips = distinct(MISTAKES, stages, random);
  const idle = distinct(WAITS, waits, random);
  for (let d = 0; d < stages; d++) {
    symbols[d] = decisions[d];
    const right = rightTool(decisions[d]);
    const trap = (right + 1 + random.integer(2)) % 3;
    const third = 3 - right - trap;
    lead(d, right, d + 1);
    lead(d, trap, mistake + d);
    if (d < waits) {
      lead(d, third, wait + d);
      symbols[wait + d] = DECISIONS + MISTAKES + idle[d];
      lead(wait + d, rightTool(symbols[wait + d]), d + 1);
      lead(wait + d, UNDO, d);
    } else lead(d, third, mistake + d);
    if (d > 0) lead(d, UNDO, d - 1);
    const undone = random.uniform() < 0.7;
    symbols[mistake + d] = undone ? DECISIONS + slips[d] : LOCKED;
    if (undone) lead(mistake + d, UNDO, d);
  }
  symbols[goal] = READY;
  lead(goal, CHANGE, mistake + stages - 1);
  lead(goal, UNDO, goal - 1);
  const accepted = new Float64Array(states);
  accepted[goal] = 1;
  return { family, states, next, symbols, accepted };
}

/** Draws `count` different numbers below `bound`. */
function distinct(bound: number, count: number, random: Random): number[] {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(random.integer(bound));
  return [...drawn];
}
