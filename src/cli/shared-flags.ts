// Flags that several commands share.

import { type Flag, many, no, one, port, positive, text, usually, value, whole, yes } from "./declaration.ts";

/** What `--json` prints for a command that serves something. */
export const address = "print one JSON document at the start: the address as url";

export const storeFor = (what: string) => usually(".agon", text("<dir>", what));
export const store = storeFor("folder of results");
export const readStore = storeFor("folder of results, which keeps what was read");

/** A flag that sets parts or parameters. */
export const set = (about: string, example?: string) => many("<k=v>", about, example);
export const setWorld = set("a parameter of the world");

export const seeds = whole("number of seeds, instead of the file's", 1, 1_000_000);
export const seedOf = (what: string) => usually(0, whole(what, 0));
export const seed = seedOf("seed");
export const resamplesFor = (what: string) => usually(1000, whole(`resamples behind ${what}`, 0, 1_000_000));
export const resamples = resamplesFor("intervals and chances of ranks");

/** Exceeds the cores of any machine; a list and an engine can handle this many. */
export const MOST_THREADS = 1024;
export const workers = whole("worker threads; with 0 the main thread computes (default: all cores)", 0, MOST_THREADS);
/** A flag for the database of a cluster. */
export const onFor = (about: string): Flag<string> => ({ ...text("<url>", about), env: "AGON_ON" });
export const cluster = {
  on: onFor("compute on the workers of the cluster with this PostgreSQL database"),
  shared: text(
    "<place>",
    "folder of all machines, or s3://BUCKET/PREFIX, for the cluster's large files; given once for a cluster",
  ),
};
/** Flags of a command that computes an experiment. */
export const computing = {
  budget: positive("<money>", "money that it may spend on language models, instead of the file's"),
  workers,
  ...cluster,
  store,
};

export const skipBadRows = yes("leave out rows that cannot be read, and count them");
export const where = text("<sql>", "rows to read, as an SQL condition on the file's columns");
export const columns = (example: string) => many("<name=own>", "what the file calls a column", example);
export const labels = many("<label=side>", "what a label means: first, second, tie or player", "0=first,1=second");
/** Flags of a command that reads a log as an experiment does. */
export const reading = { columns: columns("bidder=advertiser_id"), where, skipBadRows, store: readStore };

const listening = (usual: number, host: string) => ({
  port: value("<n>", `port to listen on (default: ${usual}, or a free one)`, port),
  host: text("<address>", `address to listen on${host}`),
});
const guarded = "; one that is given prints a token (default: 127.0.0.1, for your own processes alone)";
/** Flags of servers of pages, of worlds, and of programs and rewards. */
export const pages = { ...listening(7411, guarded), open: no("do not open it in a browser") };
export const worldsAt = listening(8000, guarded);
export const answersAt = listening(
  8000,
  " (default: 127.0.0.1, for your own processes); another answers all that reaches it",
);

export const reward = usually("private", text("<name>", "what is paid: a name, a file or a declaration in JSON"));

/** How rewards of texts are computed. */
export const rewardOptions = {
  python: usually("python3", text("<program>", "interpreter of rewards in Python: .venv/bin/python")),
  signature: one(
    "<kind>",
    "how a function of Python is called (default: told by its parameters)",
    "trl",
    "verl",
    "verifiers",
  ),
  seconds: usually(60, positive("<n>", "seconds that a function of Python may take for a batch of texts")),
  memory: usually(4096, whole("megabytes of a function of Python", 16, 1_000_000)),
  budget: positive("<money>", "money that judges may cost, by the prices of their files"),
};
