// A bidder's own log from the command line.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownBidsCsv } from "../fixtures/own-bids.ts";
import { agon, root, scratch } from "./agon.ts";
import { folderWith } from "./files.ts";
import { refusedCommands } from "./mistakes.ts";

const example = join(root, "examples/own-bids.csv");

test("the example is what the generator makes", () => {
  expect(readFileSync(example, "utf8")).toBe(ownBidsCsv(400, 1));
});

test("what bids win and pay, what other bids earn, and how chances held", async () => {
  const { code, stdout, complaint } = await agon(`bids ${example}`, { cwd: scratch() });
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
  const cwd = folderWith({ "b.csv": "t,amount,win,paid,site\n1,2,true,1,a\n2,2,false,,a\n3,1,true,0.5,b" });
  const names = "--columns time=t --columns bid=amount --columns won=win --columns price=paid";
  const { code, stdout, complaint } = await agon(`bids b.csv ${names} --where "site = 'a'" --json`, { cwd });
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

refusedCommands(
  "agon-bids",
  `
  bids c.csv
  bids b.csv
  bids b.csv --columns price=coast
  bids b.csv --rule third-price
  `,
  { "b.csv": "time,bid,won,cost\n1,2,1,1\n" },
);
