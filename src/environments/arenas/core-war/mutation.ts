// Random mutations of warriors that can still be assembled: the baseline of an editor without knowledge of Redcode.

import { UserError } from "../../../core/errors.ts";
import type { Random } from "../../../core/random.ts";
import type { CoreRules } from "./core.ts";
import { MODES, MODIFIERS, OPERATIONS } from "./instruction.ts";
import { assembled } from "./redcode.ts";
import { listing } from "./warrior.ts";

/** Maximum number of attempts at a mutation that can be assembled. */
const MOST_TRIES = 100;

/** The parts of `MOV.I $0,$1`. */
const PARTS = /^(\w+)\.(\w+) (.)(-?\d+),(.)(-?\d+)$/;

/** A warrior with one mutation: of an operation, modifier, mode or number, or by inserting, removing or swapping an instruction. */
export function mutated(text: string, rules: CoreRules, random: Random): string {
  const warrior = assembled(text, "the program", rules);
  const lines = listing(warrior);
  for (let k = 0; k < MOST_TRIES; k++) {
    const changed = changedLines(lines, rules, random);
    const start = Math.min(warrior.start, changed.length - 1);
    const candidate = [`ORG ${start}`, ...changed, ""].join("\n");
    if (changed.length > 0 && changed.join() !== lines.join() && isWarrior(candidate, rules)) return candidate;
  }
  return text;
}

function isWarrior(text: string, rules: CoreRules): boolean {
  try {
    assembled(text, "the program", rules);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

function changedLines(lines: readonly string[], rules: CoreRules, random: Random): string[] {
  const at = random.integer(lines.length);
  const of = <T>(all: readonly T[]): T => all[random.integer(all.length)];
  const [, operation, modifier, aMode, a, bMode, b] = PARTS.exec(lines[at]) ?? [];
  const number = (old: string) =>
    String(random.uniform() < 0.5 ? Number(old) + of([-2, -1, 1, 2]) : random.integer(rules.size));
  const line = (parts: readonly string[]) => `${parts[0]}.${parts[1]} ${parts[2]}${parts[3]},${parts[4]}${parts[5]}`;
  const own = [operation, modifier, aMode, a, bMode, b];
  switch (random.integer(9)) {
    case 0:
      return lines.with(at, line(own.with(0, of(OPERATIONS))));
    case 1:
      return lines.with(at, line(own.with(1, of(MODIFIERS))));
    case 2:
      return lines.with(at, line(own.with(2, of(MODES))));
    case 3:
      return lines.with(at, line(own.with(4, of(MODES))));
    case 4:
      return lines.with(at, line(own.with(3, number(a))));
    case 5:
      return lines.with(at, line(own.with(5, number(b))));
    case 6:
      return lines.toSpliced(at, 0, lines[random.integer(lines.length)]);
    case 7:
      return lines.toSpliced(at, 1);
    default: {
      const other = random.integer(lines.length);
      return lines.with(at, lines[other]).with(other, lines[at]);
    }
  }
}
