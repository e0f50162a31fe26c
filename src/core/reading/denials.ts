// Words that deny an answer: before it, after it, and in a remark that takes it back.

import { joined, words } from "./answer-words.ts";

const NOT = words(
  "not no never neither nor cannot isn't isnt wasn't aren't can't doesn't unlike nicht kein keine pas nie",
);

/** Denials of several words. */
const FAR =
  /(?:^| )(?:rather than|instead of|other than|far from|except(?: for)?|excluding|(?:anything|everything|all) (?:but|except))$|n't (?:be|been|equal|get|give)(?: option| equal to)?$|(?:n't|not) (?:think|believe|suppose)(?: |$)/;
/** Words of doubt, which also deny from further away. */
const UNSURE =
  /(?:n't (?:know|say)|\bnot (?:know|sure|certain|clear|likely)|\b(?:unsure|uncertain|unlikely|doubt|doubts|doubted|doubtful))(?: |$)/;
const NO_DOUBT = /\b(?:no|without(?: a| any)?|beyond(?: a| any)?) doubt\b/g;

/** Returns whether these words deny what follows them: "not", "rather than", "I doubt that it is". Only the last few words count. */
export function denyNext(before: readonly string[]): boolean {
  const said = joined(before.slice(-7)).replaceAll(NO_DOUBT, "surely");
  const near = said.split(" ").slice(-4);
  if (near.includes("only")) return false;
  return near.some((word) => NOT.has(word) || /[不非没]是?$/.test(word)) || FAR.test(said) || isDoubted(said);
}

/** Returns whether words express doubt, without a "but" that ends it. */
function isDoubted(said: string): boolean {
  const place = said.search(UNSURE);
  return place >= 0 && !/ but(?: |$)/.test(said.slice(place));
}

const REJECTING =
  /(?:^| )(?:(?:reject|discard|exclud|eliminat)(?:e|es|s|ed|ing)?|rul(?:e|es|ed|ing) out)(?: (?:option|choice|answer))?$/;

/** Returns whether these words reject the choice that follows them: "eliminate". A number after them may count what is rejected. */
export const rejectNext = (before: readonly string[]): boolean => REJECTING.test(joined(before.slice(-4)));

/** Words between a verb and what it denies. */
const BETWEEN = words(
  "also both all just still to be been clearly definitely simply obviously certainly probably surely likely therefore",
);
const VERBS = words("is was are were seems looks ist est");
/** Verbs that need no denial to follow: "cannot be", "isn't". */
const DENYING = words("isn't isnt wasn't weren't aren't cannot can't");
const MODAL = words("would could can must may might will has have won't wouldn't couldn't doesn't don't do does");
const WRONG = words("wrong incorrect false too falsch faux impossible invalid ruled excluded rejected");
const FITTING = words("be work fit satisfy hold match");

/** Verbs by which a number is spoken of as a value: "17 is wrong". "17 were wrong" counts what was wrong. */
const OF_VALUE = words("is isn't isnt was wasn't ist est");
const MODAL_OF_VALUE = words("would wouldn't could couldn't must cannot can't doesn't does");

/**
 * Returns whether these words deny the number that precedes them, which one unit may follow: "is wrong", "dollars is wrong", "can't be". Other
 * words tell what the number counts: "were wrong", "people can't swim", "are not red".
 */
export function denyNumber(behind: readonly string[]): boolean {
  const said = joined(behind.slice(0, 8)).split(" ");
  const isOfValue = OF_VALUE.has(said[0]) || OF_VALUE.has(said[1] ?? "") || MODAL_OF_VALUE.has(said[0]);
  if (!isOfValue) return false;
  return denyEarlier(behind) && (!/^can(?:not|'t)$/.test(said[0]) || FITTING.has(said[1] ?? ""));
}

/** Returns whether these words deny what precedes them: "is wrong", "would not be", "isn't". One other word may come first. */
export function denyEarlier(behind: readonly string[]): boolean {
  const said = joined(behind.slice(0, 8)).split(" ");
  const verb = said.slice(0, 2).findIndex((word) => VERBS.has(word) || DENYING.has(word) || MODAL.has(word));
  if (verb < 0) return false;
  if (DENYING.has(said[verb])) return true;
  const [next = "", after = ""] = said.slice(verb + 1).filter((word) => !BETWEEN.has(word) || word === "be");
  if (VERBS.has(said[verb])) return WRONG.has(next) || (next === "not" && !/^(?:only|just|merely)$/.test(after));
  const isNegative = said[verb].endsWith("n't");
  if (isNegative) return FITTING.has(next);
  return next === "not" ? FITTING.has(after) : WRONG.has(next === "be" ? after : next);
}

/** A sentence, or a remark in brackets, that takes back what precedes it. */
const TAKEN_BACK =
  /^(?:(?:wait|oh|hmm|actually|well|sorry|but)[,.!… ]{1,3}){0,2}(?:(?:no|nope|nah|nein|non|нет|wrong|incorrect|false|falsch|faux|not (?:quite|right|correct|true|really|possible)|unlikely|不|不是|不对|いいえ|아니요?|아니다)|(?:no, )?(?:(?:that|this|it)(?:'s| is| was| would be| must be)(?: \p{L}+ly| also)? (?:wrong|incorrect|false|impossible|not (?:right|correct|true|possible|it))|(?:that|this|it) (?:can't|cannot|can not|couldn't) be(?: right| correct| true| it)?|i (?:doubt|don't think|do not think|don't believe|do not believe) (?:it|so|that)))(?= ?(?:$|[.,!;:)\]…\n—–])| -)/u;
const REMARK = /^\p{L}*(?: \p{L}+){0,4}["'”)\]]{0,3} ?(?:[?.!…,;:—–-]{1,3}|[([])["'”)\]]{0,3} {0,2}/u;

/** Returns whether a text takes back the answer that it follows: "? No.", " (wrong)", ". That cannot be right." */
export function takesBack(behind: string): boolean {
  const said = joined([behind.slice(0, 100)]);
  const remark = REMARK.exec(said)?.[0];
  return remark !== undefined && TAKEN_BACK.test(said.slice(remark.length));
}

/** Returns whether a text in lower case is a denial and nothing else, such as the choice "no". */
export const isDenial = (text: string): boolean => TAKEN_BACK.test(text);

/** Returns whether the last of several lines takes back the answer above it, and says nothing else. */
export function endsTakenBack(text: string): boolean {
  const lines = text.trim().split("\n");
  if (lines.length === 1) return false;
  let rest = joined([lines[lines.length - 1].slice(0, 100).replaceAll(/[*_]/g, "").trim()]);
  if (!isDenial(rest)) return false;
  while (isDenial(rest)) rest = rest.replace(TAKEN_BACK, "").replace(/^[^\p{L}\d]+/u, "");
  return rest === "";
}
