// Words that deny an answer: before it, after it, and in a remark that takes it back.

import { joined, words } from "./answer-words.ts";

const NOT = words(
  "not no never neither nor cannot isn't isnt wasn't aren't can't doesn't unlike nicht kein keine pas nie não nao non нет не inte ikke ej niet geen nem ei jamais nunca bukan tidak nije není δεν όχι ليس ليست לא không ไม่ใช่",
);

/** Denials of several words. */
const FAR =
  /(?:^| )(?:rather than|instead of|other than|far from|except(?: for)?|excluding|(?:anything|everything|all) (?:but|except))$|n't (?:be|been|equal|get|give)(?: option| equal to)?$|(?:n't|not|cannot|never) (?:think|believe|suppose|conclude|say|said|claim|assume|guarantee|confirm|mean)(?: |$)|(?:^| )(?:wrong|incorrect|false|mistaken) (?:answers?|options?|choices?|values?|results?|one) (?:is|are|was|were|would be)$/;
const COPULAS = words("is was are were equals equal be becomes");
const HEDGES = words("about approximately exactly then thus therefore only just");
/** Words that stand for the answer, so that a denial before them denies it. */
const ANSWERING = words(
  "it he she they i we you that this there what answer answers result results solution value values total case true correct right sure certain clear likely only",
);
const LACKING = words("of with having has have had without get getting gets");

/**
 * Returns whether a denial is within the subject, as in "the chance of not winning is": it does not deny what follows. One to three words,
 * none of which stands for the answer, are between the denial and a verb.
 */
function isInSubject(said: readonly string[]): boolean {
  const end = said.findLastIndex((word) => !HEDGES.has(word));
  if (end < 0 || !COPULAS.has(said[end])) return false;
  const denial = said.slice(0, end).findLastIndex((word) => NOT.has(word) || word.endsWith("n't"));
  const between = said.slice(denial + 1, end);
  const isNone = said[denial] === "no" || said[denial] === "neither";
  return (
    denial >= 0 &&
    between.length >= 1 &&
    between.length <= 3 &&
    !between.some((word) => ANSWERING.has(word)) &&
    (!isNone || LACKING.has(said[denial - 1] ?? ""))
  );
}

/** Words of doubt, which also deny from further away. */
const UNSURE =
  /(?:n't (?:know|say)|\bnot (?:know|sure|certain|clear|likely|the case|true)|\b(?:can't|cannot|couldn't) be that|\bis(?:n't| not) that|\b(?:unsure|uncertain|unlikely|doubt|doubts|doubted|doubtful))(?: |$)/;
const NO_DOUBT = /\b(?:no|without(?: a| any)?|beyond(?: a| any)?) doubt\b/g;

/** Returns whether these words deny what follows them: "not", "rather than", "I doubt that it is". Only the last few words count. */
export function denyNext(before: readonly string[]): boolean {
  const said = joined(before.slice(-7)).replaceAll(NO_DOUBT, "surely");
  const near = said.split(" ").slice(-4);
  if (near.includes("only") || (isInSubject(said.split(" ")) && !FAR.test(said) && !isDoubted(said))) return false;
  return (
    near.some((word) => NOT.has(word) || /(?:[不非没][是选選]?|排除|ไม่ใช่)$/.test(word)) ||
    FAR.test(said) ||
    isDoubted(said)
  );
}

/** Returns whether words express doubt, without a "but" that ends it. */
function isDoubted(said: string): boolean {
  const place = said.search(UNSURE);
  return place >= 0 && !/ but(?: |$)/.test(said.slice(place));
}

/** Returns whether the words before "the answer" deny what it is: "I do not think that the answer is". */
export function deniesClaim(head: string): boolean {
  const said = joined([head.split(/[.,;:!?()]/).at(-1) ?? ""])
    .trim()
    .replaceAll(NO_DOUBT, "surely");
  return (
    isDoubted(`${said} `) ||
    /(?:n't|not|cannot|never) (?:think|believe|suppose|conclude|say|said|claim|guarantee|confirm)(?: (?:that|the|its|final|correct))*$/.test(
      said,
    )
  );
}

/** "A is close, but wrong." */
const NEARLY =
  /^[^.;!?\n]{0,40}\bbut (?:it['’]s |it is |is )?(?:actually |still |also |clearly )?(?:wrong|incorrect|false|not (?:right|correct|true))\b/i;

/** Returns whether the text after a choice grants it something, and then denies it. */
export const isNearly = (behind: string): boolean => NEARLY.test(behind.slice(0, 90));

/** Words by which a choice is the second one: before it, and after it. */
const SECOND_BEFORE =
  /(?:^| )(?:(?:second|2nd|third|next|backup|alternative|close|other) (?:best |closest )?(?:choice|option|answer|guess|pick|bet)|runner-? ?up|(?:wrong|trap|distractor|decoy)(?: answer| option)?)(?: (?:is|was|would be|will be))?(?: option| choice)?$/;
const SECOND_BEHIND =
  /^["'”’)\]]{0,3},? (?:otherwise(?=$|[.,;!])|(?:(?:is|was|would be|will be|comes|came|comes in|might be|could be|as)|['’]d be)(?: (?:a|the|my|our|only|clearly)){0,2} (?:close |very close |distant )?(?:second|2nd|third|next|runner-? ?up|backup|plan b)(?!\p{L}| (?:largest|biggest|smallest|city|one)))/iu;

/** Returns whether the words before a choice, or the text after it, make it second to another: "D would be my second choice". */
export const isSecond = (before: readonly string[], behind: string): boolean =>
  SECOND_BEFORE.test(joined(before.slice(-7))) || SECOND_BEHIND.test(behind.slice(0, 80));

/** Words by which others are said to give the answer that follows: "a lot of people say B". */
const REPORTED =
  /(?:^| )(?:people|some|many|others|students|everyone|they|you|one)(?: \S+)? (?:say|said|says|think|thought|thinks|believe|believed|believes|claim|claimed|guess|guessed|answer|answered|pick|picked|choose|chose)(?: (?:that|the|answer|it|is|option|choice))*$/;

/** Returns whether the words before a choice say that others give it. */
export const isReported = (before: readonly string[]): boolean => REPORTED.test(joined(before.slice(-9)));

/** Words between two choices by which the first is better: "B over A", "is better than". */
const LESSER =
  /^over$|^(?:is|are|was|seems|looks)? ?(?:(?:clearly|much|slightly|far|a bit|significantly|definitely) )*(?:better|stronger|superior|preferable|preferred|clearer|safer|more \S+) (?:than|to|over)(?: (?:the )?(?:response|assistant|option|choice|answer|model|output))?$/;

/** Returns whether the words between two choices make the second the lesser one. */
export const isLesser = (between: readonly string[]): boolean => LESSER.test(joined(between));

const REJECTING =
  /(?:^| )(?:(?:reject|discard|exclud|eliminat)(?:e|es|s|ed|ing)?|(?:rul|cross)(?:e|es|ed|ing)? out)(?: (?:option|choice|answer))?$/;

/** Returns whether these words reject the choice that follows them: "eliminate". A number after them may count what is rejected. */
export const rejectNext = (before: readonly string[]): boolean => REJECTING.test(joined(before.slice(-4)));

/** Words between a verb and what it denies. */
const BETWEEN = words(
  "also both all just still to be been clearly definitely simply obviously certainly probably surely likely therefore very quite highly rather extremely most",
);
const VERBS = words("is was are were seems looks ist est");
/** Verbs that need no denial to follow: "cannot be", "isn't". */
const DENYING = words("isn't isnt wasn't weren't aren't cannot can't");
const MODAL = words("would could can must may might will has have won't wouldn't couldn't doesn't don't do does");
const WRONG = words("wrong incorrect false out too falsch faux impossible invalid ruled excluded rejected");
const UNLIKELY = words("unlikely improbable implausible doubtful questionable dubious");
const FITTING = words("be work fit satisfy hold match");

/** Verbs by which a number is spoken of as a value: "17 is wrong". "17 were wrong" counts what was wrong. */
const OF_VALUE = words("is isn't isnt was wasn't seems looks ist est");
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

/** Denials behind an answer in languages that have them there: 42ではありません, B不正确. */
const BEHIND =
  /^["'”’)\]』」]{0,3} ?[\p{Script=Han}\p{Script=Hangul}]{0,3}?(?:では(?:ありません|ない|なく)|じゃない|[이가은는]? ?아(?:닙니다|니다|니에요|니라|님)|(?: ?(?:は|是))?(?:不正[确確]|错误|錯誤|不对|不對|错的|間違い|誤り))|^["'”’)\]]{0,3},? (?:(?:\p{L}+ )?(?:değil|नहीं|नही|نیست)|(?:it|that|this|which) (?:fails|(?:does not|doesn't|will not|won't|would not|wouldn't) work)(?!\p{L}))/u;

/** Returns whether a text begins with such a denial of the answer before it. */
export const isDeniedBehind = (behind: string): boolean => BEHIND.test(behind.slice(0, 40));

/** Returns whether these words deny what precedes them: "is wrong", "would not be", "isn't". One other word may come first. */
export function denyEarlier(behind: readonly string[]): boolean {
  const said = joined(behind.slice(0, 8)).split(" ");
  if (
    /^(?:\S+ )?(?:is|are|was|were) (?:the|an?) (?:only |most |clearly |obviously )?(?:wrong|incorrect|false|trap|distractor|decoy)\b|^would (?:only )?(?:be|have been) (?:correct|right|true) (?:if|had|were)\b|^(?:is (?:worse|less [a-z]{1,20}) than|los(?:es|t) to|fails)\b/.test(
      said.join(" "),
    )
  )
    return true;
  const verb = said.slice(0, 2).findIndex((word) => VERBS.has(word) || DENYING.has(word) || MODAL.has(word));
  if (verb < 0) return false;
  if (DENYING.has(said[verb])) return true;
  const [next = "", after = ""] = said.slice(verb + 1).filter((word) => !BETWEEN.has(word) || word === "be");
  // "B is unlikely to be wrong."
  if (UNLIKELY.has(next)) return !said.slice(verb + 1).some((word) => WRONG.has(word));
  if (VERBS.has(said[verb])) return WRONG.has(next) || (next === "not" && !/^(?:only|just|merely)$/.test(after));
  const isNegative = said[verb].endsWith("n't");
  if (isNegative) return FITTING.has(next);
  return next === "not" ? FITTING.has(after) : WRONG.has(next === "be" ? after : next);
}

/** A sentence, or a remark in brackets, that takes back what precedes it. */
const TAKEN_BACK =
  /^(?:(?:wait|oh|hmm|actually|well|sorry|but)[,.!… ]{1,3}){0,2}(?:(?:no|nope|nah|nein|non|нет|wrong|incorrect|false|falsch|faux|not (?:quite|right|correct|true|really|possible)|unlikely|不|不是|不对|いいえ|아니요?|아니다)|(?:no, )?(?:(?:that|this|it)(?:'s| is| was| would be| must be)(?: \p{L}+ly| also)? (?:wrong|incorrect|false|impossible|not (?:right|correct|true|possible|it))|(?:that|this|it) (?:can't|cannot|can not|couldn't) be(?: right| correct| true| it)?|i (?:think i |have |must have )?(?:made|make) (?:a|an) (?:calculation |arithmetic |silly |small |careless )?(?:mistake|error)|(?:that|this|it) (?:doesn't|does not) (?:seem|look|sound) right|scratch that|i (?:doubt|don't think|do not think|don't believe|do not believe) (?:it|so|that)))(?= ?(?:$|[.,!;:)\]…\n—–])| -)/u;
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
