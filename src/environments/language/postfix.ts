// A machine of one stack for programs in postfix notation, one character a step: x pushes the input, a digit itself, and
// + - * take the two topmost numbers and push the result. It computes modulo a prime, so that numbers stay small and unlike
// programs are told apart by a few inputs. Programs are anybody's: whatever is wrong with one ends it.

/** Numbers are 0 … 96. */
export const MODULUS = 97;
/** Steps after which a program is given up. */
export const MOST_STEPS = 64;

/**
 * What is left on the stack when `program` has read `input`, a whole number from 0 to 96. Undefined where the program does not
 * run: another character, too few numbers for an operator, none or several left at the end, or more than `MOST_STEPS` steps.
 */
export function runPostfix(program: string, input: number): number | undefined {
  const stack: number[] = [];
  for (let step = 0; step < program.length; step++) {
    const character = program[step];
    if (step >= MOST_STEPS) return undefined;
    if (character === "x") stack.push(input);
    else if (/\d/.test(character)) stack.push(Number(character));
    else {
      const right = stack.pop();
      const left = stack.pop();
      if (left === undefined || right === undefined) return undefined;
      const result = operate(character, left, right);
      if (result === undefined) return undefined;
      stack.push(result);
    }
  }
  return stack.length === 1 ? stack[0] : undefined;
}

function operate(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case "+":
      return (left + right) % MODULUS;
    case "-":
      return (left - right + MODULUS) % MODULUS;
    case "*":
      return (left * right) % MODULUS;
    default:
      return undefined;
  }
}
