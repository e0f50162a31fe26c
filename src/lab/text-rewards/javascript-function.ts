// A reward in a user's file of JavaScript or TypeScript: `./reward.ts`, `./reward.js:name`. It is a function of an answer,
// `(prompt, completion, fields) => number`, or of a batch, `(texts) => numbers`. Null says that an answer has no score. Where answers are
// pictures, a completion is a picture with its pixels, and NaN says so too.

import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { contentHash } from "../../core/checksum.ts";
import { messageOf, nearest, UserError } from "../../core/errors.ts";
import type { KeyedTextReward, ScoredText } from "../../feedback/text-rewards/text-reward.ts";
import { parted, promptOf } from "../../logs/conversations.ts";
import { userFault } from "../experiment/user-fault.ts";
import { importUserFile } from "../experiment/user-files.ts";
import { withImports } from "../store/file-imports.ts";
import type { PictureFiles } from "./picture-files.ts";

/** Whether a text names a file of JavaScript or TypeScript, and a function in it. */
export const isJavaScriptName = (text: string): boolean => /^[^:]*\.m?[jt]s(:[A-Za-z_$][\w$]*)?$/.test(text);

/**
 * Loads a reward of JavaScript. It is told all of `columns` as fields, and conversations as texts. Throws a UserError where the file has no
 * such function.
 */
export async function javaScriptFunction(
  id: string,
  {
    directory,
    columns,
    pictures,
  }: {
    readonly directory: string;
    readonly columns: readonly string[];
    readonly pictures?: PictureFiles | undefined;
  },
): Promise<KeyedTextReward> {
  const [place, name = "default"] = id.split(":");
  const file = resolve(directory, place);
  if (!existsSync(file)) throw new UserError({ code: "no-file", what: `there is no file ${place}` });
  const exported: Readonly<Record<string, unknown>> = await importUserFile(file).catch((error: unknown) => {
    throw new UserError({
      code: "broken-file",
      what: `${place} could not be loaded: ${messageOf(error).split("\n")[0]}`,
    });
  });
  const found = exported[name];
  if (typeof found !== "function") throw noFunction(place, name, exported);
  const files = await withImports([file]);
  const seen = pictures === undefined ? [] : [pictures.version];
  const version = contentHash([id, ...seen, ...files.flatMap((one) => [basename(one), readFileSync(one)])]);
  const call = async (...given: readonly unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(found, undefined, given);
    } catch (error) {
      // What a user's function throws is the user's, also where its place cannot be told.
      const { where } = userFault(error) ?? {};
      const what = `${id} throws: ${messageOf(error).split("\n")[0]}`;
      throw new UserError({ code: "user-code", what, ...(where === undefined ? {} : { where }) });
    }
  };
  return {
    ...{ id, version, fields: columns, readsMessages: false, keepsNone: true },
    async score(texts, signal) {
      const plain = texts.map(asTexts).map((text) => ({
        ...text,
        completion: pictures === undefined ? text.completion : pictures.picture(text.completion),
      }));
      const scoreOf = (value: unknown, text: ScoredText) =>
        pictures !== undefined && Number.isNaN(value) ? null : numberOf(id, value, text);
      if (found.length === 1) {
        const listed = listOf(id, await call(plain), texts);
        return listed.map((one, k) => scoreOf(one, texts[k]));
      }
      const scores: (number | null)[] = [];
      for (const [k, { prompt, completion, fields }] of plain.entries()) {
        signal?.throwIfAborted();
        scores.push(scoreOf(await call(prompt, completion, fields), texts[k]));
      }
      return scores;
    },
    async close() {},
  };
}

/** An answer with conversations as texts: what was asked, and what was answered last. */
export const asTexts = ({ prompt, completion, fields }: ScoredText): ScoredText => ({
  prompt: promptOf(prompt),
  completion: parted(completion).text,
  fields,
});

function noFunction(place: string, name: string, exported: Readonly<Record<string, unknown>>): UserError {
  const names = Object.keys(exported).filter((one) => one !== "default" && typeof exported[one] === "function");
  const near = nearest(name, names) ?? names[0];
  const what =
    name === "default" ? `${place} exports no function as its default` : `${place} exports no function ${name}`;
  const hint =
    near === undefined ? "export default (prompt, completion, fields) => 1" : `it exports ${near}: ${place}:${near}`;
  return new UserError({ code: "no-function", what, hint });
}

function listOf(id: string, value: unknown, texts: readonly ScoredText[]): readonly unknown[] {
  if (!Array.isArray(value)) {
    const what = `${id} returned ${said(value)} for ${texts.length} answers, and no list`;
    const hint = "a function of one parameter is given a batch; (prompt, completion, fields) => … is given one answer";
    throw new UserError({ code: "reward-function", what, hint });
  }
  if (value.length !== texts.length) {
    const what = `${id} returned ${value.length} score${value.length === 1 ? "" : "s"} for ${texts.length} answers`;
    throw new UserError({ code: "reward-function", what });
  }
  return value;
}

function numberOf(id: string, value: unknown, { completion }: ScoredText): number | null {
  if (value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const what = `${id} returned ${said(value)}, which is no number, of the answer ${JSON.stringify(completion.slice(0, 60))}`;
  throw new UserError({ code: "reward-function", what, hint: "null says that an answer has no score" });
}

const said = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : String(value);
