// Words that join two answers.

export const words = (all: string): ReadonlySet<string> => new Set(all.split(" "));

/** Words between two alternative answers ("or"), and words between two that both apply ("and"). */
export const EITHER = words("or oder ou o или 或 또는");
export const BOTH = words("and und et y e 和");

/** Words in lower case with plain apostrophes, as one text. */
export const joined = (all: readonly string[]): string => all.join(" ").toLowerCase().replaceAll(/[’‘]/g, "'");

const PHRASES =
  /\b(?:as well as|along with|together with|in addition to|so (?:is|are|does)|(?:could|might|may|can)(?: also| well)* be)\b/g;
const DOUBTS = words("maybe perhaps possibly potentially alternatively also plus vielleicht");
const FILLERS = words("but though although yet it this answer even probably likely either else option choice letter");

/** Returns whether these words between two answers leave both standing: "or possibly", "as well as", "but it could also be". */
export function joins(between: readonly string[]): boolean {
  const said = joined(between).replaceAll(PHRASES, "or").split(" ");
  const isJoining = (word: string) => EITHER.has(word) || DOUBTS.has(word);
  return said.some(isJoining) && said.every((word) => isJoining(word) || BOTH.has(word) || FILLERS.has(word));
}

const ALSO =
  /^["'”’)\],]{0,3} (?:(?:is|are|would be|could be|can be|may be|might be|seems) (?:also|equally) (?:correct|right|true|valid|possible|acceptable|plausible|fine|an? (?:answer|solution|possibility|option)|the answer)|(?:is|are|would be) (?:correct|right|true|valid|possible|acceptable|an answer),? (?:too|as well|also)|(?:also|equally) (?:works|fits|holds)|works (?:too|as well|also))(?!\p{L})(?!,? (?:but|however|though)\b)/iu;

/** Returns whether the text after an answer states that it is right beside another: " is also correct". */
export const isAlsoRight = (behind: string): boolean => ALSO.test(behind.slice(0, 60));
