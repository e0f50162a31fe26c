// Folders of the package that contain experiments, which pages must not write to.

import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { studies } from "../../systems/index.ts";
import { EXAMPLES, isShippedFolder } from "./own-package.ts";

test("examples and studies are in folders of the package; a user's folder is not one", async () => {
  const folders = (await studies.all()).flatMap((one) => ("experiment" in one ? [dirname(one.experiment)] : []));
  expect(folders.length).toBeGreaterThan(0);
  expect([EXAMPLES, join(EXAMPLES, "fishery"), ...folders].filter((folder) => !isShippedFolder(folder))).toEqual([]);
  expect([dirname(EXAMPLES), "/tmp/examples", join(EXAMPLES, "..", "examples-2")].filter(isShippedFolder)).toEqual([]);
});
