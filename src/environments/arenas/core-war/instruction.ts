// Instructions of ICWS'94: operation, modifier and addressing modes. Everything except the two numbers is packed into one code, so that
// cells are compared and copied quickly.

/** Operations; `CMP` is an alias of `SEQ`. */
export const OPERATIONS = [
  ...["DAT", "MOV", "ADD", "SUB", "MUL", "DIV", "MOD", "JMP"],
  ...["JMZ", "JMN", "DJN", "SEQ", "SNE", "SLT", "SPL", "NOP"],
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Modifiers, which select the corresponding fields of the operands. */
export const MODIFIERS = ["A", "B", "AB", "BA", "F", "X", "I"] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** Addressing modes: immediate, direct, or indirect by the A or B field, with pre-decrement or post-increment. */
export const MODES = ["#", "$", "*", "@", "{", "<", "}", ">"] as const;
export type AddressMode = (typeof MODES)[number];

/** Bit positions in a code: the operation, then the modifier, then both modes. */
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

/** Formats an instruction completely, with unchanged numbers: `MOV.I $0,$1`. */
export function written(code: number, a: number, b: number): string {
  const operation = OPERATIONS[code & 15];
  const modifier = MODIFIERS[(code >> MODIFIER_AT) & 7];
  return `${operation}.${modifier} ${MODES[(code >> A_MODE_AT) & 7]}${a},${MODES[(code >> B_MODE_AT) & 7]}${b}`;
}

/** The default modifier of an instruction without one. */
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
