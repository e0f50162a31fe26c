// The core: a ring of cells in which the instructions of warriors run, one task of each in turn (ICWS'94, as pMARS plays it).

import * as bits from "./instruction.ts";
import type { Warrior } from "./warrior.ts";

/** Sizes and limits of a core. */
export interface CoreRules {
  /** Cells. */
  readonly size: number;
  /** Tasks of a warrior at a time. */
  readonly processes: number;
  /** Steps of each warrior after which a round is a draw. */
  readonly cycles: number;
  /** Instructions of a warrior. */
  readonly length: number;
  /** Cells between the first cells of two warriors, at least. */
  readonly distance: number;
}

/** The published sizes. */
export const CORES = {
  standard: { size: 8000, processes: 8000, cycles: 80_000, length: 100, distance: 100 },
  small: { size: 800, processes: 800, cycles: 8000, length: 20, distance: 20 },
  nano: { size: 80, processes: 80, cycles: 800, length: 5, distance: 5 },
} as const satisfies Readonly<Record<string, CoreRules>>;

/** Here, since they are looked up in each step. */
const { A_MODE_AT, B_MODE_AT, MODIFIER_AT } = bits;
const [DAT, MOV, ADD, SUB, MUL, DIV, MOD, JMP] = [0, 1, 2, 3, 4, 5, 6, 7];
const [JMZ, JMN, DJN, SEQ, SNE, SLT, SPL] = [8, 9, 10, 11, 12, 13, 14];
/** Modifiers by their places. */
const [A, B, AB, BA, F, X, I] = [0, 1, 2, 3, 4, 5, 6];
/** Modes: at once, direct; then by the A field where even and by the B field where odd, counted down from 4 on and up from 6 on. */
const [IMMEDIATE, DIRECT] = [0, 1];
const [COUNTED_DOWN, COUNTED_UP] = [4, 6];

export class Core {
  readonly rules: CoreRules;
  /** Of each cell: what it does, and its two numbers from 0 to the size less 1. */
  readonly code: Uint16Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Queues of tasks, as rings: where the first task stands, and how many there are. */
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

  /** Cells are `DAT.F $0,$0`, and no task is left. */
  clear(): void {
    this.code.fill(EMPTY);
    this.a.fill(0);
    this.b.fill(0);
    this.#first.fill(0);
    this.#count.fill(0);
  }

  /** Puts a warrior's instructions from a cell on, and begins its one task. */
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

  /** The cell of a warrior's next task, which it must have. */
  place(seat: number): number {
    return this.#tasks[seat][this.#first[seat]];
  }

  /** Whether a cell is as it was before any warrior came. */
  isEmpty(cell: number): boolean {
    return this.code[cell] === EMPTY && this.a[cell] === 0 && this.b[cell] === 0;
  }

  /** Cells of a warrior's tasks, the next one first. */
  places(seat: number): number[] {
    const [queue, first] = [this.#tasks[seat], this.#first[seat]];
    return Array.from({ length: this.#count[seat] }, (_, k) => queue[(first + k) % queue.length]);
  }

  /**
   * Lets two warriors take turns, `begins` first, for at most so many steps in all; the seat that is left, or −1 where both are. It ends
   * as soon as one has no task.
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
      // Where the queue begins once this task is taken from it.
      const rest = first + 1 === processes ? 0 : first + 1;
      let count = counts[seat] - 1;

      const fetched = code[here];
      const bField = b[here];
      // The A operand is found, copied and counted before the B operand is looked for.
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
          // Below 2^53 for any size up to 2^26.
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
          // By which number each field is divided; a field that takes no part by 1, and rests.
          const onA = modifier !== B && modifier !== AB;
          const onB = modifier !== A && modifier !== BA;
          const crossed = modifier === X || modifier === AB || modifier === BA;
          const byA = crossed ? aB : aA;
          const byB = crossed ? aA : aB;
          const divides = (fetched & 15) === DIV;
          // The other field is written also where one is divided by 0.
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
        // NOP has found its operands, and goes on.
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

/** `DAT.F $0,$0`. */
const EMPTY = DAT | (F << MODIFIER_AT) | (DIRECT << A_MODE_AT) | (DIRECT << B_MODE_AT);

const modulo = (value: number, size: number): number => ((value % size) + size) % size;

/** Whether the fields that a modifier takes of the B operand are all 0. */
function isZero(modifier: number, a: number, b: number): boolean {
  if (modifier === A || modifier === BA) return a === 0;
  return b === 0 && (modifier === B || modifier === AB || a === 0);
}

/** Whether the fields that belong together are equal. */
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

/** Whether each field of the A operand is below the field of the B operand that it belongs to. */
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
