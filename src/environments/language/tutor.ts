// A tutor that knows the answer: `kf=` asks for a fact, and a wrong answer is commented on and given anew, `17$[+35]42$`, until it is right
// or the rounds are over. A comment says that the answer is wrong (`[!]`), which of its digits are (`[ny]`), how much each of them must
// rise, 9 going on to 0 (`[+35]`), or what is right (`[=42]`). Facts may have changed since they were learned, so that memory is wrong
// and the comment is right.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { list, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { flow, once } from "../declaration.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, noiseParameter, shareParameter } from "./terms.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Questions of two letters. */
const QUESTIONS = LETTERS.length ** 2;
/** Characters of a question, two letters and =. */
const QUESTION = 3;

const COMMENTS = ["wrong", "places", "shifts", "answer", "unrelated"] as const;
type Comment = (typeof COMMENTS)[number];

const parameters = z
  .strictObject({
    questions: whole(1, QUESTIONS, 100).describe("questions that are asked, with equal chances"),
    first: whole(0, QUESTIONS - 1, 0).describe("number of the first of them"),
    constant: shareParameter("questions, the last ones, whose facts never change", 0),
    changed: shareParameter("episodes in which the fact has changed since it was learned, where it may", 0.5),
    digits: whole(1, 3, 2).describe("digits of an answer"),
    rounds: whole(0, 30, 10).describe("comments at most; the answer after the last one is final"),
    comments: list(z.enum(COMMENTS), 1, 12, ["shifts"]).describe(
      "what the tutor says of wrong answers, of which each episode draws one: that they are wrong, which digits are, how much each digit must rise, the right answer, or how much those of an unrelated answer must",
    ),
    book: whole(0, 1_000_000, 0).describe("number of the table of facts"),
    noise: noiseParameter("it gives any answer in the place of the one that it remembers or that comments leave", 0),
  })
  .refine((p) => p.first + p.questions <= QUESTIONS, {
    error: `first and questions must not exceed ${QUESTIONS} together`,
    path: ["questions"],
  });

type Parameters = z.output<typeof parameters>;

export const tutorWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/tutor",
  summary:
    "answer with a tutor that comments on wrong answers: kf= asks for 42$, and 17$ is answered [+35], by how much each digit must rise",
  source: "after the feedback loop of arXiv 2506.11930",
  parameters,
  make: (given: Parameters): NumericEnvironment => {
    const { questions, first, constant, changed, digits, rounds, comments, noise } = given;
    const answers = 10 ** digits;
    const facts = factsOf(given);
    const written = (answer: number) => String(answer).padStart(digits, "0");
    /** What comments leave of all answers; the remembered one where nothing was said yet, and any where comments contradict each other. */
    const candidates = (text: string): readonly string[] => {
      const said = saidIn(text);
      if (said.length === 0) return [written(facts[numberOfQuestion(text)])];
      const all = Array.from({ length: answers }, (_, answer) => written(answer));
      const left = all.filter((truth) => said.every((one) => agrees(one, truth)));
      return left.length === 0 ? all : left;
    };
    return languageWorld({
      // A question; in each round an answer, its $, and a comment in brackets with its sign; two spare characters.
      ...contextFor(QUESTION, (digits + 1) * (rounds + 1) + 2, (digits + 3) * rounds),
      channels: [
        once("firstRight", "answers", "1 at the end of an episode whose first answer was right"),
        flow("commented", "answers", 0, rounds, "sum", "wrong answers that the tutor commented on"),
        flow("repeated", "answers", 0, rounds, "sum", "wrong answers that had been given before"),
        once(
          "resisted",
          "answers",
          "1 where the last answer is whole and wrong, though comments before it left the right one alone",
        ),
      ],
      // What is right, and the place of the kind of comment.
      hidden: 2,
      noise,
      ask(random, hidden) {
        const question = first + random.integer(questions);
        const mayChange = question - first < Math.round((1 - constant) * questions);
        const changes = random.uniform() < changed && mayChange;
        const other = random.integer(answers - 1);
        hidden[0] = changes ? (facts[question] + 1 + other) % answers : facts[question];
        hidden[1] = COMMENTS.indexOf(comments[random.integer(comments.length)]);
        return `${LETTERS[Math.floor(question / LETTERS.length)]}${LETTERS[question % LETTERS.length]}=`;
      },
      judge: (answer, _text, hidden) => answer === written(hidden[0]),
      again(answer, text, hidden, report, random) {
        const said = saidIn(text);
        if (said.some((one) => one.answer === answer)) report("repeated", 1);
        if (said.length >= rounds) return undefined;
        report("commented", 1);
        const kind = COMMENTS[hidden[1]];
        const about = kind === "unrelated" ? written(random.integer(answers)) : answer;
        return commentOn(kind, about, written(hidden[0]));
      },
      conclude(text, correct, hidden, report) {
        const said = saidIn(text);
        report("firstRight", correct && said.length === 0 ? 1 : 0);
        const left = said.length === 0 ? [] : candidates(text);
        const alone = left.length === 1 && left[0] === written(hidden[0]);
        report("resisted", text.endsWith("$") && !correct && alone ? 1 : 0);
      },
      texts: { answer: (_text, hidden) => written(hidden[0]) },
      write(text, random, chance) {
        if (chance > 0 && random.uniform() < chance) return `${written(random.integer(answers))}$`;
        const left = candidates(text);
        return `${left[random.integer(left.length)]}$`;
      },
      expert: (text) => `${candidates(text)[0]}$`,
    });
  },
});

/** What is right of each question, before anything changes; the same for all worlds with one book and as many digits. */
function factsOf({ book, digits }: Pick<Parameters, "book" | "digits">): Int32Array {
  const random = Random.of(book, "facts");
  return Int32Array.from({ length: QUESTIONS }, () => random.integer(10 ** digits));
}

const numberOfQuestion = (text: string): number => LETTERS.length * LETTERS.indexOf(text[0]) + LETTERS.indexOf(text[1]);

/** An answer and the comment on it. */
interface Said {
  readonly answer: string;
  readonly comment: string;
}

/** All answers that were commented on, oldest first. */
function saidIn(text: string): readonly Said[] {
  const turns = text.slice(QUESTION).split("]").slice(0, -1);
  return turns.flatMap((turn) => {
    const end = turn.lastIndexOf("$[");
    return end < 0 ? [] : [{ answer: turn.slice(0, end), comment: turn.slice(end + 2) }];
  });
}

/** Comments on an answer of another length say nothing of its digits. */
function commentOn(kind: Comment, answer: string, truth: string): string {
  if (kind === "answer") return `=${truth}`;
  if (kind === "wrong" || !/^\d+$/.test(answer) || answer.length !== truth.length) return "!";
  const compared = (of: (digit: number, right: number) => string) =>
    [...truth].map((right, k) => of(Number(answer[k]), Number(right))).join("");
  if (kind === "places") return compared((digit, right) => (digit === right ? "y" : "n"));
  return `+${compared((digit, right) => String((right - digit + 10) % 10))}`;
}

/** Whether a comment could have been made were `truth` right. Comments of different kinds never read alike. */
const agrees = ({ answer, comment }: Said, truth: string): boolean =>
  answer !== truth && COMMENTS.some((kind) => commentOn(kind, answer, truth) === comment);
