// Gymnasium and PettingZoo environments by name: `environment: { gymnasium: CartPole-v1, python: .venv/bin/python }`.

import { z } from "zod";
import { checked, display } from "../../core/checked.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { nearest, UserError } from "../../core/errors.ts";
import type { Framework } from "../../core/frameworks.ts";
import { canonical } from "../../core/json.ts";
import { maybeWhole, positive } from "../../core/parameters.ts";
import { type BoundEntry, bind, type Preparation } from "../../core/registry.ts";
import { type DeclaredEnvironment, declaredSchema } from "./declared-environment.ts";
import { hostOf, lookedAt, type NamedEnvironment } from "./host.ts";
import { hostedWorld } from "./world.ts";

/** Episode length where neither the environment nor the experiment has a limit. */
const USUAL_HORIZON = 1000;
/** Maximum number of action numbers of an episode, all of which the state stores. */
const MOST_STEPS = 100_000;

const details = z.strictObject({
  over: z
    .enum(["sum", "mean", "last"])
    .optional()
    .describe("how the steps make an episode's number; default sum for what is 0 or 1 and falls back to 0, else last"),
  unit: z
    .string()
    .min(1)
    .optional()
    .describe(
      "what it is measured in: J, or `share of visits` for a share, which is then shown in per cent; default none",
    ),
  low: z.number().optional().describe("the smallest that a step gives"),
  high: z.number().optional().describe("the largest"),
});

const shared = {
  python: z
    .string()
    .min(1)
    .default(process.platform === "win32" ? "python" : "python3")
    .describe("the interpreter that has the environment: a program, or a path from the experiment's folder"),
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("keyword arguments that the environment is made with"),
  info: z
    .union([z.array(z.string().min(1)), z.record(z.string(), details)])
    .optional()
    .describe(
      "keys of info, alone or with details, `outer.inner` for one within another; they are channels beside the numbers and truth values that are met when the environment is looked at",
    ),
  horizon: maybeWhole(1, MOST_STEPS).describe(
    `steps after which an episode is cut; default the environment's own limit, else ${USUAL_HORIZON}`,
  ),
  timeout: positive(3600, 60).describe(
    "seconds that steps may take, of all copies that share a message; to begin may take two minutes",
  ),
  found: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "what the environment is, as it was looked at, and a hash of its code; filled in by a run, so that another code is another run",
    ),
};

/** Folders in which interpreters start, by environment, for this thread. */
const folders = new Map<string, string>();

function entry(framework: Framework, summary: string, about: string): BoundEntry<NumericEnvironment> {
  const parameters = z.strictObject({ [framework]: z.string().default("").describe(about), ...shared });
  const nameIn = (p: Readonly<Record<string, unknown>>): string => {
    const name = p[framework];
    if (typeof name === "string" && name !== "") return name;
    const hint = `environment: { ${framework}: ${EXAMPLES[framework]}, python: .venv/bin/python }`;
    throw new UserError({ code: "no-environment", what: `no environment of ${framework} is named`, hint });
  };
  return bind({
    id: framework,
    summary,
    source: framework === "gymnasium" ? "Gymnasium (Farama Foundation)" : "PettingZoo (Farama Foundation)",
    parameters,
    example: { parameters: { [framework]: EXAMPLES[framework] }, needs: "an interpreter of Python that has it" },
    async prepare(p, place) {
      const named = namedBy(framework, nameIn(p), p, place.directory);
      const declared = p.found === undefined ? await onceLooked(place, named, p) : declaredIn(p.found);
      folders.set(canonical({ ...named, directory: "", found: declared }), place.directory);
      if (p.found === undefined && declared.horizon === null && !declared.ends && p.horizon === undefined)
        place.onNotice?.(
          `${named.name} declares no max_episode_steps; cut after ${USUAL_HORIZON} steps where it does not end itself`,
        );
      for (const text of p.found === undefined ? noticesOf(named.name, declared, p) : []) place.onNotice?.(text);
      return { ...p, found: declared };
    },
    make(p) {
      const named = namedBy(framework, nameIn(p), p, "");
      if (p.found === undefined) {
        const what = `${named.name} was not looked at`;
        const hint = "environments of Python are made ready by `prepare` of their entry, as commands do";
        throw new UserError({ code: "not-ready", what, hint });
      }
      const declared = declaredIn(p.found);
      const directory = folders.get(canonical({ ...named, found: declared }));
      if (directory === undefined) throw new Error(`${display(named.name)} was not made ready in this thread`);
      const horizon = Math.min(p.horizon ?? MOST_STEPS, declared.horizon ?? p.horizon ?? USUAL_HORIZON);
      const info = detailsOf(p.info);
      return hostedWorld(hostOf({ ...named, directory }, declared), declared, { horizon, ...(info && { info }) });
    },
  });
}

const declaredIn = (given: unknown): DeclaredEnvironment => checked(declaredSchema, given, ["found"]);

const EXAMPLES: Readonly<Record<Framework, string>> = {
  gymnasium: "CartPole-v1",
  pettingzoo: "pettingzoo.sisl.pursuit_v4",
};

type Shared = z.output<z.ZodObject<typeof shared>>;

const namedBy = (
  framework: Framework,
  name: string,
  { python, arguments: given, timeout }: Shared,
  directory: string,
): NamedEnvironment => ({
  ...{ framework, name, arguments: given, python, directory, timeout },
});

const detailsOf = (info: Shared["info"]) =>
  Array.isArray(info) ? Object.fromEntries(info.map((key) => [key, {}])) : info;

/** How keys are shown in notices. */
const shownKeys = (keys: readonly string[]): string =>
  `${keys
    .slice(0, 4)
    .map((key) => `info[${display(key)}]`)
    .join(", ")}${keys.length > 4 ? ` and ${keys.length - 4} more` : ""}`;

/** Notices of how keys of info are read where the experiment does not say it. */
function noticesOf(name: string, declared: DeclaredEnvironment, p: Shared): string[] {
  const details: Readonly<Record<string, { readonly over?: unknown }>> = detailsOf(p.info) ?? {};
  const twins = declared.info.filter(({ same }) => same !== undefined).map(({ key }) => key);
  const lasting = declared.info.filter(
    ({ key, truth, begins, event, grows, same }) =>
      !(truth || begins || event || grows) && same === undefined && details[key]?.over === undefined,
  );
  const [first] = lasting;
  return [
    ...unmet(name, declared, p),
    ...(twins.length === 0 ? [] : [`${name}: what info holds twice makes one channel: ${shownKeys(twins)}`]),
    ...(first === undefined
      ? []
      : [
          `${name}: of ${shownKeys(lasting.map(({ key }) => key))} an episode has the last step's number; where each step adds its own, write info: { ${first.key}: { over: sum } }`,
        ]),
  ];
}

/** Notices of named keys that a look has not met: they are 0 until they come, or misspelt. */
function unmet(name: string, { met }: DeclaredEnvironment, { info }: Shared): string[] {
  return Object.keys(detailsOf(info) ?? {})
    .filter((key) => !met.includes(key))
    .map((key) => {
      const close = nearest(key, met);
      const hint =
        close === undefined ? (met.length === 0 ? "" : `; it has ${met.join(", ")}`) : `; did you mean "${close}"?`;
      return `${name}: random play met no number info[${display(key)}], which is 0 until it comes${hint}`;
    });
}

const looks = new WeakMap<Preparation, Map<string, Promise<DeclaredEnvironment>>>();

/** Variants of one experiment share an inspection. */
function onceLooked(
  place: Preparation,
  named: NamedEnvironment,
  { info, horizon }: Shared,
): Promise<DeclaredEnvironment> {
  const known = looks.get(place) ?? new Map<string, Promise<DeclaredEnvironment>>();
  looks.set(place, known);
  const details = detailsOf(info);
  const keys = details === undefined ? null : Object.keys(details);
  const key = canonical({ named, keys, horizon });
  const look = known.get(key) ?? begun(place, named, keys, horizon ?? null);
  known.set(key, look);
  return look;
}

function begun(
  place: Preparation,
  named: NamedEnvironment,
  keys: readonly string[] | null,
  horizon: number | null,
): Promise<DeclaredEnvironment> {
  place.onProgress?.(`looking at ${named.name}`);
  return lookedAt(named, keys, horizon);
}

export const gymnasium = entry(
  "gymnasium",
  "an environment of Gymnasium, in a process of Python",
  "the environment as gymnasium.make takes it: an id, `module:id`, or a module's own class or function, `module:name`",
);

export const pettingzoo = entry(
  "pettingzoo",
  "an environment of PettingZoo, with agents that act at once or in turn, in a process of Python",
  "a module with `parallel_env`, or else `env`, which makes the environment, or `module:name` for another function or class",
);
