// Settings files of logs: they can replace the log in any configuration, and mistakes in them are reported with their line.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf, readLog, recordsOf } from "../../test/fixtures/logs.ts";
import { words } from "../../test/fixtures/words.ts";
import { AUCTIONS, REQUESTS } from "./kinds.ts";
import { readLogSettings, settledSource, writeLogSettings } from "./log-settings.ts";
import { logSource } from "./source.ts";

const SHEET = "Auktion;time;bidder;Gebot\n1;1;a;1,5\n1;1;a;1,5\n1;1;b;n/a\n2;2;b;1.270,00 €\n";
const SETTINGS = `kind: auctions
file: sheet.csv
columns: { auction: Auktion, value: Gebot }
read: { value: comma }
dropDuplicates: true
skipBadRows: true
`;
const RECORDS = [
  [1, 1.5, 0, 1, 0],
  [2, 0, 1270, 0, 1],
];

/** Creates a folder with a CSV file and its settings in a subfolder. */
function placeWith(settings: string) {
  const place = folderOf({});
  mkdirSync(join(place.directory, "data"));
  writeFileSync(join(place.directory, "data/sheet.csv"), SHEET);
  writeFileSync(join(place.directory, "data/sheet.log.yaml"), settings);
  return place;
}

test("a log may be given by its settings file, and its path is relative to that file's folder", async () => {
  const log = await readLog(AUCTIONS, "data/sheet.log.yaml", placeWith(SETTINGS));
  expect(log).toMatchObject({ file: "data/sheet.csv", rows: 2, skipped: 1, dropped: 1 });
  expect(recordsOf(log).map((record) => record.slice(0, 3))).toEqual(RECORDS.map((record) => record.slice(0, 3)));
});

test("the source's own settings override the settings file", async () => {
  const { directory } = placeWith(SETTINGS);
  const named = logSource.parse({ file: "data/sheet.log.yaml", columns: { value: "other" }, where: "true" });
  expect(settledSource(AUCTIONS, named, directory, {})).toMatchObject({
    columns: { auction: "Auktion", value: "other" },
    ...{ where: "true", dropDuplicates: true, skipBadRows: true },
  });
});

test("settings are read back as written, and describe themselves", () => {
  const { directory } = folderOf({});
  const file = join(directory, "made.log.yaml");
  const settings = {
    ...{ kind: "auctions", file: join(directory, "it's a log.csv"), columns: { value: "Gebot: netto", time: "#" } },
    ...{ read: { value: "comma" as const }, zone: "Europe/Berlin", where: "x = 'a'", skipBadRows: true },
  };
  writeLogSettings(file, settings, "How a log is read.");
  expect(readFileSync(file, "utf8")).toMatch(/^# How a log is read\.\nkind: auctions\n/);
  expect(readLogSettings(file, "made.log.yaml")).toEqual(settings);
  writeLogSettings(file, { ...settings, where: "true" }, "How it is read now.");
  expect(readLogSettings(file, "made.log.yaml").where).toBe("true");
  writeFileSync(file, "environment: coopetition/slcd\n");
  expect(() => writeLogSettings(file, settings, "")).toThrow(/is there already, and holds no settings of a log/);
});

const refused = (text: string) => () => readLog(AUCTIONS, "data/sheet.log.yaml", placeWith(text));
words("log-settings", [
  ["a form that there is none of", refused(SETTINGS.replace("comma", "coma"))],
  ["a key that there is none of", refused(SETTINGS.replace("columns", "colums"))],
  ["a zone that there is none of", refused(`${SETTINGS}zone: Europe/Berln\n`)],
  ["a form of times for a number", refused(SETTINGS.replace("comma", "day-first"))],
  ["a form for a column that there is none of", refused(SETTINGS.replace("value: comma", "valeu: comma"))],
  ["a form for names", refused(SETTINGS.replace("value: comma", "bidder: comma"))],
  ["settings of settings", refused(SETTINGS.replace("sheet.csv", "sheet.log.yaml"))],
  ["no YAML", refused("kind: [auctions")],
  ["a kind that there is none of", refused(SETTINGS.replace("auctions", "auction"))],
  ["a column of no kind", refused(SETTINGS.replace("value: Gebot", "valeu: Gebot"))],
  ["a log of another kind", () => readLog(REQUESTS, "data/sheet.log.yaml", placeWith(SETTINGS))],
]);

test("a missing log and missing settings are reported with their location", async () => {
  await expect(refused(SETTINGS.replace("sheet.csv", "none.csv"))()).rejects.toThrow(
    /^file: there is no file \S+data\/none\.csv; data\/sheet\.log\.yaml says so$/,
  );
  await expect(readLog(AUCTIONS, "data/none.yaml", placeWith(SETTINGS))).rejects.toThrow(
    /^log: there is no file \S+data\/none\.yaml; paths start from/,
  );
});
