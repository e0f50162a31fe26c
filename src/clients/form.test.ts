// Request forms: presets and user-defined parameter names, invalid forms, and adaptation to servers that refuse a parameter.

import { expect, test } from "vitest";
import { checkEndpoint, endpointOf } from "./endpoint.ts";
import { changedForm, formed, formHint, formOf } from "./form.ts";

const BODY = { model: "m", messages: [], max_tokens: 9, seed: 7, temperature: 0.5 };

test("each parameter has the form's name or is omitted; further fields are added", () => {
  expect(formed(BODY, formOf(undefined))).toEqual(BODY);
  for (const name of ["llama.cpp", "ollama", "lm-studio"] as const) expect(formed(BODY, formOf(name))).toEqual(BODY);
  for (const name of ["vllm", "azure"] as const) {
    const { max_tokens, ...rest } = BODY;
    expect(formed(BODY, formOf(name))).toEqual({ ...rest, max_completion_tokens: max_tokens });
  }
  const form = formOf({ like: "reasoning", seed: "random_seed", extra: { reasoning_effort: "low" } });
  expect(formed(BODY, form)).toEqual({
    ...{ model: "m", messages: [], max_completion_tokens: 9 },
    ...{ random_seed: 7, reasoning_effort: "low" },
  });
  expect(formed(BODY, formOf({ tokens: "none", seed: "none", temperature: "none" }))).toEqual({
    model: "m",
    messages: [],
  });
});

test.each<[string, object, string]>([
  [
    "a temperature",
    { form: "reasoning", temperature: 0 },
    "leaves out the temperature that is set; leave out temperature",
  ],
  ["a seed", { form: { seed: "none" }, seed: 7 }, "leaves out the seed that is set; leave out seed"],
  [
    "a field of its own",
    { form: { extra: { messages: [] } } },
    "form.extra sets messages, which each request has already",
  ],
  [
    "the limit again",
    { form: { like: "azure", extra: { max_completion_tokens: 1 } } },
    "form.extra sets max_completion_tokens",
  ],
  ["pictures for texts", { form: "images" }, "the form of requests is one of pictures, and texts are needed"],
  ["the messages", { form: { extra: { messages: [] } } }, "form.extra sets messages"],
])("a form that contradicts other parameters is rejected: %s", (_, given, problem) => {
  const endpoint = endpointOf({ endpoint: "http://localhost:1/v1", model: "m", ...given });
  expect(() => checkEndpoint(endpoint)).toThrow(problem);
});

test("an automatically drawn seed is omitted without an error", () => {
  checkEndpoint(endpointOf({ endpoint: "http://localhost:1/v1", model: "m", form: "reasoning" }));
});

const USUAL = formOf(undefined);
const REFUSED =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";

test("the newer name of the token limit is used where a server asks for it, and not where it rejects the number", () => {
  expect(changedForm(REFUSED, USUAL, true)?.form).toEqual({ ...USUAL, tokens: "max_completion_tokens" });
  expect(changedForm(REFUSED, formOf("azure"), true)).toBeUndefined();
  const large = "'max_tokens' or 'max_completion_tokens' is too large: 9000. The context has 4096 tokens.";
  expect(changedForm(large, USUAL, true)).toBeUndefined();
});

test("a seed that the user did not set is omitted where a server refuses it; a set seed or temperature is not", () => {
  const refused = "Unsupported parameter: 'seed' is not supported with this model.";
  expect(changedForm(refused, USUAL, true)?.form).toEqual({ ...USUAL, seed: "none" });
  expect(changedForm(refused, formOf("reasoning"), true)).toBeUndefined();
  expect(changedForm(refused, USUAL, false)).toBeUndefined();
  expect(changedForm("seed must be at least 0", USUAL, true)).toBeUndefined();
  expect(changedForm("Unsupported value: 'temperature' does not support 0.7.", USUAL, true)).toBeUndefined();
});

test.each<[string, string | undefined]>([
  ["Unsupported value: 'temperature' does not support 0.7 with this model.", "leave out temperature"],
  ["seed: Extra inputs are not permitted", "form: { seed: none } leaves it out"],
  ["Unrecognized request argument supplied: seed.", "form: { seed: none } leaves it out"],
  ["max_tokens is not supported", "form: { tokens: max_completion_tokens } names the limit as other servers do"],
  ["Unknown field top_k", "form.extra sets top_k"],
  ["The model `seedling` does not support images", undefined],
  ["max_tokens must be at most 4096", undefined],
])("a refusal of %j has a hint on the configuration", (sentence, hint) => {
  expect(formHint(sentence, formOf({ extra: { top_k: 5 } }))).toBe(hint);
});
