// The paper that a study reproduces, as a bibliography names it.

import { listed } from "../core/checked.ts";

/** A published paper. What is not known is null: no field is a guess. */
export interface Paper {
  /** As it was published. */
  readonly title: string;
  /** Family names in order, `others` at the end where the list is not whole; null where none is recorded. */
  readonly authors: readonly string[] | null;
  /** Of its first version. */
  readonly year: number;
  /** Its number on arXiv, `2302.01523`; null where none is recorded. */
  readonly arxiv: string | null;
  /** Where it was accepted. */
  readonly venue?: string;
}

/** A paper on arXiv, of the year that its number begins with. `authors` are family names, with a comma between two. */
export function onArxiv(arxiv: string, title: string, authors?: string, venue?: string): Paper {
  const year = 2000 + Number(arxiv.slice(0, 2));
  return { title, authors: authors?.split(", ") ?? null, year, arxiv, ...(venue === undefined ? {} : { venue }) };
}

/** `Deng, Golrezaei and Jaillet`, `Chen and others`; null where no author is recorded. */
export function authorsOf({ authors }: Paper): string | null {
  return authors === null ? null : listed(authors);
}

/** Where a reader finds the paper; null without a number. */
export const addressOfPaper = ({ arxiv }: Paper): string | null =>
  arxiv === null ? null : `https://arxiv.org/abs/${arxiv}`;

/** The paper as an entry of BibTeX under `key`. Fields that are not recorded are left out. */
export function bibtex(key: string, paper: Paper): string {
  const { title, authors, year, arxiv, venue } = paper;
  const name = (author: string) => (author.includes(" ") ? `{${latex(author)}}` : latex(author));
  const fields: readonly (readonly [string, string] | undefined)[] = [
    ["title", `{${latex(title)}}`],
    authors === null ? undefined : ["author", authors.map(name).join(" and ")],
    ["year", String(year)],
    ...(arxiv === null
      ? []
      : ([
          ["eprint", arxiv],
          ["archivePrefix", "arXiv"],
        ] as const)),
    venue === undefined ? undefined : ["note", latex(venue)],
  ];
  const lines = fields.flatMap((field) => (field === undefined ? [] : [`  ${field[0]} = {${field[1]}},`]));
  return [`@misc{${key},`, ...lines, "}"].join("\n");
}

/** Signs that LaTeX reads as commands, as text. */
const latex = (text: string): string => text.replace(/[&%$#_]/g, "\\$&").replace(/\^/g, "\\^{}");
