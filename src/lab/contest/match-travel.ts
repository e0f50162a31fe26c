// How a match is computed on another machine: programs of other languages go there as files.

import { join, parse, relative } from "node:path";
import { serialize } from "node:v8";
import type { Travel } from "../engine.ts";
import type { NamedEntrant } from "./fighters.ts";
import type { Match, MatchResult } from "./match-job.ts";

export const matchTravel: Travel<Match, MatchResult> = {
  module: import.meta.url,
  name: "matchTravel",
  // Where a program lies does not matter: its text is part of the entrant.
  nameOf: (match) => serialize(withPrograms(match, () => "")).toString("latin1"),
  storeOf: () => "",
  at: (match, { directory }) => withPrograms(match, (program) => join(directory, below(program))),
  luggageName: (match) => programsOf(match).join("\n"),
  async luggage(match) {
    const programs = programsOf(match);
    return { inStore: [], directory: parse(programs[0] ?? "/").root, files: programs.map(below) };
  },
  stands: () => true,
  left: () => [],
  checkpoint: () => undefined,
};

/** A path without the root of its file system. */
const below = (program: string): string => relative(parse(program).root, program);

const programsOf = ({ entrants }: Match): string[] =>
  entrants.flatMap(({ runs }) => (runs !== undefined && "program" in runs ? [runs.program] : []));

function withPrograms(match: Match, place: (program: string) => string): Match {
  const placed = (entrant: NamedEntrant): NamedEntrant => {
    const { runs } = entrant;
    if (runs === undefined || !("program" in runs)) return entrant;
    return { ...entrant, runs: { ...runs, program: place(runs.program) } };
  };
  const [first, second] = match.entrants;
  return { ...match, entrants: [placed(first), placed(second)] };
}
