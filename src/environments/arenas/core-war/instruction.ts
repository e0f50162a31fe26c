// The instructions of a core, as ICWS'94 has them: what one does, which fields it takes, and how it finds its operands. All of it but the
// two numbers is one code, so that cells are compared and copied at once.

/** What an instruction does; `CMP` is another name of `SEQ`. */
export const OPERATIONS = [
  ...["DAT", "MOV", "ADD", "SUB", "MUL", "DIV", "MOD", "JMP"],
  ...["JMZ", "JMN", "DJN", "SEQ", "SNE", "SLT", "SPL", "NOP"],
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Which fields of the operands belong together. */
export const MODIFIERS = ["A", "B", "AB", "BA", "F", "X", "I"] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** How an operand is found: at once, direct, or by the A or B field of another cell, which may be counted down before or up after. */
export const MODES = ["#", "$", "*", "@", "{", "<", "}", ">"] as const;
export type AddressMode = (typeof MODES)[number];

/** Bits of a code: the operation, then the modifier, then both modes. */
export const MODIFIER_AT = 4;
export const A_MODE_AT = 7;
export const B_MODE_AT = 10;

export interface CoreInstruction {
  readonly operation: Operation;
  readonly modifier: Modifier;
  readonly aMode: AddressMode;
  readonly a: number;
  readonly bMode: AddressMode;
  readonly b: number;
}

export function codeOf({ operation, modifier, aMode, bMode }: CoreInstruction): number {
  return (
    OPERATIONS.indexOf(operation) |
    (MODIFIERS.indexOf(modifier) << MODIFIER_AT) |
    (MODES.indexOf(aMode) << A_MODE_AT) |
    (MODES.indexOf(bMode) << B_MODE_AT)
  );
}

/** `MOV.I $0,$1`: an instruction in full, with numbers as they stand. */
export function written(code: number, a: number, b: number): string {
  const operation = OPERATIONS[code & 15];
  const modifier = MODIFIERS[(code >> MODIFIER_AT) & 7];
  return `${operation}.${modifier} ${MODES[(code >> A_MODE_AT) & 7]}${a},${MODES[(code >> B_MODE_AT) & 7]}${b}`;
}

/** The modifier of an instruction that is written without one. */
export function usualModifier(operation: Operation, aMode: AddressMode, bMode: AddressMode): Modifier {
  switch (operation) {
    case "DAT":
    case "NOP":
      return "F";
    case "MOV":
    case "SEQ":
    case "SNE":
      return aMode === "#" ? "AB" : bMode === "#" ? "B" : "I";
    case "ADD":
    case "SUB":
    case "MUL":
    case "DIV":
    case "MOD":
      return aMode === "#" ? "AB" : bMode === "#" ? "B" : "F";
    case "SLT":
      return aMode === "#" ? "AB" : "B";
    default:
      return "B";
  }
}
