// Parsing of texts under a given column format.

import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../test/fixtures/logs.ts";
import { quoted } from "../core/sql.ts";
import { type ColumnForm, formSql } from "./column-forms.ts";
import { openEngine } from "./engine.ts";

/** Parses texts under a format; null where a text does not match. */
async function readAs(form: ColumnForm, texts: readonly string[], zone = "UTC"): Promise<unknown[]> {
  const engine = await openEngine({
    overflow: join(folderOf({}).directory, "overflow"),
    memory: "100MB",
    threads: 1,
    zone,
  });
  try {
    const selected = texts.map((text) => formSql(form, quoted(text))).join(", ");
    return (await engine.connection.runAndReadAll(`SELECT ${selected}`)).getRowsJS()[0];
  } finally {
    engine.close();
  }
}

test.each<[ColumnForm, Record<string, number | null>]>([
  [
    "point",
    {
      ...{
        "$1.27": 1.27,
        "1,270.50": 1270.5,
        "1.270": 1.27,
        "€ 5": 5,
        "5 USD": 5,
        "US$ 1,000": 1000,
        "12,34,567": 1234567,
      },
      ...{ "1 234.5": 1234.5, "1'234.5": 1234.5, "1\u202f234": 1234, "-$3": -3, "$-3": -3, "−2": -2, "1e3": 1000 },
      ...{ "1,27": null, "3,5": null, "1.270,50": null, abc: null, "n/a": null, "5 6": null, "": null, "1.2.3": null },
    },
  ],
  [
    "comma",
    {
      ...{
        "1.270,00 €": 1270,
        "1.270": 1270,
        "0,5": 0.5,
        "12": 12,
        "-3,5 EUR": -3.5,
        "1 234,5": 1234.5,
        "1.234.567": 1234567,
      },
      ...{ "1.27": null, "1,270.5": null, "0.125": null, "n/a": null },
    },
  ],
])("numbers in the format %s", async (form, texts) => {
  expect(await readAs(form, Object.keys(texts))).toEqual(Object.values(texts));
});

const at = (iso: string): number => Date.parse(iso) / 1000;

test.each<[ColumnForm, Record<string, number | null>]>([
  [
    "day-first",
    {
      "31.12.2024 23:59:00": at("2024-12-31T23:59:00Z"),
      "1/2/2024": at("2024-02-01T00:00:00Z"),
      "01-02-2024 09:05": at("2024-02-01T09:05:00Z"),
      "31/12/2024, 10:00": at("2024-12-31T10:00:00Z"),
      "10/Oct/2000:13:55:36 -0700": at("2000-10-10T20:55:36Z"),
      "3 March 2024 09:10": at("2024-03-03T09:10:00Z"),
      "01.02.2024T10:00:00.25Z": at("2024-02-01T10:00:00.250Z"),
      ...{ "12/31/2024": null, "31.02.2024": null, "31/Feb/2024": null, "01/02/24": null, later: null },
    },
  ],
  [
    "month-first",
    {
      "12/31/2024 11:59 PM": at("2024-12-31T23:59:00Z"),
      "3/9/2024 1:05:06 AM": at("2024-03-09T01:05:06Z"),
      "3 Mar 2024": at("2024-03-03T00:00:00Z"),
      ...{ "31/12/2024": null, "12.31.2024": null, "02/30/2024": null, "02/31/2024": null, "31 Feb 2024": null },
    },
  ],
  [
    "digits",
    {
      "20130311172101557": at("2013-03-11T17:21:01.557Z"),
      "20130311172101": at("2013-03-11T17:21:01Z"),
      "20130311": at("2013-03-11T00:00:00Z"),
      ...{ "20131311": null, "20130231": null, "2013": null },
    },
  ],
  ["ms", { "1709283600250": 1709283600.25, soon: null }],
  ["us", { "1709283600250000": 1709283600.25 }],
])("times in the format %s", async (form, texts) => {
  expect(await readAs(form, Object.keys(texts))).toEqual(Object.values(texts));
});

test("a time without a zone is in the configured zone", async () => {
  const texts = ["01.07.2024 12:00", "01.01.2024 12:00", "01.07.2024 12:00 +00:00"];
  const noons = ["2024-07-01T10:00:00Z", "2024-01-01T11:00:00Z", "2024-07-01T12:00:00Z"].map(at);
  expect(await readAs("day-first", texts, "Europe/Berlin")).toEqual(noons);
});
