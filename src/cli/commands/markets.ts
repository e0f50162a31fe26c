// Markets and logs: audits of rules, and what users' own logs say.

import type { Declarations } from "../declaration.ts";
import { many, one, required, share, text, time, usually, value, whole, yes } from "../flag.ts";
import { columns, reading, readStore, seed, seedOf, skipBadRows, store, where } from "../shared-flags.ts";

export const markets = {
  "audit [rules...]": {
    about:
      "search rules for misreports that pay: in auctions and contracts, bids, or work and reports, that pay better than the truth; RULE is a name, a family, an id or a file, all by default",
    example: "agon audit gsp vcg",
    flags: {
      instances: usually(60, whole("instances that are drawn of each rule", 1)),
      seed,
      log: text("<file>", "draw them from the auctions of a log, CSV or Parquet: its bidders, values and qualities"),
      ...reading,
    },
    offers: "rules",
  },
  "attribute <file>": {
    about: "credit advertising channels with purchases: those of a log of touches, by every rule, with intervals",
    example: "agon attribute examples/touches.csv --half-life 3d",
    flags: {
      columns: columns("journey=user_id"),
      where,
      halfLife: value(
        "<time>",
        "of time decay: a number in the unit of the file's times, or 12h, 3d (default: 7d)",
        time,
      ),
      attention: {
        ...whole("fit an attention network too, to at most n journeys", 1),
        takes: "[n]",
        bare: 5000,
      },
      customer: many(
        "<column>",
        "what the network is told of customers, may be repeated (default: all further columns)",
      ),
      seed: seedOf("of the network"),
      skipBadRows,
    },
  },
  "bids <file>": {
    about: "judge bids by a bidder's own log: what they win and pay, what others would have earned, how chances held",
    example: "agon bids examples/own-bids.csv",
    flags: {
      columns: columns("bid=amount"),
      where,
      rule: usually(
        "second-price",
        one("<rule>", "what who wins pays: the price to beat, or the own bid", "second-price", "first-price"),
      ),
      skipBadRows,
      store: readStore,
    },
  },
  log: {
    about: "check logs that worlds play, and show the columns they need",
    example: "agon log columns requests",
    isGroup: true,
  },
  "log check <file>": {
    about:
      "read a log, CSV or Parquet or a data set of Minari, as an experiment would, and say what is in it and what is wrong with it",
    example: "agon log check bids.csv --as auctions --column bidder=advertiser_id",
    flags: {
      as: required(text("<kind>", "what it is a log of: auctions, impressions, requests, offers or episodes")),
      ...reading,
    },
  },
  "log columns [kind]": {
    about: "show the columns of a kind of log, or of all",
    example: "agon log columns requests",
  },
  trace: { about: "check and measure traces of teams", example: "agon trace meters traces.jsonl", isGroup: true },
  "trace check <file>": {
    about: "tell every fault of the traces in a file, JSON or one trace on each line",
    example: "agon trace check examples/traces/example_trace.json",
    flags: { lenient: yes("only what the published validator checks") },
  },
  "trace meters <file>": {
    about: "print critical path, speed-up and other figures, and totals that events contradict",
    example: "agon trace meters examples/traces/example_trace.json",
  },
  "trace export <run>": {
    about:
      "print the episodes of a run as traces, one on each line; RUN is a name, its beginning, `latest` or a folder",
    example: "agon trace export latest > traces.jsonl",
    flags: { store },
    json: false,
    offers: "runs",
  },
  "trace pick <files...>": {
    about: "pick from traces of many attempts at some tasks: which successes to imitate and which tasks to train on",
    example: "agon trace pick attempts.jsonl --share 0.25 --json > manifest.json",
    flags: { share: value("<x>", "share of all successes that is kept, 0 to 1 (default: 0.25)", share) },
  },
  "trace schema": {
    about: "print the JSON Schema of a trace",
    example: "agon trace schema > trace.schema.json",
    json: false,
  },
} as const satisfies Declarations;
