// Pictures over the wire, in the place of a chat completion: the request holds the prompt alone, and the answer becomes a completion whose
// text is the frames of the picture, an address of data (RFC 2397) a line.

import { z } from "zod";
import { isMap } from "../core/checked.ts";
import { readPng } from "../core/pixels.ts";
import { type Complaint, type CompletionBody, complaintIn } from "./completion.ts";
import { formed, type formOf, type PictureForm } from "./form.ts";

/** Begins a frame in an answer. */
const DATA = "data:image/png;base64,";

/** Where a server draws. */
export const pictureUrl = (form: PictureForm, endpoint: string): string =>
  form === "images" ? `${endpoint.replace(/\/$/, "")}/images/generations` : endpoint;

const messages = z.array(z.looseObject({ content: z.string() })).min(1);

/** The request for a picture to the last message of a chat's request. */
export function pictureBody(
  { messages: said, ...body }: Readonly<Record<string, unknown>>,
  form: ReturnType<typeof formOf>,
): Record<string, unknown> {
  const prompt = messages.parse(said).at(-1)?.content;
  return { ...formed(body, form), prompt, ...(form.pictures === "images" ? { n: 1 } : {}) };
}

const drawn = z.looseObject({ b64_json: z.string().nullish(), url: z.string().nullish() });
/** The frames of an answer: in base64, as addresses of data, or elsewhere. */
const answer = z.union([
  z.object({ data: z.array(drawn).min(1) }).transform(({ data: [{ b64_json, url }] }) => [b64_json ?? url ?? ""]),
  z.object({ frames: z.array(z.string()).min(1) }).transform(({ frames }) => frames),
  z.object({ images: z.array(z.string()).min(1) }).transform(({ images: [first] }) => [first]),
  z.object({ image: z.string() }).transform(({ image }) => [image]),
]);
const count = z.int().nonnegative().nullish().catch(undefined);
const usage = z.looseObject({ input_tokens: count, output_tokens: count });

/** Reads an answer: the bytes of a PNG, or JSON with frames in base64. */
export function pictureIn(
  value: unknown,
  bytes: Uint8Array,
): { readonly body: CompletionBody } | { readonly complaint: Complaint } {
  if (value === undefined) return pictureOf([bytes], undefined);
  const { data: list } = answer.safeParse(value);
  if (list === undefined) {
    return { complaint: complaintIn(value) ?? fault("what was answered is neither a PNG nor JSON with one") };
  }
  if (list.some((one) => /^https?:/.test(one))) {
    const hint = "form: { like: images, extra: { response_format: b64_json } } requests the picture itself";
    return { complaint: { ...fault(`the server answered with the address of a picture; ${hint}`), mayPass: false } };
  }
  const pictures = list.map((one) => Buffer.from(one.replace(/^data:[^,]*,/, ""), "base64"));
  return pictureOf(pictures, isMap(value) ? value.usage : undefined);
}

function pictureOf(pictures: readonly Uint8Array[], spent: unknown): ReturnType<typeof pictureIn> {
  const wrong = pictures.map(readPng).find((one) => typeof one === "string");
  if (wrong !== undefined) return { complaint: fault(`the picture that was answered ${wrong}`) };
  const content = pictures.map((one) => `${DATA}${Buffer.from(one).toString("base64")}`).join("\n");
  const { data } = usage.safeParse(spent);
  return {
    body: {
      choices: [{ message: { content }, finish_reason: "stop" }],
      ...(data && { usage: { prompt_tokens: data.input_tokens, completion_tokens: data.output_tokens } }),
    },
  };
}

const fault = (sentence: string): Complaint => ({ sentence, quoted: false, mayPass: true });

/** The frames of an answer as files. */
export const framesIn = (text: string): Buffer[] =>
  text.split("\n").map((line) => Buffer.from(line.slice(DATA.length), "base64"));
