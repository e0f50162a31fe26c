// Endpoints of language models: any server with OpenAI's chat completions API. All clients share these parameters. The API key is read from
// an environment variable, and only the variable's name is a parameter.

import { z } from "zod";
import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { positive, text, whole } from "../core/parameters.ts";
import { checkForm, formOf, formParameter } from "./form.ts";

/** Parameters of an endpoint, for the schemas of agents and judges. */
export const endpointParameters = {
  endpoint: text("").describe(
    "base address of a server that speaks OpenAI's chat completions, as in http://localhost:8000/v1",
  ),
  model: text("").describe("name of the model, as the server calls it"),
  key: text("").describe("environment variable that holds the server's key, as in OPENAI_API_KEY; empty for none"),
  form: formParameter,
  temperature: z.number().min(0).max(10).optional().describe("temperature of sampling; left to the server if absent"),
  maxTokens: whole(1, 1_000_000, 1_024).describe("tokens of one completion at most"),
  seed: z
    .union([z.enum(["episode", "none"]), z.int().min(0).max(2_147_483_647)])
    .default("episode")
    .describe("sent with each request: drawn from the episode's own stream, the same number always, or none"),
  timeout: positive(3_600, 60).describe("seconds to wait for one answer"),
  retries: whole(0, 20, 2).describe("times that a request is sent again, each after a longer pause"),
  parallel: whole(1, 1_000, 4).describe("requests that are open at the same time"),
  price: z
    .strictObject({
      input: z.number().min(0).describe("of what the model is told"),
      output: z.number().min(0).describe("of what it writes"),
    })
    .optional()
    .describe("money for a million tokens, in the currency of the run's budget"),
  record: text("").describe("file (JSON Lines) that answers are added to, and taken from if they are there"),
  replay: text("").describe("file of recorded answers that stands for the server: nothing is asked"),
};

const schema = z.strictObject(endpointParameters);
export type Endpoint = z.output<typeof schema>;

/** Validates parameters and fills in defaults, for callers without a schema. Throws a UserError. */
export const endpointOf = (given: z.input<typeof schema>): Endpoint => checked(schema, given);

/** What an endpoint answers with. */
export type EndpointAnswer = "texts" | "pictures";

/** Throws a UserError where an endpoint is inconsistent, or answers with another kind. The message never contains a key. */
export function checkEndpoint(given: Endpoint, kind: EndpointAnswer = "texts"): void {
  const { endpoint, model, key, record, replay } = given;
  const wrong = (code: string, what: string, hint: string) => new UserError({ code, what, hint });
  if (model === "") {
    throw wrong("no-model", "no language model is named", "agents: { policy: llm, endpoint: …, model: NAME }");
  }
  if (record !== "" && replay !== "") {
    throw wrong("record-and-replay", "answers are recorded and replayed at once", "name one of the two files");
  }
  if (key !== "" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) {
    const hint = "key: OPENAI_API_KEY, and set the variable; the key itself belongs in no file";
    throw wrong("bad-key", "the key is no name of an environment variable", hint);
  }
  checkForm(given.form, given);
  const { pictures } = formOf(given.form);
  if ((pictures !== undefined) !== (kind === "pictures")) {
    const hint = kind === "pictures" ? "form: images, or form: picture" : "leave out form, or name one of texts";
    const own = pictures === undefined ? "texts" : "pictures";
    const what = `the form of requests is one of ${own}, and ${kind} are needed`;
    throw new UserError({ code: "bad-form", what, path: ["form"], hint });
  }
  if (endpoint === "") {
    if (replay !== "") return;
    const hint = "endpoint: http://localhost:8000/v1, or replay: FILE";
    throw wrong("no-endpoint", `nothing says where ${model} answers`, hint);
  }
  const fault = addressFault(endpoint);
  if (fault === undefined) return;
  const hint = {
    none: "endpoint: http://localhost:8000/v1",
    user: "key: NAME_OF_A_VARIABLE; a run keeps the address, and no file holds the key",
    query: "it ends with its path; key: NAME_OF_A_VARIABLE; a run keeps the address, and no file holds the key",
  }[fault];
  throw wrong("bad-endpoint", `the endpoint ${ADDRESS_FAULTS[fault]}`, hint);
}

/** Faults of a server address; messages never repeat the address, which may contain a password. */
export const ADDRESS_FAULTS = {
  none: "is no address of a server",
  user: "holds a name or a password",
  query: "goes on after its path, with ? or #",
} as const;

/** Fault of an address that is stored and displayed; undefined where it is valid. */
export function addressFault(address: string): keyof typeof ADDRESS_FAULTS | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return "none";
  if (url.username !== "" || url.password !== "") return "user";
  return /[?#]/.test(address) ? "query" : undefined;
}

/** Returns the server's key, or undefined where none is configured. Throws a UserError where the variable is not set. */
export function keyOf({ key }: Endpoint): string | undefined {
  if (key === "") return undefined;
  const value = process.env[key];
  if (value === undefined || value === "") {
    const what = `the environment variable ${key} is not set`;
    throw new UserError({ code: "no-key", what, hint: "it must hold the key of the server" });
  }
  return value;
}
