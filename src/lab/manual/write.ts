// `npm run manual`: writes the generated pages into `docs/`, in the place of those that were there.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { GENERATED, manualPages } from "./manual.ts";

const docs = process.argv[2] ?? "docs";
const pages = await manualPages();
for (const folder of GENERATED) {
  const path = join(docs, folder);
  const files = existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  for (const file of files) if (file.endsWith(".md")) rmSync(join(path, file));
}
for (const { file, text } of pages) {
  const path = join(docs, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
process.stdout.write(`${pages.length} pages in ${docs}\n`);
