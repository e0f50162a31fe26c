// Request forms: a server's names for the model parameters, unsupported parameters, and additional fields.

import { z } from "zod";
import { UserError } from "../core/errors.ts";

/** The server's name for a parameter; "none" omits it. */
type Named = "tokens" | "seed" | "temperature";

interface Names extends Readonly<Record<Named, string>> {
  /** Additional fields of each request. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** How pictures are requested; undefined for texts. */
  readonly pictures?: PictureForm;
}

/** `images`: OpenAI's generations of images. `picture`: a prompt in, and a PNG or frames in JSON out. */
export type PictureForm = "images" | "picture";

const USUAL: Names = { tokens: "max_tokens", seed: "seed", temperature: "temperature", extra: {} };

/** Named forms that differ from the default one. */
const PRESETS = {
  vllm: { tokens: "max_completion_tokens" },
  "llama.cpp": {},
  ollama: {},
  "lm-studio": {},
  azure: { tokens: "max_completion_tokens" },
  images: { tokens: "none", temperature: "none", pictures: "images" },
  picture: { tokens: "none", temperature: "none", pictures: "picture" },
  reasoning: { tokens: "max_completion_tokens", seed: "none", temperature: "none" },
} as const satisfies Readonly<Record<string, Partial<Names>>>;

type Preset = keyof typeof PRESETS;
const isPreset = (name: string): name is Preset => Object.hasOwn(PRESETS, name);
const preset = z.enum(Object.keys(PRESETS).filter(isPreset));

const named = (usual: string, what: string) =>
  z
    .string()
    .regex(/^[A-Za-z_][\w.-]*$/, { error: "a name of letters, digits and _" })
    .optional()
    .describe(`name of the parameter for ${what}, usually ${usual}; none leaves it out`);

/** The parameter `form` of an endpoint. */
export const formParameter = z
  .union([
    preset,
    z.strictObject({
      like: preset.optional().describe("a form by name, of which the rest is taken"),
      tokens: named("max_tokens", "`maxTokens`"),
      seed: named("seed", "the seed"),
      temperature: named("temperature", "the temperature"),
      extra: z.record(z.string(), z.json()).optional().describe("further fields of each request"),
    }),
  ])
  .optional()
  .describe(
    "what the server calls the parameters: a name, as in reasoning, or a map; max_tokens, seed and temperature if absent",
  );

export type RequestForm = z.output<typeof formParameter>;

/** A form with all names filled in. */
export function formOf(form: RequestForm): Names {
  if (form === undefined) return USUAL;
  if (typeof form === "string") return { ...USUAL, ...PRESETS[form] };
  const { like, ...own } = form;
  const base = formOf(like);
  const { tokens = base.tokens, seed = base.seed, temperature = base.temperature, extra = base.extra } = own;
  return { ...base, tokens, seed, temperature, extra };
}

/** Request fields that a form cannot set. */
const OWN = ["model", "messages", "prompt", "tools", "tool_choice", "n"];

/** Throws a UserError where a form omits a parameter that is set, or sets a reserved field. */
export function checkForm(form: RequestForm, set: { readonly temperature?: unknown; readonly seed: unknown }): void {
  const { seed, temperature, tokens, extra } = formOf(form);
  const wrong = (what: string, hint: string) => new UserError({ code: "bad-form", what, hint });
  if (temperature === "none" && set.temperature !== undefined) {
    throw wrong(
      "the form of requests leaves out the temperature that is set",
      "leave out temperature, or name it in the form",
    );
  }
  if (seed === "none" && typeof set.seed === "number") {
    throw wrong("the form of requests leaves out the seed that is set", "leave out seed, or name it in the form");
  }
  const taken = [...OWN, tokens, seed, temperature].find((name) => Object.hasOwn(extra, name));
  if (taken !== undefined) {
    throw wrong(
      `form.extra sets ${taken}, which each request has already`,
      "extra is for fields that no other parameter sets",
    );
  }
}

/** A request body in the given form. */
export function formed(body: Readonly<Record<string, unknown>>, form: Names): Record<string, unknown> {
  const { max_tokens, seed, temperature, ...rest } = body;
  const values = { tokens: max_tokens, seed, temperature };
  const renamed = (["temperature", "tokens", "seed"] as const).flatMap((name) =>
    values[name] === undefined || form[name] === "none" ? [] : [[form[name], values[name]] as const],
  );
  return { ...rest, ...Object.fromEntries(renamed), ...form.extra };
}

/** Words by which servers refuse a parameter. */
const REFUSES = /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra inputs/i;

const mentions = (sentence: string, name: string): boolean =>
  sentence.split(/[^\w.-]+/).some((word) => word.replace(/\.$/, "") === name);

/** The newer name of the token limit. */
const NEWER = "max_completion_tokens";

/** Words by which a server says that it answers in streams alone. */
const STREAMS = [/\bstream/i, /\b(?:only|must|required?|requires|enable)\b/i];

/** An adapted form, and a notice about it. */
interface Change {
  readonly form: Names;
  /** Notice: the refused parameter, its replacement, and how the user can configure it. */
  readonly said: string;
}

/**
 * Adapts the form to a server's error message: it replaces `max_tokens` where the message names an alternative, omits a refused seed that
 * the user did not set (`isDrawn`), or has the answer streamed where the server does nothing else. Undefined for every other message; parameters set by the user are never omitted.
 */
export function changedForm(sentence: string, form: Names, isDrawn: boolean): Change | undefined {
  const isRefused = REFUSES.test(sentence);
  const namesBoth = mentions(sentence, form.tokens) && mentions(sentence, NEWER);
  if (form.tokens === USUAL.tokens && namesBoth && (isRefused || /instead/i.test(sentence))) {
    const said = `refuses ${form.tokens} and is sent ${NEWER}; form: { tokens: ${NEWER} } says so at once`;
    return { form: { ...form, tokens: NEWER }, said };
  }
  if (isDrawn && isRefused && form.seed !== "none" && mentions(sentence, form.seed)) {
    const said = `refuses ${form.seed} and is sent none; form: { seed: none } says so at once`;
    return { form: { ...form, seed: "none" }, said };
  }
  if (STREAMS.every((words) => words.test(sentence)) && form.extra.stream === undefined) {
    const said = "answers in streams alone and is asked for one; form: { extra: { stream: true } } says so at once";
    return { form: { ...form, extra: { ...form.extra, stream: true } }, said };
  }
  return undefined;
}

/** Hint on the configuration for a server that refuses a parameter; undefined for other messages. */
export function formHint(sentence: string, form: Names): string | undefined {
  if (!REFUSES.test(sentence)) return undefined;
  if (mentions(sentence, form.temperature)) return "leave out temperature";
  if (mentions(sentence, form.seed)) return "form: { seed: none } leaves it out";
  if (mentions(sentence, form.tokens)) {
    return `form: { tokens: ${form.tokens === NEWER ? USUAL.tokens : NEWER} } names the limit as other servers do`;
  }
  const extra = Object.keys(form.extra).find((name) => mentions(sentence, name));
  return extra === undefined ? undefined : `form.extra sets ${extra}`;
}
