// A bidder's own log from the command line.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownBidsCsv } from "../fixtures/own-bids.ts";
import { agon, root, scratch } from "./agon.ts";

const example = join(root, "examples/own-bids.csv");

test("the example is what the generator makes", () => {
  expect(readFileSync(example, "utf8")).toBe(ownBidsCsv(400, 1));
});

test("what bids win and pay, what other bids earn, and how chances held", async () => {
  const { code, stdout, complaint } = await agon(["bids", example], { cwd: scratch() });
  expect([code, complaint]).toEqual([
    0,
    expect.stringMatching(/^agon: The log has \d+ decisions' worth .* too narrow\.\n$/),
  ]);
  expect(stdout).toMatch(
    /own-bids\.csv: 400 auctions, \d+ won; the price to beat is known in \d+ and above the bid in \d+/,
  );
  expect(stdout).toMatch(/^bid +wins +pays +among known prices$/m);
  expect(stdout).toMatch(/^0\.4 +0\.\d+ \[0\.\d+, 0\.\d+\] +0\.\d+ +0\.\d+$/m);
  expect(stdout).toMatch(/^other bids: doubly robust +0\.\d+ \[0\.\d+, \d\.\d+\]$/m);
  expect(stdout).toMatch(
    /The log has \d+ decisions' worth of the other bids; weights average [\d.]+ \[[\d.]+, [\d.]+\]\./,
  );
  expect(stdout).toContain("Predicted chances of winning do not come true (χ² ");
  expect(stdout).toMatch(
    /Brier score 0\.\d+ \[[\d.]+, [\d.]+\]: reliability 0\.\d+, less resolution 0\.\d+, and uncertainty 0\.2\d+/,
  );
});

test("one JSON document, of chosen rows of a file that calls its columns otherwise", async () => {
  const folder = scratch();
  const lines = ["t,amount,win,paid,site", "1,2,true,1,a", "2,2,false,,a", "3,1,true,0.5,b"];
  writeFileSync(join(folder, "b.csv"), lines.join("\n"));
  const names = ["time=t", "bid=amount", "won=win", "price=paid"].flatMap((pair) => ["--columns", pair]);
  const { code, stdout, complaint } = await agon(["bids", "b.csv", ...names, "--where", "site = 'a'", "--json"], {
    cwd: folder,
  });
  expect([code, complaint]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({
    file: "b.csv",
    auctions: 2,
    won: 1,
    known: 1,
    prices: {
      until: 2,
      meanOfKnown: { mean: 1 },
      landscape: [{ bid: 2, wins: { mean: 0.5 }, pays: 1, amongKnown: 1 }],
    },
    caveats: [],
  });
});

test("mistakes are told in the words of the command", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "b.csv"), "time,bid,won,cost\n1,2,1,1\n");
  for (const [args, sentence] of [
    [["bids", "c.csv"], /^agon: there is no file .*c\.csv; paths start from /],
    [
      ["bids", "b.csv"],
      /^agon: b\.csv:1: there is no column "price"; it has time, bid, won, cost; say which one is meant: --columns price=…/,
    ],
    [["bids", "b.csv", "--columns", "price=coast"], /there is no column "coast".*did you mean --columns price=cost\?/],
    [["bids", "b.csv", "--rule", "third-price"], /Allowed choices are second-price, first-price/],
    [["log", "check", "b.csv", "--as", "bids"], /^agon: no world plays bids; agon bids FILE reads and checks them\n/],
  ] as const) {
    const { code, complaint } = await agon(args, { cwd: folder });
    expect([code, complaint]).toEqual([2, expect.stringMatching(sentence)]);
  }
});
