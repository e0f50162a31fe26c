// Answers to a list of questions, several to each, and what is chosen of them to learn from: the answers that are worth imitating
// and the questions that are worth practising, by the topology of what was tried (arXiv 2603.01714).

import type { Random } from "../../core/random.ts";
import {
  chosenRollouts,
  chosenTasks,
  type Graded,
  graded,
  type RolloutChoice,
  type TaskChoice,
} from "../../feedback/topology/choice.ts";
import { quotientGraph } from "../../feedback/topology/quotient-graph.ts";
import type { Rollout, Turn } from "../../feedback/topology/rollout.ts";
import { type TaskScores, taskScores } from "../../feedback/topology/scores.ts";
import type { Measures } from "../training-measures.ts";

/**
 * The turns of the text in places `from` … `to` − 1, of which `written` has 1 for the writer's characters. A turn that ends with `>`
 * is a call: its action is what stands between the last brackets, its tool the signs among that (`+` of `<17+25>`, `?` of `<?>`),
 * or "call". A turn that ends with `$` answers; dots and spaces before an answer are thoughts. Any other turn just stops.
 */
export function writtenTurns(
  tokens: ArrayLike<number>,
  written: ArrayLike<number>,
  alphabet: readonly string[],
  from: number,
  to: number,
): readonly Turn[] {
  const turns: Turn[] = [];
  let at = from;
  const stretch = (own: boolean): string => {
    let text = "";
    for (; at < to && (own ? written[at] === 1 : written[at] !== 1 && tokens[at] !== 0); at++)
      text += alphabet[tokens[at]];
    return text;
  };
  stretch(false);
  while (at < to && written[at] === 1) {
    const turn = stretch(true);
    turns.push({ ...deed(turn), observation: stretch(false) });
  }
  return turns;
}

function deed(turn: string): Pick<Turn, "tool" | "action"> {
  const call = /<([^<>]*)>$/.exec(turn)?.[1];
  if (call !== undefined) return { tool: call.replace(/[a-z0-9 ]/g, "") || "call", action: `<${call}>` };
  const action = turn.replace(/^[. ]+/, "");
  return { tool: turn.endsWith("$") ? "answer" : "stop", action };
}

/** Texts, question by question, `tries` answers to each; numbers that a checkpoint holds as they are. */
export interface TriedTexts {
  readonly tries: number;
  readonly context: number;
  /** [questions·tries × context] characters, and 1 where the writer wrote them. */
  readonly tokens: Float32Array;
  readonly written: Float32Array;
  /** [questions·tries] 1 where the answer succeeded. */
  readonly success: Float32Array;
}

export function emptyTries(questions: number, tries: number, context: number): TriedTexts {
  const rows = questions * tries;
  const [tokens, written] = [new Float32Array(rows * context), new Float32Array(rows * context)];
  return { tries, context, tokens, written, success: new Float32Array(rows) };
}

export interface TriesChoice {
  readonly by: RolloutChoice;
  /** Answers that are chosen for each question: of its own, or as many in all of all questions' answers. */
  readonly keep: number;
  readonly among: "question" | "all";
  readonly tasks: { readonly by: TaskChoice | "all"; readonly keep: number };
  readonly scores: {
    /** δ of mistakes and of error branches. */
    readonly drop: number;
    /** α of recovery, efficiency and diversity; β of error branches and heterogeneity; both brought to a sum of 1. */
    readonly answers: readonly [number, number, number];
    readonly tasks: readonly [number, number];
    readonly temperature: number;
  };
}

export interface ChosenTexts {
  /** Rows to imitate. */
  readonly rows: readonly number[];
  /** Places of the questions to practise; undefined where all are. */
  readonly questions: readonly number[] | undefined;
  readonly measures: Measures;
}

/** A graded rollout and its row. */
interface Answer extends Graded {
  readonly row: number;
}

/** Root and ends, which every graph has. */
const FRAME = 3;

/** Folds the answers to each question into a graph and chooses. */
export function chosenTexts(
  texts: TriedTexts,
  alphabet: readonly string[],
  { by, keep, among, tasks, scores: { drop, ...scores } }: TriesChoice,
  random: Random,
): ChosenTexts {
  const [recovery, efficiency, diversity] = scores.answers;
  const sum = recovery + efficiency + diversity;
  const [errors, ways] = scores.tasks;
  const graphs = triedRollouts(texts, alphabet).map((rollouts) => quotientGraph(rollouts));
  const answers = graphs.map((graph, question) =>
    graded(graph, { drop, mix: [recovery / sum, efficiency / sum, diversity / sum] }).map(
      (one, k): Answer => ({ ...one, row: question * texts.tries + k }),
    ),
  );
  const pools = among === "all" ? [answers.flat()] : answers;
  const most = among === "all" ? keep * answers.length : keep;
  const rng = random.stream("answers");
  const chosen = pools.flatMap((pool) => chosenRollouts(by, pool, most, rng));

  const worth = graphs.map((graph) => taskScores(graph, { drop }));
  const questions =
    tasks.by === "all"
      ? undefined
      : chosenTasks(tasks.by, worth, tasks.keep, random.stream("tasks"), {
          mix: [errors / (errors + ways), ways / (errors + ways)],
          temperature: scores.temperature,
        });
  return {
    rows: chosen.map(({ row }) => row),
    questions,
    measures: {
      chosen: chosen.length,
      ...named("succeededScore", weights(answers.flat())),
      ...named("chosenScore", weights(chosen)),
      ...named(
        "graphNodes",
        graphs.map(({ graph }) => graph.order - FRAME),
      ),
      ...named("errorBranches", worth.map(errorBranches)),
      ...(questions && named("keptErrorBranches", questions.map((k) => worth[k]).map(errorBranches))),
    },
  };
}

/** The answers to each question as rollouts. */
export function triedRollouts(
  { tries, context, tokens, written, success }: TriedTexts,
  alphabet: readonly string[],
): Rollout[][] {
  return Array.from({ length: success.length / tries }, (_, question) =>
    Array.from({ length: tries }, (_, k): Rollout => {
      const row = question * tries + k;
      const turns = writtenTurns(tokens, written, alphabet, row * context, (row + 1) * context);
      return { id: `${row}`, task: `${question}`, turns, success: success[row] === 1 };
    }),
  );
}

const weights = (answers: readonly Answer[]) =>
  answers.flatMap(({ merit }) => (merit === undefined ? [] : [merit.weight]));
const errorBranches = (scores: TaskScores) => scores.errorBranches;

/** The mean under a name, or nothing of nothing. */
function named(name: string, values: readonly number[]): Measures {
  return values.length === 0 ? {} : { [name]: values.reduce((a, b) => a + b, 0) / values.length };
}
