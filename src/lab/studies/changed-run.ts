// Seeds that one run of a study has in place of its own. Such a run is no record.

import { UserError, unknownName } from "../../core/errors.ts";
import type { StudyAbout } from "../../study/study.ts";
import { assignmentOf } from "../experiment/assignment.ts";

/** Numbers in the place of the study's own, by path. Empty where nothing is changed. */
export type StudyChanges = Readonly<Record<string, number>>;

/** A number that one run may change. */
export interface ChangeablePath {
  readonly path: string;
  readonly about: string;
  /** Its value in a form, where nothing is changed. */
  readonly own: number;
  readonly least: number;
  readonly most: number;
}

const MOST = 1_000_000;

/** All that can be changed of a study in one form. */
export const changeable = ({ seeds }: Pick<StudyAbout, "seeds">, full: boolean): ChangeablePath[] => [
  { path: "seeds.count", about: "number of seeds", own: full ? seeds.full : seeds.short, least: 1, most: MOST },
  { path: "seeds.first", about: "the first of the seeds", own: seeds.first, least: 0, most: 1000 * MOST },
];

/** Reads `path=value` as `--set` takes it; a UserError names the nearest path and all that there are. */
export function studyChanges(study: StudyAbout, texts: readonly string[], full: boolean): StudyChanges {
  const paths = changeable(study, full);
  const names = paths.map(({ path }) => path);
  const others = `agon run ${study.id} --set … changes any other value of its file`;
  const all = `it has ${names.join(", ")}; ${others}`;
  return Object.fromEntries(
    texts.map((text) => {
      const { keys, value } = assignmentOf(text);
      const name = keys.join(".");
      const setting = paths.find(({ path }) => path === name);
      if (setting === undefined) {
        const { hint, ...problem } = unknownName(`setting of ${study.id}`, name, names);
        // A file's seeds are one number.
        const near =
          name === "seeds"
            ? `write --seeds ${String(value)}; `
            : hint?.startsWith("did you mean") === true
              ? `${hint} `
              : "";
        throw new UserError({ ...problem, where: `--set ${text}`, hint: `${near}${all}` });
      }
      const { least, most } = setting;
      if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
        const what = `${name}, ${setting.about}, is no whole number from ${least} to ${most}`;
        throw new UserError({ code: "bad-value", what, where: `--set ${text}`, hint: `its own is ${setting.own}` });
      }
      return [name, value];
    }),
  );
}

/** `updates = 60 instead of 120`. */
export function changesInWords(study: StudyAbout, changes: StudyChanges, full: boolean): string {
  const own = new Map(changeable(study, full).map((one) => [one.path, one.own]));
  return Object.entries(changes)
    .map(([path, value]) => `${path} = ${value} instead of ${own.get(path)}`)
    .join(", ");
}
