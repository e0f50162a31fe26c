// Words that deny an answer, or that join two answers.

export const words = (all: string): ReadonlySet<string> => new Set(all.split(" "));

const NOT = words(
  "not no never neither nor cannot isn't isn’t isnt wasn't aren't can't doesn't unlike nicht kein keine pas nie",
);
const WRONG = words("wrong incorrect false not too falsch impossible");
const VERBS = words("is was are seems isn't isn’t wasn't aren't cannot can't can’t ist");

/** Words between two alternative answers ("or"), and words between two that both apply ("and"). */
export const EITHER = words("or oder ou o или 或 또는");
export const BOTH = words("and und et y e 和");

/** Denials that consist of several words. */
const FAR =
  /\b(?:rather than|instead of|(?:anything|everything|all) (?:but|except))$|(?:n['’]t|not) (?:think|believe|suppose)\b/;

/** Returns whether these words deny what follows them: "not", "rather than". Only the last few words count. */
export function denyNext(before: readonly string[]): boolean {
  const near = before.slice(-4);
  if (near.includes("only")) return false;
  return near.some((word) => NOT.has(word) || /[不非没]是?$/.test(word)) || FAR.test(before.slice(-7).join(" "));
}

/** Returns whether these words deny what precedes them: "is wrong", "is not right", "isn't". One other word may come first. */
export function denyEarlier(behind: readonly string[]): boolean {
  const verb = behind.slice(0, 2).findIndex((word) => VERBS.has(word));
  if (verb < 0) return false;
  return /n['’]t$|^cannot$/.test(behind[verb]) || WRONG.has(behind[verb + 1] ?? "");
}
