// YAML data files with a schema: their values, and the position of a mistake.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { folderWith } from "../../test/cli/files.ts";
import { checkedYaml } from "./checked-yaml.ts";

const schema = z.array(z.strictObject({ name: z.string(), size: z.int().default(3) }));

test("a file is parsed by its schema, by path or by URL", () => {
  const file = join(folderWith({ "data.yaml": "- name: one\n- { name: two, size: 5 }\n" }), "data.yaml");
  const known = [
    { name: "one", size: 3 },
    { name: "two", size: 5 },
  ];
  expect(checkedYaml(file, schema)).toEqual(known);
  expect(checkedYaml(pathToFileURL(file), schema)).toEqual(known);
});

test("a mistake is reported with its line", () => {
  const file = join(folderWith({ "data.yaml": "- name: one\n- name: two\n  sise: 5\n" }), "data.yaml");
  expect(() => checkedYaml(file, schema)).toThrow(/data\.yaml:3:3.*sise.*size/s);
});
