// Editors as a contest's file names them, and as they are made in the thread that plays.

import { z } from "zod";
import { Conversation } from "../../agents/conversation.ts";
import { blindEditor, logReader, selfOnlyEditor, staticEditor, testerEditor } from "../../agents/editors.ts";
import { editingModel, type ModelEditorPlan, modelEditor, modelEditorParameters } from "../../agents/model-editor.ts";
import type { EditDesk, Editor } from "../../core/editor.ts";
import { UserError } from "../../core/errors.ts";

export const EDITOR_NAMES = ["static", "blind", "self-only", "tester", "log-reader"] as const;

const own = z.discriminatedUnion("id", [
  z.strictObject({ id: z.literal("static") }),
  z.strictObject({
    id: z.literal("blind"),
    changes: z.int().min(1).max(1000).default(3).describe("changes at random in each phase of edits"),
  }),
  z.strictObject({ id: z.literal("self-only") }),
  z.strictObject({ id: z.literal("tester") }),
  z.strictObject({
    id: z.literal("log-reader"),
    templates: z.array(z.string().min(1)).min(1).max(100).describe("files of programs that it chooses from"),
  }),
  z.strictObject({
    id: z.literal("command"),
    command: z.array(z.string().min(1)).min(1).describe("a program of your own that edits, in JSON Lines"),
    seconds: z.number().positive().max(86_400).default(600).describe("for each of its answers"),
  }),
  z.strictObject({ id: z.literal("language-model"), ...modelEditorParameters }).describe("it edits with tools"),
]);

/** An editor in a file: a name, or one with parameters. */
export const editorSchema = z
  .union([z.enum(["static", "blind", "self-only", "tester"]).transform((id) => own.parse({ id })), own])
  .describe(
    `its editor: ${EDITOR_NAMES.join(", ")}, { id: command, command: [./edit.py] }, or { id: language-model, model: NAME, endpoint: … }`,
  );

/** An editor as plain data; templates are texts. */
export type EditorPlan = z.output<typeof own>;

/** Editors that ask a language model, and wait for it in the thread that plays the contest. */
export const asksModel = (plan: EditorPlan): plan is Extract<EditorPlan, { id: "language-model" }> =>
  plan.id === "language-model";

/** The language model of a plan, to see whether it could be asked. */
export const modelOf = (plan: ModelEditorPlan, directory: string) => editingModel(plan, directory);

/** What of a plan decides its edits, as text: where a model answers, and how long one waits for it, has no part in them. */
export function editorName(plan: EditorPlan): string {
  if (!asksModel(plan)) return JSON.stringify(plan);
  const { id, model, temperature, maxTokens, seed, steps, instructions } = plan;
  return JSON.stringify({ id, model, temperature, maxTokens, seed, steps, instructions });
}

export interface OpenEditor extends Editor {
  close?(): Promise<void>;
}

/** Where an editor works. */
export interface EditorPlace {
  /** That of the contest's file: programs are started there, and paths of recordings begin there. */
  readonly directory: string;
  /** The arena in a sentence. */
  readonly arena: string;
  readonly signal?: AbortSignal;
}

export function opened(plan: EditorPlan, place: EditorPlace): OpenEditor {
  switch (plan.id) {
    case "static":
      return staticEditor;
    case "blind":
      return blindEditor(plan.changes);
    case "self-only":
      return selfOnlyEditor;
    case "tester":
      return testerEditor;
    case "log-reader":
      return logReader(plan.templates);
    case "command":
      return ownEditor(plan.command, plan.seconds, place.directory);
    case "language-model":
      return modelEditor(plan, place);
  }
}

const reply = z.union([
  z.strictObject({ type: z.literal("trial"), code: z.string(), others: z.array(z.string()).max(100) }),
  z.strictObject({ type: z.literal("code"), code: z.string().max(1_000_000) }),
]);

/**
 * A program that reads {"type":"edit", …} for each phase of edits, may ask {"type":"trial","code":…,"others":[…]} and then reads
 * {"type":"shares","shares":[…],"left":…}, and ends the phase with {"type":"code","code":…}. It is as new in each phase.
 */
function ownEditor(command: readonly string[], seconds: number, directory: string): OpenEditor {
  let conversation: Conversation | undefined;
  const close = async (): Promise<void> => {
    await conversation?.close();
    conversation = undefined;
  };
  const answered = async (message: object) => {
    conversation ??= new Conversation(command, directory, seconds);
    const line = await conversation.ask(message);
    const parsed = reply.safeParse(jsonOf(line));
    if (parsed.success) return parsed.data;
    throw new UserError({
      code: "no-edit",
      what: `${command.join(" ")} answered ${JSON.stringify(line.slice(0, 80))}`,
      hint: 'it must write {"type":"trial",…} or {"type":"code","code":…}',
    });
  };
  return {
    close,
    async edit({ round, code, log, samples, left, trial }: EditDesk) {
      await close();
      let message: object = { type: "edit", round, code, log, samples, left: left() };
      for (;;) {
        const answer = await answered(message);
        if (answer.type === "code") return answer.code;
        if (left() === 0) message = { type: "shares", shares: [], left: 0 };
        else message = { type: "shares", shares: await trial(answer.code, answer.others), left: left() };
      }
    },
  };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
