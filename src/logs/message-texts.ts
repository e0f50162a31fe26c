// Messages in columns of prompts and answers, in the middle of SQL: a prompt is readable text, and an answer is what the model said.

import type { DuckDBConnection } from "@duckdb/node-api";
import { jsonIn } from "../core/json.ts";
import { loadDuckDB } from "./engine.ts";

/** How messages and finish reasons are understood. */
export interface RolloutWords {
  /** A prompt as readable text. */
  prompt(value: unknown): string;
  /** What the model said, of a message or a list of messages; undefined of another value. */
  answer(value: unknown): string | undefined;
  /** Whether a finish reason says that the answer was cut off. */
  isCut(reason: string): boolean;
}

/** Functions of SQL for a prompt and for an answer. */
const FUNCTIONS = { prompt: "agon_prompt", completion: "agon_answer" } as const;

/** Texts of messages, over a connection in which functions for them are made. */
export class MessageTexts {
  readonly #functions: ReadonlyMap<string, string>;

  private constructor(functions: ReadonlyMap<string, string>) {
    this.#functions = functions;
  }

  /** Makes the functions; `own` are the file's names of prompt and completion. */
  static async over(
    connection: DuckDBConnection,
    own: ReadonlyMap<string, string>,
    words: RolloutWords,
  ): Promise<MessageTexts> {
    const { DuckDBScalarFunction, VARCHAR } = await loadDuckDB();
    const made = [
      [FUNCTIONS.prompt, (text: string) => promptIn(text, words)],
      [FUNCTIONS.completion, (text: string) => answerIn(text, words)],
    ] as const;
    for (const [name, textOf] of made) {
      connection.registerScalarFunction(
        DuckDBScalarFunction.create({
          ...{ name, parameterTypes: [VARCHAR], returnType: VARCHAR },
          mainFunction(_, input, output) {
            const texts = input.getColumnVector(0);
            for (let row = 0; row < input.rowCount; row++) {
              const text = texts.getItem(row);
              output.setItem(row, typeof text === "string" ? textOf(text) : null);
            }
            output.flush();
          },
        }),
      );
    }
    const named = Object.entries(FUNCTIONS).flatMap(([name, called]) => {
      const column = own.get(name);
      return column === undefined ? [] : [[column, called] as const];
    });
    return new MessageTexts(new Map(named));
  }

  /** SQL of a column's text, in which messages are texts. Only what looks like messages is read. */
  readonly said = (column: string, text: string): string => {
    const called = this.#functions.get(column);
    if (called === undefined) return text;
    return `CASE WHEN left(ltrim(${text}), 1) IN ('[', '{') THEN ${called}(${text}) ELSE ${text} END`;
  };
}

const promptIn = (text: string, words: RolloutWords): string => {
  const value = jsonIn(text);
  return typeof value === "object" && value !== null && words.answer(value) !== undefined ? words.prompt(value) : text;
};

/** A text that is no message stays: answers may be JSON. */
const answerIn = (text: string, words: RolloutWords): string => {
  const value = jsonIn(text);
  return (typeof value === "object" && value !== null ? words.answer(value) : undefined) ?? text;
};
