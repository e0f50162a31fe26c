// Files of markets: what is wrong in one is reported with file and line.

import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { marketAtHand, prepareMarket } from "./market-file.ts";

const CUSTOMER = "id: c1\nrequest: a pie with parking\nmenu_features: { pie: 4 }\namenity_features: [Parking]";
const BUSINESS = "id: b1\nname: Pies\nmenu_features: { pie: 3 }\namenity_features: { Parking: true, Music: false }";
const inList = (text: string) => `  - ${text.replaceAll("\n", "\n    ")}`;
const fileOf = (customers: string, businesses: string) =>
  `customers:\n${inList(customers)}\nbusinesses:\n${inList(businesses)}\n`;

test("one file with lists, and what is not written is a default", async () => {
  const place = folderOf({ "m.yaml": fileOf(CUSTOMER, BUSINESS) });
  const content = await prepareMarket({ file: "m.yaml" }, place);
  const { customers, businesses } = marketAtHand({ file: "m.yaml", content });
  expect(customers).toEqual([
    { id: "c1", name: "", request: "a pie with parking", order: new Map([["pie", 4]]), amenities: ["Parking"] },
  ]);
  expect(businesses).toEqual([
    {
      ...{ id: "b1", name: "Pies", description: "", rating: 1 },
      ...{ menu: new Map([["pie", 3]]), amenities: new Set(["Parking"]) },
    },
  ]);
});

test("content that has changed is another market", async () => {
  const place = folderOf({ "m.yaml": fileOf(CUSTOMER, BUSINESS) });
  await expect(prepareMarket({ file: "m.yaml", content: "0123456789abcdef" }, place)).rejects.toThrow(
    "m.yaml does not hold what it held",
  );
});

const read = (name: string, text: string): MessageCase => [
  name,
  () => prepareMarket({ file: "m.yaml" }, folderOf({ "m.yaml": text })),
];

words("markets", [
  ["no such file", () => prepareMarket({ file: "m.yaml" }, folderOf({}))],
  read("no businesses", `customers:\n${inList(CUSTOMER)}\nbusinesses: []\n`),
  read("a negative price", fileOf(CUSTOMER, BUSINESS.replace("3", "-3"))),
  read("a customer without an order", fileOf(CUSTOMER.replace("{ pie: 4 }", "{}"), BUSINESS)),
  read("an order that costs nothing", fileOf(CUSTOMER.replace("4", "0"), BUSINESS)),
  read("a misspelt item", fileOf(CUSTOMER.replace("pie: 4", "pies: 4"), BUSINESS)),
  read("a misspelt amenity", fileOf(CUSTOMER.replace("Parking]", "Parkng]"), BUSINESS)),
  read("a misspelt key", fileOf(CUSTOMER, BUSINESS.replace("menu_features", "menu_feature"))),
  read("two of one id", `${fileOf(CUSTOMER, BUSINESS)}${inList(BUSINESS)}\n`),
  read("no lists", "- a\n- b\n"),
]);
