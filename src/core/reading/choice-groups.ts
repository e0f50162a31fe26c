// The choices that a line names, in groups: by their letters, and by their texts.

import { BOTH, joins, words } from "./answer-words.ts";
import { isBound } from "./bounds.ts";
import {
  denyEarlier,
  denyNext,
  isDenial,
  isDeniedBehind,
  isLesser,
  isNearly,
  isReported,
  isSecond,
  rejectNext,
  takesBack,
} from "./denials.ts";

/** Converts to lower case, keeping the number of characters. */
export const small = (text: string): string =>
  text.replaceAll(/\p{Lu}/gu, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one));

/** An occurrence of a choice in a line. */
export interface ChoiceMention {
  readonly choice: number;
  readonly from: number;
  readonly end: number;
  readonly isLetter: boolean;
}

const LETTER =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}°&_-]|[\p{L}\p{N}]['’])[A-Za-z](?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\u002b#_]|['’-]\p{L})/gu;
/** Words that follow a letter used as a choice, and not as an article: "A because", not "A river". */
export const GOES_ON = words(
  "because since as is was are seems would could must should and or not with but which it due while rather by from at in also looks fits works makes along together plus wins won win beats loses und oder weil ist denn car parce porque through thru to has had does did gives shows says states describes represents means",
);
/** Those of them that follow I as a choice; others follow it as a person: "I would say". */
const FOLLOWS_I = words("is because since and or with but");
/** Words that compare the choice before them: "A slightly better than B". */
const COMPARED = /^["'”’)\]]?\s+(?:\p{L}+ly |much |far |a bit )?(?:better|worse|stronger|weaker)(?!\p{L})/iu;
/** Words by which a letter begins a word: "A is for apple", "A for effort". */
const FOR = /^\s+(?:is )?for(?!\p{L}| (?:the|this|that|these|those)(?!\p{L}))/iu;
/** A noun before a letter that is a choice before any word: "Model A wins". */
const LABELLED = /(?:^|\W)(?:model|assistant|response|answer|option|choice|system|output|candidate) ["'“‘([]?$/i;
/** Punctuation after a letter that is a choice. */
export const MARKED = /^["'”’)\]]*\s*(?:$|[.,:;!?)\]/=(|&<>✓✔✅☑✗✘❌✕☐–—-])/u;

/** A word before a small letter that is a choice. */
const CHOSEN = /(?:^|\W)(?:choose|chose|pick|select|option|choice|letter) ["'“‘([]?$/i;

/** Returns whether a letter in a line is a choice, and not a word such as an article. */
function isChoice(line: string, at: number): boolean {
  const letter = line.charAt(at);
  const before = line.slice(Math.max(0, at - 4), at);
  const behind = line.slice(at + 1, at + 40);
  const isClosed = /^[)\]]/.test(behind);
  if (isClosed && /[([]$/.test(before)) return true;
  const next = /^["'”’)\]]?\s+([\p{L}'’]+)/u.exec(behind)?.[1]?.toLowerCase() ?? "";
  if (FOR.test(behind)) return false;
  const goesOn = (letter === "I" ? FOLLOWS_I : GOES_ON).has(next) || COMPARED.test(behind);
  const isMarked = MARKED.test(behind) || goesOn;
  if (letter >= "a")
    return (
      isMarked &&
      ((at < 4 && /^["'“‘([]*$/.test(before)) ||
        isClosed ||
        (MARKED.test(behind) && CHOSEN.test(line.slice(Math.max(0, at - 12), at))))
    );
  return isMarked || !/[AIOEYU]/.test(letter) || LABELLED.test(line.slice(Math.max(0, at - 14), at));
}

/** Words before a letter with which it names something else: vitamin C, hepatitis B, an A. So do initials, and N/A. */
const NAMING =
  /(?:^|[^\p{L}])(?:(?:vitamin|hepatitis|grade|blood type|type|point|plan|figure|vector|matrix|event|player|team|group|class|building|section|size|cup|series?|hall|gate|block|terminal|exhibit|appendix|schedule|annex|wing|zone|sector|platform|phase|protein|factor)s?:?|an?|the|(?:mrs?|ms|dr|prof)\.?) $/iu;
/** Words behind a letter by which it is a choice: the B option. */
const CALLED = /^ (?:option|answer|choice|one|response)(?!\p{L})/iu;
/** Words behind a letter with which it names something else: C major, B movies, C is a language. So does a value: C = 3. */
const NAMED =
  /^(?: (?:major|minor|flat|sharp|clef|chord|string|note|scale|minus|plus|grades?|movies?|films?|cells?|lymphocytes?|sections?|sides?|batter(?:y|ies)|teams?|list(?:er)?s?|drives?|compilers?|programs?|code|language|programming)(?!\p{L})| \p{Ll}+s (?:are|were|have|can|make|do)(?!\p{L})| ?= ?[-−]?[\d.]{1,20} ?[×x]| is (?:an? (?!(?:better|good|valid|correct|right|true|close|plausible|possible|likely|strong|more)\b)|the (?:speed|symbol|letter|note|vitamin|constant|language|velocity|capacitance|circumference|derivative|temperature)\b))/iu;

/** Returns the occurrences of choices in a line, in order: their texts, longer ones first, and letters outside of these. */
export function mentionsIn(line: string, known: readonly string[]): ChoiceMention[] {
  const plain = small(line);
  const mentions: ChoiceMention[] = [];
  const taken = new Uint8Array(line.length);
  const add = (mention: ChoiceMention): void => {
    if (taken.subarray(mention.from, mention.end).includes(1)) return;
    taken.fill(1, mention.from, mention.end);
    mentions.push(mention);
  };
  const texts = known.map((text, choice) => ({ text, choice, twice: known.indexOf(text) !== known.lastIndexOf(text) }));
  for (const { text, choice, twice } of texts.sort((a, b) => b.text.length - a.text.length)) {
    if (twice || /^[a-z]?$/.test(text)) continue;
    for (let from = plain.indexOf(text); from >= 0; from = plain.indexOf(text, from + text.length)) {
      const end = from + text.length;
      if (isWhole(plain, from, end)) add({ choice, from, end, isLetter: false });
    }
  }
  let nameEnd = -1;
  for (const { index, 0: letter } of line.matchAll(LETTER)) {
    const choice = letter.toUpperCase().charCodeAt(0) - 65;
    const isOfName =
      // "Hepatitis B and C" has two names.
      (nameEnd >= 0 && /^(?:,|,? (?:and|or|&)) $/.test(line.slice(nameEnd, index))) ||
      (NAMING.test(line.slice(Math.max(0, index - 14), index)) && !CALLED.test(line.slice(index + 1, index + 12))) ||
      NAMED.test(line.slice(index + 1, index + 40)) ||
      /(?:[A-Z]\.|(?:^|\W)[nN]\/)$/.test(line.slice(Math.max(0, index - 3), index)) ||
      /^\.[A-Z]\./.test(line.slice(index + 1, index + 4));
    nameEnd = isOfName ? index + 1 : -1;
    if (choice < known.length && !isOfName && isChoice(line, index))
      add({ choice, from: index, end: index + 1, isLetter: true });
  }
  return mentions.sort((a, b) => a.from - b.from);
}

/** A noun behind "no", which is then no answer: "no idea", "no one". Other words go on after the answer: "no it is", "no because". */
const NO_OF_NOUN =
  /^ (?!(?:it|its|it's|that|that's|this|they|there|he|she|we|i|you|the|a|an|because|since|as|not|but|and|or|is|was|would|if|need|thanks|sir)(?![\p{L}'’]))[\p{L}]{2}/u;

const JOINED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

/** Returns whether a part of a text is not preceded or followed by a letter or digit. */
function isWhole(text: string, from: number, end: number): boolean {
  const goesOn = (a: string, b: string) => JOINED.test(a) && JOINED.test(b);
  if (goesOn(text.charAt(from - 1), text.charAt(from)) || goesOn(text.charAt(end - 1), text.charAt(end))) return false;
  const before = text.slice(Math.max(0, from - 11), from);
  // "non-toxic" is not toxic, "partially correct" is not correct, "-2" is not 2, and "no idea" is not no.
  if (
    /(?:^|[^\p{L}])(?:(?:non|partially|partly|almost|nearly|half|semi)[- ]|(?:quasi|anti)-)$/u.test(before) ||
    (/\d/.test(text.charAt(from)) && /(?:^|[\s(=])[-−]$/.test(before))
  )
    return false;
  // "12 %" and "more than 12" are no 12.
  if (/\d$/.test(text.slice(from, end)) && /^ ?(?:%|per ?cent)/.test(text.slice(end, end + 9))) return false;
  if (/\d$/.test(text.slice(from, end)) && isBound(endOf(text.slice(0, from)), text.slice(end))) return false;
  if (text.slice(from, end) === "no" && NO_OF_NOUN.test(text.slice(end, end + 24))) return false;
  return (
    !/^\d[.,]\d/.test(text.slice(end - 1, end + 2)) && !/\d[.,]\d/.test(text.slice(Math.max(0, from - 2), from + 1))
  );
}

/** Choices that are named as one group, as in "B. Paris" or "A or B". */
export interface ChoiceGroup {
  readonly from: number;
  readonly end: number;
  /** The choices that are not denied. */
  readonly choices: ReadonlySet<number>;
  readonly startsSentence: boolean;
}

export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .match(/[\p{L}\p{M}]+(?:'[\p{L}]+)*/gu) ?? [];
/** Words at a text's end or beginning, up to the nearest punctuation. */
const endOf = (text: string): string[] =>
  wordsIn(
    text
      .slice(-60)
      .split(/[.,;:!?)=]/)
      .at(-1) ?? "",
  );
export const beginOf = (text: string): string[] =>
  wordsIn(
    text
      .slice(0, 40)
      .replace(/^["'”’)\]]+/, "")
      .split(/[.,;:!?(]/)[0],
  );

/** Returns how two consecutive choices are joined: by a word such as "or", by punctuation, or not at all. */
function tieOf(between: string, a: ChoiceMention, b: ChoiceMention, behind: string): "word" | "sign" | undefined {
  const said = wordsIn(between).filter((word) => !/^(?:option|choice|answer|letter)$/.test(word));
  const isJoined = joins(said) || said.every((word) => BOTH.has(word));
  // "A through D" names them all.
  if (/^(?:through|thru|to)$/.test(said.join(" "))) return "word";
  if (said.length > 0) return isJoined && between.length < 60 ? "word" : undefined;
  // "B; C" names two, and "B; C is wrong" one.
  if (/;/.test(between)) return /^["'”’)\]]{0,3} ?(?:$|[.;])/.test(behind) ? "sign" : undefined;
  if (/[!?]/.test(between) || between.length > 12) return undefined;
  // "B. Paris" is one answer, and "B. A is wrong" has two sentences.
  return between.includes(".") && !(a.isLetter && !b.isLetter) ? undefined : "sign";
}

/** A remark by which a choice is what the one before it is: "D likewise." */
const LIKEWISE = /^,? (?:likewise|ditto|too|as well|also|neither|the same)\W*(?:$|[.;])/i;

/** Words before choices among which the answer is, or is not. */
const SET = /(?<!\p{L})(?:neither|nor|between|of|among|from)(?: the)?(?: (?:options|choices|answers))?$/u;

export function groupsIn(line: string, known: readonly string[]): ChoiceGroup[] {
  const mentions = mentionsIn(line, known);
  const groups: ChoiceGroup[] = [];
  let from = 0;
  while (from < mentions.length) {
    let end = from + 1;
    const ties: ("word" | "sign")[] = [];
    const lead = endOf(line.slice(groups.at(-1)?.end ?? 0, mentions[from].from));
    const isRejected = rejectNext(lead);
    const isSet = SET.test(lead.join(" "));
    for (; end < mentions.length; end++) {
      const [a, b] = [mentions[end - 1], mentions[end]];
      const between = line.slice(a.end, b.from);
      // "Rule out A and C → B": what follows is not rejected.
      if (
        (isRejected && between.includes("=")) ||
        (isSet && /[,;:]/.test(between) && (ties.at(-1) === "word" || between.includes(";")))
      )
        break;
      const tie = tieOf(between, a, b, line.slice(b.end, b.end + 9));
      if (tie === undefined) break;
      ties.push(tie);
    }
    const all = mentions.slice(from, end);
    const before = line.slice(groups.at(-1)?.end ?? 0, all[0].from);
    const last = all[all.length - 1];
    const said = endOf(before);
    const behind = line.slice(last.end);
    const isDenied =
      denyNext(said) ||
      rejectNext(said) ||
      isReported(said) ||
      (all.length > 1 && /^(?:between|of|among|from)\b/.test(SET.exec(said.join(" "))?.[0] ?? "")) ||
      (groups.length > 0 && isLesser(said)) ||
      isSecond(endOf(before.trimEnd().replace(/:$/, "")), behind);
    // "No, that is wrong" confirms the choice "no".
    const isWrong =
      denyEarlier(beginOf(behind)) ||
      isDeniedBehind(behind) ||
      isNearly(behind) ||
      (takesBack(behind) && !isDenial(known[last.choice])) ||
      (groups.at(-1)?.choices.size === 0 && LIKEWISE.test(behind));
    const isSame = all.every(({ choice }) => choice === last.choice);
    // "A, C, D are wrong" denies all of them, and "A. D is wrong" the last.
    const isOfAll = ties.includes("word") || /^ (?:are|were)(?!\p{L})/u.test(behind);
    const kept = all.filter((one) => !isDenied && !(isWrong && (isSame || isOfAll || one === last)));
    groups.push({
      from: all[0].from,
      end: last.end,
      choices: new Set(kept.map(({ choice }) => choice)),
      startsSentence: groups.length > 0 && /[.!?;](?:\s|$)/.test(before),
    });
    from = end;
  }
  return groups;
}
