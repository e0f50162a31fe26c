// A file of votes, JSON Lines. Lines are only ever added, each in one piece and on the disk before it is told, so that a vote that was
// told is there. What others have added since is read.

import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  readSync,
  realpathSync,
} from "node:fs";
import { dirname } from "node:path";
import { shortened, UserError } from "../../core/errors.ts";
import { makeFolder, writing } from "../../core/files.ts";
import { jsonIn } from "../../core/json.ts";
import { checkPlace, entryAt, keptText, openKept } from "../../core/kept-files.ts";
import { type CastVote, LONGEST_LINE, type VoteRecord, verdictIn, voteRecordIn } from "./vote-record.ts";

/** Bytes of a file that is read. */
const LARGEST = 64 << 20;

const HINT = "mend the line or remove it; the other votes stay";

export interface Votes {
  /** Every vote, in the order in which they were cast. */
  readonly all: readonly CastVote[];
  /** Names of those that were taken back. */
  readonly takenBack: ReadonlySet<string>;
  /** The line of each vote by its name, from 1. */
  readonly lines: ReadonlyMap<string, number>;
}

/** Votes that were not taken back. */
export const standing = ({ all, takenBack }: Votes): CastVote[] => all.filter(({ id }) => !takenBack.has(id));

/** Of these those that say which side is better, or that both are alike. */
export const decided = (votes: readonly CastVote[]): CastVote[] =>
  votes.filter((vote) => verdictIn(vote) !== "unclear");

export interface VotesFile {
  readonly file: string;
  /** All votes. A UserError tells the first line that is damaged, or that the file is too large. */
  read(): Votes;
  /** Adds a line. A UserError where the disk refuses. */
  add(record: VoteRecord): void;
}

export interface VotesOpening {
  /** How its user calls it; default its path. */
  readonly shown?: string;
  /** The store that it must not lead out of; a file that its user names may be a link. */
  readonly store?: string;
}

export function votesFile(place: string, { shown = place, store }: VotesOpening = {}): VotesFile {
  const file = store === undefined && existsSync(place) ? realpathSync(place) : place;
  const root = store ?? dirname(file);
  let known: { readonly stamp: string; readonly votes: Votes } | undefined;
  return {
    file: place,
    read() {
      const stamp = stampOf(file);
      if (known?.stamp === stamp) return known.votes;
      try {
        known = { stamp, votes: stamp === "" ? NONE : votesIn(root, file, shown) };
        return known.votes;
      } catch (error) {
        // A line that another process was writing just then is whole by now.
        if (stampOf(file) === stamp) throw error;
        return this.read();
      }
    },
    add(record) {
      writing(file, () => append(root, file, `${JSON.stringify(record)}\n`));
    },
  };
}

const NONE: Votes = { all: [], takenBack: new Set(), lines: new Map() };

/** Changes when the file does; empty where there is none. */
function stampOf(file: string): string {
  const stat = entryAt(file);
  return stat === undefined ? "" : [stat.ino, stat.size, stat.mtimeMs].join();
}

function votesIn(root: string, file: string, shown: string): Votes {
  if ((entryAt(file)?.size ?? 0) > LARGEST) {
    const what = `holds more than ${LARGEST >> 20} MiB of votes`;
    throw new UserError({ code: "large-votes", what, where: shown, hint: "move it away, and a new one is begun" });
  }
  const all: CastVote[] = [];
  const takenBack = new Set<string>();
  const lines = new Map<string, number>();
  for (const [k, line] of keptText(root, file, HINT).split("\n").entries()) {
    if (line.trim() === "") continue;
    const record = recordIn(line, `${shown}:${k + 1}`);
    if ("left" in record) {
      // Copies of a file that were put together hold a vote twice.
      if (lines.has(record.id)) continue;
      all.push(record);
      lines.set(record.id, k + 1);
    } else takenBack.add(record.takes_back);
  }
  return { all, takenBack, lines };
}

function recordIn(line: string, where: string): VoteRecord {
  const damaged = (what: string): UserError => new UserError({ code: "damaged-votes", what, where, hint: HINT });
  if (line.length > LONGEST_LINE)
    throw damaged(`the line has ${line.length} characters, and a vote at most ${LONGEST_LINE}`);
  const value = jsonIn(line);
  if (value === undefined) throw damaged(`${JSON.stringify(shortened(line))} is no JSON, and so no vote`);
  const record = voteRecordIn(value);
  if ("wrong" in record) throw damaged(`the line is no vote: ${record.wrong}`);
  return record;
}

/** Adds a text to the end of a file, on a line of its own, and waits until the disk has it. */
function append(root: string, file: string, text: string): void {
  checkPlace(root, file);
  makeFolder(dirname(file));
  const descriptor = openKept(root, file, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT);
  try {
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    const isCut = size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() !== "\n";
    try {
      appendFileSync(descriptor, isCut ? `\n${text}` : text);
      fsyncSync(descriptor);
    } catch (error) {
      // A disk that is full takes a part of a line.
      ftruncateSync(descriptor, size);
      throw error;
    }
  } finally {
    closeSync(descriptor);
  }
}
