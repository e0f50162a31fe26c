// Editors as a contest's file names them, and as they are made in the thread that plays.

import { z } from "zod";
import { Conversation } from "../../agents/conversation.ts";
import { blindEditor, logReader, selfOnlyEditor, staticEditor, testerEditor } from "../../agents/editors.ts";
import type { EditDesk, Editor } from "../../core/editor.ts";
import { UserError } from "../../core/errors.ts";

/** Rules that edit, by name. */
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
]);

/** An editor in a file: a name, or one with parameters. */
export const editorSchema = z
  .union([z.enum(["static", "blind", "self-only", "tester"]).transform((id) => own.parse({ id })), own])
  .describe(`its editor: ${EDITOR_NAMES.join(", ")}, or { id: command, command: [./edit.py] }`);

/** An editor as plain data; templates are texts. */
export type EditorPlan = z.output<typeof own>;

/** An editor, and what ends it. */
export interface OpenEditor extends Editor {
  close?(): Promise<void>;
}

/** `directory` is that of the contest's file, from which programs are started. */
export function opened(plan: EditorPlan, directory: string): OpenEditor {
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
      return ownEditor(plan.command, plan.seconds, directory);
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
    const found = reply.safeParse(jsonOf(line));
    if (found.success) return found.data;
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
        const found = await answered(message);
        if (found.type === "code") return found.code;
        if (left() === 0) message = { type: "shares", shares: [], left: 0 };
        else message = { type: "shares", shares: await trial(found.code, found.others), left: left() };
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
