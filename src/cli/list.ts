// `agon list`: lists all named parts, the examples, and the runs of a store, or those of them that have some words.

import { UserError, unknownName } from "../core/errors.ts";
import { hasWords } from "../core/has-words.ts";
import { count } from "../evaluation/number-format.ts";
import { KINDS, type Kind, listing } from "../lab/experiment/listing.ts";
import type { Flags } from "./commands.ts";
import { answer, print, report, style, table } from "./output.ts";

/** What can be listed: kinds of registered parts, examples, and runs. */
type Listed = Kind | "examples" | "runs";

/** Other names of each kind. */
const ALSO: Readonly<Record<Listed, readonly string[]>> = {
  environments: ["worlds", "envs", "games", "scenarios"],
  agents: ["policies", "players", "bots"],
  rewards: ["pay", "pays", "payments", "incentives"],
  algorithms: ["learners", "trainers", "algos"],
  methods: ["text-methods"],
  callbacks: ["hooks"],
  measures: ["metrics", "scores"],
  feedback: ["sources", "annotators", "judges"],
  rules: ["auctions", "mechanisms", "contracts"],
  arenas: ["contests", "matches"],
  ratings: ["leaderboards", "rankings"],
  studies: ["systems", "papers"],
  hosted: ["python"],
  examples: ["templates", "demos"],
  runs: ["experiments", "results"],
};

/** Returns the kind that a word means: its name or one of its other names, in plural or singular; undefined where it means none. */
export function kindOf(word: string): Listed | undefined {
  const fits = (name: string) => [name, name.replace(/ies$/, "y"), name.replace(/s$/, "")].includes(word.toLowerCase());
  return [...KINDS, "examples" as const, "runs" as const].find((kind) => [kind, ...ALSO[kind]].some(fits));
}

/** Lists one kind, or all named parts; of these those in which all words stand. */
export async function list(word: string | undefined, words: readonly string[], flags: Flags<"list">): Promise<number> {
  const kind = word === undefined ? undefined : kindOf(word);
  if (kind === "runs") return listRuns(words, flags);
  if (kind === "examples") return (await import("./examples.ts")).listExamples(words, flags);
  const wanted = kind === undefined && word !== undefined ? [word, ...words] : words;
  const whole = await listing();
  const fits = hasWords(wanted.join(" "));
  const fitting = (name: Kind) => whole[name].filter(({ id, summary }) => fits([id, summary]));
  const chosen = KINDS.filter((name) =>
    kind === undefined ? wanted.length === 0 || fitting(name).length > 0 : kind === name,
  );
  if (chosen.length === 0 && word !== undefined) {
    const kinds = [...KINDS, "examples", "runs", ...Object.values(ALSO).flat()];
    throw new UserError(unknownName("kind of thing", word, kinds));
  }
  const entries = (name: Kind) =>
    kind === undefined ? fitting(name).map((one) => ({ ...one, kind: name })) : fitting(name);
  return answer(flags, chosen.flatMap(entries), () => {
    for (const name of chosen) {
      const rows = fitting(name).map(({ id, summary }) => [id, summary]);
      if (kind === undefined) print(style("bold", name));
      print(rows.length === 0 ? "(none)" : table(["id", "summary"], rows, 2));
      if (kind === undefined) print("");
    }
  });
}

/** Lists the runs of a store, the most recently started first. Exit code 2 where the record of one is damaged. */
async function listRuns(words: readonly string[], flags: Flags<"list">): Promise<number> {
  const [{ runSummaries }, { existingStore }] = await Promise.all([
    import("../lab/view/runs.ts"),
    import("../lab/store/store.ts"),
  ]);
  let code = 0;
  const runs = runSummaries(existingStore(flags.store), (problem) => {
    code = report(problem, false);
  });
  const fits = hasWords(words.join(" "));
  const listed = runs.filter(({ run, state, finding }) => fits([run, state, finding?.text ?? ""]));
  const rows = listed.map(({ run, state, cells: { planned, done }, variants, begun, finding, failure }) => [
    run,
    state,
    begun.slice(0, 16).replace("T", " "),
    count(variants.length, "variant"),
    done === planned ? count(done, "cell") : `${done} of ${planned} cells`,
    failure?.split("\n")[0] ?? (finding === null ? "–" : firstSentence(finding.text)),
  ]);
  const head = ["run", "state", "begun (UTC)", "variants", "cells", "finding"];
  answer(flags, listed, () => print(rows.length === 0 ? "(none)" : table(head, rows, 6)));
  return code;
}

/** A full stop ends a sentence only before white space or the end, so that 3.5 is no end. */
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
