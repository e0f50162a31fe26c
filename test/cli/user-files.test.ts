// Files of one's own, outside every package: they find Agon by its name, and by its old name with a notice.

import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, documentOf } from "./agon.ts";
import { folderWith } from "./files.ts";

const steady = (name: string) =>
  `import { defineAgent } from "${name}";
export default defineAgent({ summary: "steady", make: () => () => ({ reset() {}, act(_, action) { action[0] = 1; } }) });
`;

test.each(["x.js", "x.mjs", "x.ts", "x.mts"])("%s finds the package", async (file) => {
  const cwd = folderWith({ [file]: steady("agonlab") });
  const { code, stdout, stderr } = await agon(`check ./${file}`, { cwd });
  expect(stderr).not.toContain("agon");
  expect(stdout).toContain("obeys all");
  expect(code).toBe(0);
});

test("a name that ends as a file does is one, in an experiment and on the command line", async () => {
  const experiment = "environment: coopetition/slcd\nagents: x.js\nobjective: trust\nseeds: 2\n";
  const cwd = folderWith({ "x.js": steady("agonlab"), "e.yaml": experiment });
  expect((await agon("check x.js", { cwd })).code).toBe(0);
  const { variants } = await documentOf("run e.yaml", { cwd });
  expect(variants[0].channels.investment.mean).toBe(1);
  expect((await agon("show y.mjs", { cwd })).stderr).toContain(`there is no file ${join(cwd, "y.mjs")}`);
});

test("the old name still works, and every file that has it is told once", async () => {
  const experiment = "environment: coopetition/slcd\nagents: ./z.js\nobjective: trust\nseeds: 2\n";
  const own = `export { default } from "./x.js";\nexport { z } from "agon";\n`;
  const cwd = folderWith({ "x.js": steady("agon"), "y.ts": own, "z.js": steady("agon"), "e.yaml": experiment });
  const notice = (file: string) =>
    `agon: ${join(cwd, file)}: old names, which version 0.2.0 no longer takes: import "agon" is now import "agonlab"`;
  const checked = await agon("check ./y.ts", { cwd });
  expect(checked.code, checked.stderr).toBe(0);
  for (const file of ["x.js", "y.ts"]) expect(checked.stderr.split(notice(file))).toHaveLength(2);
  // The process and its threads load it.
  const ran = await agon("run e.yaml --workers 2", { cwd });
  expect(ran.code).toBe(0);
  expect(ran.stderr.split(notice("z.js"))).toHaveLength(2);
});

test("a file in JavaScript is read in a folder whose package.json knows no modules, and in one without any", async () => {
  const pay = `import { defineReward } from "agonlab";
export default defineReward({ summary: "s", make: () => () => ({ reset() {}, pay(_o, _s, pay) { pay.fill(1); } }) });
`;
  const old = { "package.json": '{ "type": "commonjs" }' };
  const check = (files: Record<string, string>) => agon("check ./pay.js", { cwd: folderWith(files) });
  expect(await check({ "pay.js": pay })).toMatchObject({ code: 0, complaint: "" });
  expect(await check({ "pay.js": pay, ...old })).toMatchObject({ code: 0, complaint: "" });
  const missing = 'module.exports = require("./nothing.js");\n';
  expect((await check({ "pay.js": missing, ...old })).stderr).toContain("could not be loaded");
});
