// Where a reply says what its answer is: in a box, between tags, behind four hashes, or behind words such as "the answer is".

import { plainText } from "./plain-text.ts";

/** A part of a reply that says what its answer is, in plain characters. */
export interface Statement {
  readonly text: string;
  /** A box holds the answer and nothing else. */
  readonly isBox: boolean;
  /** No colon or "is" joins the text to a word such as "option": it may speak of one that is not the answer. */
  readonly isLoose: boolean;
  /** Where it holds no answer the reply has none, and nothing before it counts. */
  readonly isBinding: boolean;
}

/** Statements that are looked at, from the last on, and characters of each: a reply costs no more than it is long. */
const [MOST, LONGEST] = [16, 2_000];

/** Words for an answer in languages of common models. */
const ANSWER =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}])(?:answers?|antwort|lösung|réponse|respuesta|resposta|risposta|antwoord|ответ|정답|답|答案|答え|正解|回答|解答)(?![\p{Script=Latin}\p{Script=Cyrillic}])/giu;
/** Words for what can be chosen. */
const CHOICE =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}])(?:choice|option|opción|opção|opzione|optie|вариант|选项|選項|選択肢)(?![\p{Script=Latin}\p{Script=Cyrillic}])/giu;
const OPENING = /<(?:final[-_ ]?)?(?:answer|choice|option|solution|result)>/gi;
const HASHES = /^####(?!#| ?\d{1,2}[.)] )/gm;
/** What joins a word for an answer to what the answer is: at once, or behind some words. */
const JOINED =
  /^[\s*_`"']{0,8}(?:[:：=＝]|(?:is|was|would be|will be|should be|must be|ist|lautet|est|sera|es|é)(?![\p{L}'’])|è(?!\p{L})|是|为|為|は|이|가|는|은)/iu;
const JOINED_LATER = /^[^.:=：＝!?。\n]{0,80}?(?:[:：=＝]|\b(?:is|was|be|ist|est|es)(?![\p{L}'’])|是|为|為|は|는|은)/iu;
/** Marks around a word. */
const MARKS = /^[*_`"'”’)\]]{0,6}/;
/** A statement that begins its line with a word and a colon. */
const HEADING = /^[*_#>"'{[ -]{0,8}(?:(?:the|my|die|la) )?(?:(?:final|correct|right) )?$/i;

const DENIED = /\b(?:not|never|cannot|nicht)\b|n['’]t\b|[不非]/i;

interface Mark {
  readonly at: number;
  read(): Statement;
}

/**
 * The parts of a reply that say what its answer is, the last one first. With `choices`, words such as "option" count as well. What a
 * model thought before it replied, up to `</think>` or `</thinking>`, is no part of the reply.
 */
export function finalStatements(reply: string, choices: boolean): readonly Statement[] {
  const words = [ANSWER, ...(choices ? [CHOICE] : [])].flatMap((word) => last([...reply.matchAll(word)]));
  const marks = [
    ...boxes(reply),
    ...last([...reply.matchAll(OPENING)]).map(tagged(reply)),
    ...last([...reply.matchAll(HASHES)]).map(({ index, 0: matched }) => hashed(reply, index, index + matched.length)),
    ...words.map(({ index, 0: matched }) => worded(reply, index, index + matched.length, choices)),
  ];
  return last(marks.sort((a, b) => a.at - b.at))
    .reverse()
    .map((mark) => mark.read());
}

const last = <T>(all: readonly T[]): T[] => all.slice(-MOST);

/** The rest of the line, or the next line that says something. */
function lineFrom(text: string, from: number): string {
  const rest = text.slice(from, from + LONGEST);
  const said = /^(?:[\s*_`"'>$]|\\[[(])*/.exec(rest)?.[0].length ?? 0;
  const end = rest.indexOf("\n", said);
  const line = end < 0 ? rest : rest.slice(0, end);
  return line.slice(Math.max(0, line.lastIndexOf("\n", said) + 1));
}

function boxes(reply: string): Mark[] {
  const marks: Mark[] = [];
  for (const command of ["\\boxed", "\\fbox"]) {
    const at = reply.lastIndexOf(command);
    if (at < 0) continue;
    const inner = reply.slice(at + command.length, at + command.length + LONGEST);
    marks.push({ at, read: () => ({ text: plainText(braced(inner)), isBox: true, isLoose: false, isBinding: true }) });
  }
  return marks;
}

/** What stands between the braces that a text begins with; where they do not close, the rest of the line. */
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
      const end = inner.indexOf("</");
      return {
        text: plainText(end < 0 ? inner : inner.slice(0, end)).trim(),
        isBox: false,
        isLoose: false,
        isBinding: true,
      };
    },
  });

/** A heading has four hashes too: its words are loose. */
const hashed = (reply: string, at: number, from: number): Mark => ({
  at,
  read() {
    const text = plainText(lineFrom(reply, from)).trim();
    return { text, isBox: false, isLoose: /^\p{L}/u.test(text), isBinding: false };
  },
});

/** The statement behind a word for an answer. Other words before a colon or "is" may name choices, and are then a part of it. */
function worded(reply: string, at: number, from: number, choices: boolean): Mark {
  const marks = MARKS.exec(reply.slice(from, from + 8))?.[0].length ?? 0;
  const behind = reply.slice(from + marks, from + marks + 100);
  const joined = JOINED.exec(behind)?.[0] ?? (choices ? undefined : JOINED_LATER.exec(behind)?.[0]);
  // What denies the answer stays in front of it.
  const begin = from + marks + (joined === undefined || DENIED.test(joined) ? 0 : joined.length);
  const head = reply.slice(Math.max(reply.lastIndexOf("\n", at - 1) + 1, at - 60), at);
  const isBinding = joined !== undefined && /[:：=＝]$/.test(joined) && HEADING.test(head);
  return {
    at,
    read() {
      const text = bare(plainText(lineFrom(reply, begin)).trim());
      const isLoose = joined === undefined && !/^[-–—] /.test(text);
      // "Answer - 42" has a dash in the place of the colon.
      return { text: joined === undefined ? text.replace(/^[-–—] /, "") : text, isBox: false, isLoose, isBinding };
    },
  };
}

/** A statement without marks in front of it. */
const bare = (text: string): string => text.replace(/^[\s:=?!>"'”’\])—–]{1,20}/, "");
