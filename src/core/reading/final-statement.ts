// Finds the final answer that a reply states: in a box, between tags, after four hashes, or after words such as "the answer is".

import { deniesClaim } from "./denials.ts";
import { plainText } from "./plain-text.ts";

/** A statement of the answer in a reply, as plain text. */
export interface Statement {
  readonly text: string;
  /** Position of its mark in the reply. */
  readonly at: number;
  /** True for a box, which contains the answer and nothing else. */
  readonly isBox: boolean;
  /**
   * True where neither a colon nor "is" joins the text to a word such as "option": the text may be about a choice that is not the answer.
   */
  readonly isLoose: boolean;
  /** True where an unreadable statement means that the reply has no answer: no earlier statement counts. */
  readonly isBinding: boolean;
  /** True where it is another answer beside the first: "another answer is". */
  readonly isRival: boolean;
}

/** What a mark states, without its position. */
type Said = Omit<Statement, "at">;

/** Maximum number of statements, counted from the last, and characters of each: reading time is linear in the length of a reply. */
const [MOST, LONGEST] = [16, 2_000];

/** Words for "answer" in languages of common models. */
const ANSWER =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])(?:answers?|antwort|lösung|réponse|respuesta|resposta|risposta|antwoord|ответ|відповідь|odpowiedź|odpověď|svar|svaret|vastaus|jawaban|jawabannya|cevap|yanıt|đáp án|đáp số|câu trả lời|válasz|răspuns|răspunsul|απάντηση|정답|답|答案|答え|正解|回答|解答|الإجابة|الجواب|پاسخ|جواب|תשובה|उत्तर|जवाब|উত্তর|คำตอบ)(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])/giu;
/** Words for "choice". */
const CHOICE =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}])(?:choice|option|verdict|rating|score|opción|opção|opzione|optie|вариант|选项|選項|選択肢)(?![\p{Script=Latin}\p{Script=Cyrillic}])/giu;
const OPENING = /<(?:final[-_ ]?)?(?:answer|choice|option|solution|result)>|<\|begin_of_box\|>/gi;
/** A number before the word for "answer": "42 is my final answer". */
const BEFORE =
  /(?<![\p{L}\d.,/-])([-−]?[$€£]?\d(?:[\d.,/]{0,30}\d)?)[*_$)"']{0,4} (?:is|=) (?:my|our|the) (?:final |correct |right )?answer(?!\p{L})/giu;
/** The beginning of a tag. */
const IN_TAG = /<(?:\/[\w -]{0,9}|(?:final[-_ ]?)?)$/i;
const HASHES = /^####(?!#| ?\d{1,2}[.)] )/gm;
/** Text that joins a word for "answer" to the answer: directly, or after some words. */
const JOINED =
  /^[\s*_`"']{0,8}(?:[:：=＝]|(?:is|was|would be|will be|should be|must be|ist|lautet|est|sera|es|é|là|adalah|jest|je|är|er|on|este|είναι|هو|هي)(?![\p{L}'’])|è(?!\p{L})|คือ|是|为|為|は|이|가|는|은)/iu;
const JOINED_LATER = /^[^.:=：＝!?。\n]{0,80}?(?:[:：=＝]|\b(?:is|was|be|ist|est|es)(?![\p{L}'’])|是|为|為|は|는|은)/iu;
/** Markup around a word. */
const MARKS = /^[*_`"'”’)\]]{0,6}/;
/** Text before a word for "answer" that begins its line, as in a heading with a colon. */
const HEADING = /^[*_#>"'{[ -]{0,8}(?:(?:the|my|die|la) )?(?:(?:final|correct|right) )?$/i;

/** Words before "answer" that make it a deed: "I can only answer 3 questions". */
const DEED = /\b(?:to|can|could|can['’]t|cannot|not|will|would|only|must|i|we|you) $/i;

const DENIED = /\b(?:not|never|cannot|nicht)\b|n['’]t\b|[不非]/i;

/** Text before a word for "answer" or "choice" by which it is not the reply's own, or not its first. */
const NOT_OWN =
  /(?:\b(?:wrong|incorrect|false|mistaken|erroneous|previous|earlier|initial|tempting|na[iï]ve|falsche|mauvaise)|\b(?!(?:let|here|that|it|what|there|question|problem|puzzle|riddle|exercise|equation|today)['’])\p{L}{1,20}['’]s)(?: (?:final|first|own))? $/iu;
const OTHER =
  /\b(?:another|alternative|second|2nd|third|next|backup|other)(?: (?:possible|valid|correct|acceptable|best))? $/i;

/** A part of a question before a word for "answer", and behind it. */
const PART_BEFORE =
  /(?:^|\W)(?:q|question|part|problem|task|exercise|item)[ .]?\(?([\da-h])\)?(?:['’]s)?[:.]? (?:(?:final|correct) )?$/i;
const PART_BEHIND = /^ ?#?\(?([\da-h])\)?(?:[:=]| is(?!\p{L}))/iu;

interface Mark {
  readonly at: number;
  /** The part of the question that it answers: 1 of "Q1 answer", "Answer 1". */
  readonly part?: string | undefined;
  read(): Said;
}

/**
 * Returns the statements of the answer in a reply, the last one first. With `choices`, words such as "option" count as well. A model's
 * reasoning, up to `</think>` or `</thinking>`, is not part of the reply.
 */
export function finalStatements(reply: string, choices: boolean): readonly Statement[] {
  const isInTag = ({ index }: RegExpMatchArray) => IN_TAG.test(reply.slice(Math.max(0, (index ?? 0) - 12), index));
  const isOwn = ({ index }: RegExpMatchArray, word: RegExp) => {
    const head = headAt(reply, index ?? 0);
    return !NOT_OWN.test(head) && !(word === CHOICE && OTHER.test(head));
  };
  const words = [ANSWER, ...(choices ? [CHOICE] : [])].flatMap((word) =>
    last([...reply.matchAll(word)].filter((match) => !isInTag(match) && isOwn(match, word))),
  );
  const marks = [
    ...boxes(reply),
    ...last([...reply.matchAll(OPENING)]).map(tagged(reply)),
    ...last([...reply.matchAll(HASHES)]).map(({ index, 0: matched }) => hashed(reply, index, index + matched.length)),
    ...(choices ? [] : last([...reply.matchAll(BEFORE)])).map(({ index, 1: said }) => named(reply, index, said)),
    ...words.map(({ index, 0: matched }) => worded(reply, index, index + matched.length, choices)),
  ];
  const isOfOne = new Set(marks.flatMap(({ part = [] }) => part)).size < 2;
  return last(marks.sort((a, b) => a.at - b.at))
    .reverse()
    .map((mark) => {
      const said = mark.read();
      return { ...said, at: mark.at, isRival: said.isRival || (mark.part !== undefined && !isOfOne) };
    });
}

/** Returns the line before a position, its last 60 characters at most, without marks. */
const headAt = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - 60), at);
  return before.slice(before.lastIndexOf("\n") + 1).replaceAll(/[*_`]/g, "");
};

const last = <T>(all: readonly T[]): T[] => all.slice(-MOST);

/** Returns the rest of the line, or the next line with content. */
function lineFrom(text: string, from: number): string {
  const rest = text.slice(from, from + LONGEST);
  const said = /^(?:[\s*_`"'>$]|\\[[(])*/.exec(rest)?.[0].length ?? 0;
  const end = rest.indexOf("\n", said);
  const line = end < 0 ? rest : rest.slice(0, end);
  return line.slice(Math.max(0, line.lastIndexOf("\n", said) + 1));
}

/** Text between two boxes that hold one answer each: "\\boxed{3} and \\boxed{5}", "\\boxed{3} minutes, i.e. \\boxed{0.05} hours". */
const BETWEEN_BOXES =
  /^(?:[\s$,;、&]|\\[()[\]\\]|\\(?:quad|qquad|text\{ ?(?:and|or) ?\})){0,20}(?:(?:\p{L}{1,20}[\s,;]{1,3})?(?:and|or|i\.e\.,?|that is,?|equivalently,?|und|oder|et|ou|y|o|和|或)(?:[\s$,]|\\[([]){0,9})?$/u;

/** The last box of a reply; boxes that stand beside it, and hold something else, belong to its text. */
function boxes(reply: string): Mark[] {
  const marks: Mark[] = [];
  for (const command of ["\\boxed", "\\fbox"]) {
    const at = reply.lastIndexOf(command);
    if (at < 0) continue;
    const innerFrom = (begin: number) => braced(reply.slice(begin + command.length, begin + command.length + LONGEST));
    marks.push({
      at,
      read() {
        const held = [innerFrom(at)];
        for (let behind = at, k = 1; k < MOST && behind > 0; k++) {
          const before = reply.lastIndexOf(command, behind - 1);
          const inner = before < 0 ? "" : innerFrom(before);
          const end = before + command.length + inner.length + 2;
          if (before < 0 || end > behind || !BETWEEN_BOXES.test(reply.slice(end, behind))) break;
          if (!held.includes(inner)) held.unshift(inner);
          behind = before;
        }
        const text = held.map(plainText).join(" and ");
        return { text, isBox: true, isLoose: false, isBinding: true, isRival: false };
      },
    });
  }
  return marks;
}

/** Returns the text between the braces at the beginning of a text; the rest of the line where they are not closed. */
function braced(text: string): string {
  const begin = text.search(/\S/);
  if (text[begin] !== "{") return text.slice(begin).split(/[\s$]/, 1)[0];
  for (let depth = 0, k = begin; k < text.length; k++) {
    if (text[k] === "\\") k += 1;
    else if (text[k] === "{") depth += 1;
    else if (text[k] === "}" && --depth === 0) return text.slice(begin + 1, k);
  }
  return text.slice(begin + 1).split("\n", 1)[0];
}

const tagged =
  (reply: string) =>
  ({ index, 0: matched }: RegExpMatchArray): Mark => ({
    at: index ?? 0,
    read() {
      const from = (index ?? 0) + matched.length;
      const inner = reply.slice(from, from + LONGEST);
      const end = inner.search(/<(?:\/|\|end_of_box)/);
      return {
        text: plainText(end < 0 ? inner : inner.slice(0, end)).trim(),
        isBox: false,
        isLoose: false,
        isBinding: true,
        isRival: false,
      };
    },
  });

/** Statement after `####`. A Markdown heading has four hashes too, so a text of words is loose. */
const hashed = (reply: string, at: number, from: number): Mark => ({
  at,
  read() {
    const text = plainText(lineFrom(reply, from)).trim();
    return { text, isBox: false, isLoose: /^\p{L}/u.test(text), isBinding: false, isRival: false };
  },
});

/** Statement of a number before the word for "answer". */
const named = (reply: string, at: number, said: string): Mark => ({
  at,
  read() {
    const text = plainText(said);
    const isDenied = deniesClaim(headAt(reply, at)) || /\b(?:not|whether|if)\s*$/i.test(headAt(reply, at));
    return { text: isDenied ? `not ${text}` : text, isBox: false, isLoose: false, isBinding: false, isRival: false };
  },
});

/** Returns the statement after a word for "answer". Other words before a colon or "is" may name choices; they are then part of it. */
function worded(reply: string, at: number, from: number, choices: boolean): Mark {
  const marks = MARKS.exec(reply.slice(from, from + 8))?.[0].length ?? 0;
  const behind = reply.slice(from + marks, from + marks + 100);
  const joined = JOINED.exec(behind)?.[0] ?? (choices ? undefined : JOINED_LATER.exec(behind)?.[0]);
  // A denial stays part of the answer's text.
  const begin = from + marks + (joined === undefined || DENIED.test(joined) ? 0 : joined.length);
  const head = headAt(reply, at);
  // A line that announces the answer, and nothing behind it, leaves none.
  const isCutOff = !/[\p{L}\p{N}]/u.test(reply.slice(begin));
  const isBinding = joined !== undefined && (isCutOff || /[:：=＝]$/.test(joined)) && HEADING.test(head);
  const part = (PART_BEFORE.exec(head) ?? (choices ? null : PART_BEHIND.exec(behind)))?.[1]?.toLowerCase();
  return {
    at,
    part,
    read() {
      const text = bare(plainText(lineFrom(reply, begin)).trim());
      const isLoose = joined === undefined && !/^[-–—] /.test(text);
      if (isLoose && DEED.test(head)) return { text: "", isBox: false, isLoose, isBinding, isRival: false };
      // In "Answer - 42" a dash replaces the colon.
      const stated = joined === undefined ? text.replace(/^[-–—] /, "") : text;
      const said = deniesClaim(head) ? `not ${stated}` : stated;
      return { text: said, isBox: false, isLoose, isBinding, isRival: joined !== undefined && OTHER.test(head) };
    },
  };
}

/** A field of JSON that holds an empty text. */
const EMPTY = /^[\s:=]{0,8}(?:""|'')\s*(?:[,}\]]|$)/;

/** Removes markup at the beginning of a statement. An empty field states nothing. */
const bare = (text: string): string =>
  EMPTY.test(text) ? "null" : text.replace(/^(?:[\s:=?!>"'”’\])]|[—–](?![\d.¤])){1,20}/, "");
