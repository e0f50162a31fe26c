// The core: a ring of cells in which the warriors' instructions are executed, one task of each warrior in turn (ICWS'94, as in pMARS).

import * as bits from "./instruction.ts";
import type { Warrior } from "./warrior.ts";

export interface CoreRules {
  /** Number of cells. */
  readonly size: number;
  /** Maximum number of tasks of a warrior at a time. */
  readonly processes: number;
  /** Steps of each warrior after which a round is a draw. */
  readonly cycles: number;
  /** Maximum number of instructions of a warrior. */
  readonly length: number;
  /** Minimum distance between the first cells of two warriors. */
  readonly distance: number;
}

/** The published sizes. */
export const CORES = {
  standard: { size: 8000, processes: 8000, cycles: 80_000, length: 100, distance: 100 },
  small: { size: 800, processes: 800, cycles: 8000, length: 20, distance: 20 },
  nano: { size: 80, processes: 80, cycles: 800, length: 5, distance: 5 },
} as const satisfies Readonly<Record<string, CoreRules>>;

/** Local constants, because they are used in each step. */
const { A_MODE_AT, B_MODE_AT, MODIFIER_AT } = bits;
const [DAT, MOV, ADD, SUB, MUL, DIV, MOD, JMP] = [0, 1, 2, 3, 4, 5, 6, 7];
const [JMZ, JMN, DJN, SEQ, SNE, SLT, SPL] = [8, 9, 10, 11, 12, 13, 14];
/** Modifiers by number. */
const [A, B, AB, BA, F, X, I] = [0, 1, 2, 3, 4, 5, 6];
/**
 * Modes: immediate, direct; then, from 2 on, even numbers use the A field and odd ones the B field, with pre-decrement from 4 on and
 * post-increment from 6 on.
 */
const [IMMEDIATE, DIRECT] = [0, 1];
const [COUNTED_DOWN, COUNTED_UP] = [4, 6];

export class Core {
  readonly rules: CoreRules;
  /** Contents of each cell: its code, and its two numbers from 0 to the size less 1. */
  readonly code: Uint16Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Task queues as ring buffers: index of the first task, and number of tasks. */
  readonly #tasks: readonly Int32Array[];
  readonly #first: Int32Array;
  readonly #count: Int32Array;

  constructor(rules: CoreRules, warriors = 2) {
    this.rules = rules;
    this.code = new Uint16Array(rules.size);
    this.a = new Int32Array(rules.size);
    this.b = new Int32Array(rules.size);
    this.#tasks = Array.from({ length: warriors }, () => new Int32Array(rules.processes));
    this.#first = new Int32Array(warriors);
    this.#count = new Int32Array(warriors);
  }

  /** Fills the core with `DAT.F $0,$0` and removes all tasks. */
  clear(): void {
    this.code.fill(EMPTY);
    this.a.fill(0);
    this.b.fill(0);
    this.#first.fill(0);
    this.#count.fill(0);
  }

  /** Loads a warrior's instructions from a cell on, and starts its first task. */
  load(seat: number, warrior: Warrior, at: number): void {
    const { size } = this.rules;
    for (let k = 0; k < warrior.code.length; k++) {
      const cell = (at + k) % size;
      this.code[cell] = warrior.code[k];
      this.a[cell] = modulo(warrior.a[k], size);
      this.b[cell] = modulo(warrior.b[k], size);
    }
    this.#tasks[seat][0] = (at + warrior.start) % size;
    this.#first[seat] = 0;
    this.#count[seat] = 1;
  }

  tasks(seat: number): number {
    return this.#count[seat];
  }

  /** The cell of a warrior's next task; the warrior must have one. */
  place(seat: number): number {
    return this.#tasks[seat][this.#first[seat]];
  }

  /** Whether a cell is in its initial state. */
  isEmpty(cell: number): boolean {
    return this.code[cell] === EMPTY && this.a[cell] === 0 && this.b[cell] === 0;
  }

  /** Cells of a warrior's tasks, the next one first. */
  places(seat: number): number[] {
    const [queue, first] = [this.#tasks[seat], this.#first[seat]];
    return Array.from({ length: this.#count[seat] }, (_, k) => queue[(first + k) % queue.length]);
  }

  /**
   * Runs two warriors in turn, `begins` first, for at most `steps` steps in total. Stops as soon as one has no task and returns the
   * surviving seat, or −1 where both survive.
   */
  fight(begins: number, steps: number): number {
    const { code, a, b } = this;
    const { size, processes } = this.rules;
    const [ownTasks, otherTasks] = this.#tasks;
    const firsts = this.#first;
    const counts = this.#count;
    let seat = begins;
    for (let taken = 0; taken < steps; taken++) {
      const queue = seat === 0 ? ownTasks : otherTasks;
      const first = firsts[seat];
      const here = queue[first];
      // Start of the queue after this task is removed.
      const rest = first + 1 === processes ? 0 : first + 1;
      let count = counts[seat] - 1;

      const fetched = code[here];
      const bField = b[here];
      // The A operand is evaluated completely before the B operand, including increments.
      const aMode = (fetched >> A_MODE_AT) & 7;
      let aPlace = here;
      let aCode = fetched;
      let aA = a[here];
      let aB = bField;
      if (aMode !== IMMEDIATE) {
        aPlace += aA;
        if (aPlace >= size) aPlace -= size;
        if (aMode !== DIRECT) {
          const field = (aMode & 1) === 0 ? a : b;
          const pointer = aPlace;
          if (aMode >= COUNTED_DOWN && aMode < COUNTED_UP)
            field[pointer] = field[pointer] === 0 ? size - 1 : field[pointer] - 1;
          aPlace += field[pointer];
          if (aPlace >= size) aPlace -= size;
          aCode = code[aPlace];
          aA = a[aPlace];
          aB = b[aPlace];
          if (aMode >= COUNTED_UP) field[pointer] = field[pointer] === size - 1 ? 0 : field[pointer] + 1;
        } else {
          aCode = code[aPlace];
          aA = a[aPlace];
          aB = b[aPlace];
        }
      }
      const bMode = (fetched >> B_MODE_AT) & 7;
      let place = here;
      let counter = -1;
      let counted = a;
      if (bMode !== IMMEDIATE) {
        place += bField;
        if (place >= size) place -= size;
        if (bMode !== DIRECT) {
          counted = (bMode & 1) === 0 ? a : b;
          const pointer = place;
          if (bMode >= COUNTED_UP) counter = pointer;
          else if (bMode >= COUNTED_DOWN) counted[pointer] = counted[pointer] === 0 ? size - 1 : counted[pointer] - 1;
          place += counted[pointer];
          if (place >= size) place -= size;
        }
      }
      const bCode = code[place];
      const bA = a[place];
      const bB = b[place];
      if (counter >= 0) counted[counter] = counted[counter] === size - 1 ? 0 : counted[counter] + 1;

      const modifier = (fetched >> MODIFIER_AT) & 7;
      let next = here + 1 === size ? 0 : here + 1;
      switch (fetched & 15) {
        case DAT:
          next = -1;
          break;
        case MOV:
          switch (modifier) {
            case A:
              a[place] = aA;
              break;
            case B:
              b[place] = aB;
              break;
            case AB:
              b[place] = aA;
              break;
            case BA:
              a[place] = aB;
              break;
            case X:
              a[place] = aB;
              b[place] = aA;
              break;
            case I:
              code[place] = aCode;
              a[place] = aA;
              b[place] = aB;
              break;
            default:
              a[place] = aA;
              b[place] = aB;
          }
          break;
        case ADD:
          switch (modifier) {
            case A:
              a[place] = bA + aA < size ? bA + aA : bA + aA - size;
              break;
            case B:
              b[place] = bB + aB < size ? bB + aB : bB + aB - size;
              break;
            case AB:
              b[place] = bB + aA < size ? bB + aA : bB + aA - size;
              break;
            case BA:
              a[place] = bA + aB < size ? bA + aB : bA + aB - size;
              break;
            case X:
              a[place] = bA + aB < size ? bA + aB : bA + aB - size;
              b[place] = bB + aA < size ? bB + aA : bB + aA - size;
              break;
            default:
              a[place] = bA + aA < size ? bA + aA : bA + aA - size;
              b[place] = bB + aB < size ? bB + aB : bB + aB - size;
          }
          break;
        case SUB:
          switch (modifier) {
            case A:
              a[place] = bA < aA ? bA - aA + size : bA - aA;
              break;
            case B:
              b[place] = bB < aB ? bB - aB + size : bB - aB;
              break;
            case AB:
              b[place] = bB < aA ? bB - aA + size : bB - aA;
              break;
            case BA:
              a[place] = bA < aB ? bA - aB + size : bA - aB;
              break;
            case X:
              a[place] = bA < aB ? bA - aB + size : bA - aB;
              b[place] = bB < aA ? bB - aA + size : bB - aA;
              break;
            default:
              a[place] = bA < aA ? bA - aA + size : bA - aA;
              b[place] = bB < aB ? bB - aB + size : bB - aB;
          }
          break;
        case MUL:
          // Products stay below 2^53 for sizes up to 2^26.
          switch (modifier) {
            case A:
              a[place] = (bA * aA) % size;
              break;
            case B:
              b[place] = (bB * aB) % size;
              break;
            case AB:
              b[place] = (bB * aA) % size;
              break;
            case BA:
              a[place] = (bA * aB) % size;
              break;
            case X:
              a[place] = (bA * aB) % size;
              b[place] = (bB * aA) % size;
              break;
            default:
              a[place] = (bA * aA) % size;
              b[place] = (bB * aB) % size;
          }
          break;
        case DIV:
        case MOD: {
          // Divisor of each field; a field that the modifier does not select is divided by 1 and not written.
          const onA = modifier !== B && modifier !== AB;
          const onB = modifier !== A && modifier !== BA;
          const crossed = modifier === X || modifier === AB || modifier === BA;
          const byA = crossed ? aB : aA;
          const byB = crossed ? aA : aB;
          const divides = (fetched & 15) === DIV;
          // The other field is written even where one divisor is 0.
          if (onA && byA !== 0) a[place] = divides ? (bA / byA) | 0 : bA % byA;
          if (onB && byB !== 0) b[place] = divides ? (bB / byB) | 0 : bB % byB;
          if ((onA && byA === 0) || (onB && byB === 0)) next = -1;
          break;
        }
        case JMP:
          next = aPlace;
          break;
        case JMZ:
          if (isZero(modifier, bA, bB)) next = aPlace;
          break;
        case JMN:
          if (!isZero(modifier, bA, bB)) next = aPlace;
          break;
        case DJN: {
          const onA = modifier !== B && modifier !== AB;
          const onB = modifier !== A && modifier !== BA;
          if (onA) a[place] = a[place] === 0 ? size - 1 : a[place] - 1;
          if (onB) b[place] = b[place] === 0 ? size - 1 : b[place] - 1;
          if ((onA && bA !== 1) || (onB && bB !== 1)) next = aPlace;
          break;
        }
        case SEQ:
          if (isSame(modifier, aA, aB, bA, bB) && (modifier !== I || aCode === bCode))
            next = next + 1 === size ? 0 : next + 1;
          break;
        case SNE:
          if (!(isSame(modifier, aA, aB, bA, bB) && (modifier !== I || aCode === bCode)))
            next = next + 1 === size ? 0 : next + 1;
          break;
        case SLT:
          if (isLess(modifier, aA, aB, bA, bB)) next = next + 1 === size ? 0 : next + 1;
          break;
        case SPL: {
          const last = rest + count;
          queue[last >= processes ? last - processes : last] = next;
          count += 1;
          next = count < processes ? aPlace : -1;
          break;
        }
        // NOP has evaluated its operands and continues.
        default:
      }
      if (next >= 0) {
        const last = rest + count;
        queue[last >= processes ? last - processes : last] = next;
        count += 1;
      }
      firsts[seat] = rest;
      counts[seat] = count;
      if (count === 0) return 1 - seat;
      seat = 1 - seat;
    }
    return -1;
  }
}

/** Code of the initial instruction `DAT.F $0,$0`. */
const EMPTY = DAT | (F << MODIFIER_AT) | (DIRECT << A_MODE_AT) | (DIRECT << B_MODE_AT);

const modulo = (value: number, size: number): number => ((value % size) + size) % size;

/** Whether all fields of the B operand selected by the modifier are 0. */
function isZero(modifier: number, a: number, b: number): boolean {
  if (modifier === A || modifier === BA) return a === 0;
  return b === 0 && (modifier === B || modifier === AB || a === 0);
}

/** Whether the corresponding fields of the operands are equal. */
function isSame(modifier: number, aA: number, aB: number, bA: number, bB: number): boolean {
  switch (modifier) {
    case A:
      return aA === bA;
    case B:
      return aB === bB;
    case AB:
      return aA === bB;
    case BA:
      return aB === bA;
    case X:
      return aA === bB && aB === bA;
    default:
      return aA === bA && aB === bB;
  }
}

/** Whether each selected field of the A operand is less than the corresponding field of the B operand. */
function isLess(modifier: number, aA: number, aB: number, bA: number, bB: number): boolean {
  switch (modifier) {
    case A:
      return aA < bA;
    case B:
      return aB < bB;
    case AB:
      return aA < bB;
    case BA:
      return aB < bA;
    case X:
      return aA < bB && aB < bA;
    default:
      return aA < bA && aB < bB;
  }
}
