// A reward function of Python, as it stands: `./reward.py:score`, or `package.module:rubric`. It runs in the user's interpreter, confined as
// programs are, and is given batches of texts over a pipe.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { confinedScript, confinementGaps } from "../../agents/confinement.ts";
import { Conversation } from "../../agents/conversation.ts";
import { programLimits } from "../../agents/program-limits.ts";
import { nearest, UserError, unknownName } from "../../core/errors.ts";
import { canonical, jsonIn } from "../../core/json.ts";
import { BatchSize } from "../../feedback/text-rewards/batch-size.ts";
import type { KeyedTextReward, ScoredText } from "../../feedback/text-rewards/text-reward.ts";
import type { TableValue } from "../../logs/table.ts";
import { pythonInterpreter } from "./python-interpreter.ts";

/** Ways in which reward functions are called. */
export const SIGNATURES = ["trl", "verl", "verifiers"] as const;
export type RewardSignature = (typeof SIGNATURES)[number];

const CALLERS = { trl: "TRL", verl: "verl" } as const;

export interface PythonOptions {
  /** The interpreter: a program on the path, or a path from `directory`. */
  readonly python: string;
  /** How the function is called, where its parameters do not tell. */
  readonly signature?: RewardSignature;
  /** Seconds that a batch may take. */
  readonly seconds: number;
  /** Megabytes of its process. */
  readonly memory: number;
  /** The working folder. */
  readonly directory: string;
  /** Columns that `fields` will have. */
  readonly columns: readonly string[];
  /** Receives sentences: the interpreter, what was refused, scores that are none. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** The Python program, a folder with a `__main__.py`, and its modules. */
const PROGRAM = fileURLToPath(new URL("../../../python/src/agonlab/scoring/__main__.py", import.meta.url));
/** What runs tests of a row on programs. */
const HIDDEN_TESTS = join(dirname(PROGRAM), "hidden_tests.py");
const MODULES = ["__main__.py", "calls.py", "closed_doors.py", "hidden_tests.py"].map((name) =>
  join(dirname(PROGRAM), name),
);
/** Seconds that are waited beyond the limit of a batch, which the program itself keeps. */
const GRACE = 5;
/** Seconds that imports may take. */
const IMPORTING = 300;
/** Refused deeds that are reported, at most. */
const MOST_DEEDS = 12;
const USUAL_OBJECTS = ["score", "reward", "compute_score", "reward_func", "rubric"];

const refused = z.array(z.string());
const failure = z.object({
  error: z.string(),
  names: z.array(z.string()).default([]),
  missing: z.string().nullable().default(null),
  late: z.boolean().default(false),
});
const openedSchema = z.object({
  signature: z.enum(SIGNATURES),
  needs: z.array(z.string()),
  fields: z.array(z.string()).nullable(),
  files: z.array(z.tuple([z.string(), z.string()])),
  python: z.string(),
});
const tasksSchema = z.object({ rows: z.array(z.record(z.string(), z.json())) });
const scored = z.object({ scores: z.array(z.number().nullable()), odd: z.number() });

/** Whether a text names an environment of verifiers: `verifiers:NAME`. */
export const isVerifiersName = (text: string): boolean => /^verifiers:[\w./-]+$/.test(text);

/** The column of tests that a text names: `tests:COLUMN`; undefined where it names none. */
export const testsColumn = (text: string): string | undefined => /^tests:(\S+)$/.exec(text)?.[1];

/** Whether a text names a function of Python: `reward.py:score`, `./reward.py`, `package.module:rubric`; or an environment of verifiers. */
export const isPythonName = (text: string): boolean =>
  isVerifiersName(text) ||
  testsColumn(text) !== undefined ||
  /^[^:]*\.py(:[A-Za-z_][\w.]*)?$/.test(text) ||
  /^[A-Za-z_][\w.]*:[A-Za-z_][\w.]*$/.test(text);

/**
 * Loads a function of Python and says what it reads. Throws a UserError where there is no interpreter or file, where packages or columns are
 * missing, or where its signature cannot be told.
 */
export async function pythonFunction(id: string, all: PythonOptions): Promise<KeyedTextReward> {
  const tests = testsColumn(id);
  if (tests !== undefined && !all.columns.includes(tests))
    throw new UserError({ ...unknownName("column", tests, all.columns), where: id });
  const options = tests === undefined ? all : { ...all, columns: [tests] };
  const { columns, onNotice } = options;
  const { talk, open, interpreter } = talkWith(id, options);
  try {
    const { needs, fields, files, ...about } = openedSchema.parse(await talk.ask({ ...open, tasks: 0 }));
    const called =
      tests !== undefined
        ? "programs are run"
        : about.signature === "verifiers"
          ? "a rubric of verifiers"
          : `called as ${CALLERS[about.signature]} does`;
    onNotice?.(`${id}: ${called}, by Python ${interpreter.version}, ${interpreter.program}`);
    if (needs.length > 0) throw missingColumns(id, needs, columns);
    const code = MODULES.map((file) => readFileSync(file, "utf8"));
    const version = createHash("sha256")
      .update(canonical({ id, about, files: files.map(([file, hash]) => [basename(file), hash]), code }))
      .digest("hex");
    return functionOf({ id, fields: fields ?? columns, version }, talk, options);
  } catch (error) {
    await talk.close();
    throw error;
  }
}

/** The first tasks of an environment of verifiers, as its data set has them. Throws a UserError where it cannot be loaded. */
export async function verifiersTasks(
  id: string,
  count: number,
  options: PythonOptions,
): Promise<readonly Readonly<Record<string, TableValue>>[]> {
  const { talk, open } = talkWith(id, options);
  try {
    return tasksSchema.parse(await talk.ask({ ...open, tasks: count })).rows;
  } finally {
    await talk.close();
  }
}

/** A program that is not started yet, and the message that opens it. */
function talkWith(id: string, options: PythonOptions) {
  const { directory, columns, signature, seconds, onNotice } = options;
  const isEnvironment = isVerifiersName(id);
  const object = id.slice(id.indexOf(":") + 1);
  const named = isEnvironment
    ? { file: null, module: "verifiers", object }
    : testsColumn(id) !== undefined
      ? { file: HIDDEN_TESTS, module: null, object: "passes" }
      : pythonPlace(id, directory);
  const interpreter = pythonInterpreter(options.python, directory);
  const own = named.file === null ? [] : [dirname(named.file), named.file];
  const shown = [...new Set([dirname(PROGRAM), directory, ...own, ...interpreter.folders])];
  const limits = programLimits.parse({ memory: options.memory, processes: 1024, cpu: 1_000_000 });
  const environment = {
    ...{ PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", HOME: "/tmp", LANG: process.env.LANG ?? "C.UTF-8" },
    ...(process.env.PYTHONPATH === undefined ? {} : { PYTHONPATH: process.env.PYTHONPATH }),
  };
  const script = { interpreter: interpreter.program, words: [PROGRAM], shown, directory, environment };
  const confined = confinedScript(script, limits);
  for (const gap of confinementGaps()) onNotice?.(`${id}: ${gap}`);
  const talk = new Talk(id, options, () => {
    const { command, opening, environment: all } = confined;
    return new Conversation(command, directory, Math.max(seconds, IMPORTING) + GRACE, {
      ...{ environment: all, name: id, opening },
    });
  });
  const roots = [...new Set([...(named.file === null ? [] : [dirname(named.file)]), directory])];
  const how = { environment: isEnvironment, signature: signature ?? null, seconds: IMPORTING };
  return { talk, interpreter, open: { kind: "open", ...named, ...how, roots, columns } };
}

function functionOf(
  about: Pick<KeyedTextReward, "id" | "fields" | "version">,
  talk: Talk,
  { seconds, onNotice }: PythonOptions,
): KeyedTextReward {
  const { id, fields } = about;
  const sizes = new BatchSize();
  let odd = 0;
  return {
    ...about,
    readsMessages: true,
    keepsNone: true,
    async score(texts, signal) {
      const scores: (number | null)[] = [];
      await sizes.each(texts, charactersOf, async (batch) => {
        signal?.throwIfAborted();
        const request = {
          ...{ kind: "score", seconds },
          prompts: batch.map(({ prompt }) => prompt),
          completions: batch.map(({ completion }) => completion),
          fields: Object.fromEntries(fields.map((name) => [name, batch.map((one) => one.fields[name] ?? null)])),
        };
        const answer = scored.parse(await talk.ask(request, signal));
        if (answer.scores.length !== batch.length) throw new Error(`${id}: other scores than texts`);
        scores.push(...answer.scores);
        odd += answer.odd;
      });
      return scores;
    },
    async close() {
      if (odd > 0) onNotice?.(`${id} returned NaN for ${odd.toLocaleString("en-US")} answers, which are not scored`);
      odd = 0;
      await talk.close();
    },
  };
}

const charactersOf = ({ prompt, completion }: ScoredText): number => prompt.length + completion.length;

/** Requests to the program and its answers. */
class Talk {
  readonly #id: string;
  readonly #options: PythonOptions;
  readonly #start: () => Conversation;
  /** Deeds that were refused, and are reported once. */
  readonly #tried = new Set<string>();
  #conversation: Conversation | undefined;

  constructor(id: string, options: PythonOptions, start: () => Conversation) {
    this.#id = id;
    this.#options = options;
    this.#start = start;
  }

  async ask(message: object, signal?: AbortSignal): Promise<unknown> {
    this.#conversation ??= this.#start();
    const conversation = this.#conversation;
    const aborted = () => void this.close();
    signal?.addEventListener("abort", aborted, { once: true });
    try {
      const value = jsonIn(await conversation.ask(message));
      const tried = refused.safeParse(z.object({ refused }).safeParse(value).data?.refused).data ?? [];
      const fresh = tried.filter((deed) => !this.#tried.has(deed));
      for (const deed of fresh) this.#tried.add(deed);
      for (const deed of fresh.slice(0, MOST_DEEDS - this.#tried.size + fresh.length))
        this.#options.onNotice?.(`${this.#id} tried to ${deed}, which is refused to a reward of texts`);
      const { data } = failure.safeParse(value);
      if (data !== undefined) throw this.#fault(data);
      return value;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", aborted);
    }
  }

  #fault({ error, names, missing, late }: z.output<typeof failure>): UserError {
    const { python, seconds } = this.#options;
    const close =
      names.length === 0 ? undefined : (nearest(/'(.*)'/.exec(error)?.[1] ?? "", names) ?? names.join(", "));
    const hint =
      missing !== null
        ? `${python} -m pip install ${missing.split(".")[0]}, or name an interpreter that has it: --python .venv/bin/python`
        : late
          ? `--seconds ${2 * seconds} gives a batch more time`
          : close === undefined
            ? undefined
            : `it has ${close}`;
    return new UserError({
      code: "reward-function",
      what: `${this.#id} ${error}`,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  async close(): Promise<void> {
    const ending = this.#conversation?.close();
    this.#conversation = undefined;
    await ending;
  }
}

/** What a name means: a file or a module, and an object in it. Throws a UserError where there is no such file, or the object is not clear. */
export function pythonPlace(
  id: string,
  directory: string,
): { file: string | null; module: string | null; object: string } {
  const colon = id.lastIndexOf(":");
  const [place, object] = /\.py$/.test(id) || colon < 0 ? [id, undefined] : [id.slice(0, colon), id.slice(colon + 1)];
  if (!place.endsWith(".py")) return { file: null, module: place, object: object ?? "rubric" };
  const file = resolve(directory, place);
  if (!existsSync(file)) throw new UserError({ code: "no-file", what: `there is no file ${place}` });
  if (object !== undefined) return { file, module: null, object };
  const defined = new Set(
    [...readFileSync(file, "utf8").matchAll(/^(?:async )?(?:def )?(\w+)\b/gm)].map(([, name]) => name),
  );
  const usual = USUAL_OBJECTS.filter((name) => defined.has(name));
  if (usual.length === 1) return { file, module: null, object: usual[0] };
  const what = `${place} has ${usual.length === 0 ? "no function of a usual name" : `several: ${usual.join(", ")}`}`;
  throw new UserError({ code: "which-function", what, hint: `name the function: ${place}:${usual[0] ?? "NAME"}` });
}

function missingColumns(id: string, needs: readonly string[], columns: readonly string[]): UserError {
  const what = `${id} needs ${needs.map((name) => JSON.stringify(name)).join(" and ")}, and the file has no such column`;
  const near = nearest(needs[0], columns);
  const hint = `--columns ${needs[0]}=${near ?? "NAME"} names the column; it has ${columns.join(", ") || "none beside the texts"}`;
  return new UserError({ code: "missing-column", what, hint });
}
