// Files of one's own, outside every package: they find Agon by its name, and by its old name with a notice.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, scratch, start } from "./agon.ts";

const steady = (name: string) =>
  `import { defineAgent } from "${name}";
export default defineAgent({ summary: "steady", make: () => () => ({ reset() {}, act(_, action) { action[0] = 1; } }) });
`;

test.each(["x.js", "x.mjs", "x.ts", "x.mts"])("%s finds the package", async (file) => {
  const folder = scratch();
  writeFileSync(join(folder, file), steady("agonlab"));
  const { code, stdout, stderr } = await agon(["check", `./${file}`], { cwd: folder });
  expect(stderr).not.toContain("agon");
  expect(stdout).toContain("obeys all");
  expect(code).toBe(0);
});

test("a name that ends as a file does is one, in an experiment and on the command line", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "x.js"), steady("agonlab"));
  expect((await agon(["check", "x.js"], { cwd: folder })).code).toBe(0);
  writeFileSync(join(folder, "e.yaml"), "environment: coopetition/slcd\nagents: x.js\nobjective: trust\nseeds: 2\n");
  const { code, stdout } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).variants[0].channels.investment.mean).toBe(1);
  const missing = await agon(["show", "y.mjs"], { cwd: folder });
  expect(missing.stderr).toContain(`there is no file ${join(folder, "y.mjs")}`);
});

test("the old name still works, and every file that has it is told once", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "x.js"), steady("agon"));
  writeFileSync(join(folder, "y.ts"), `export { default } from "./x.js";\nexport { z } from "agon";\n`);
  const notice = (file: string) =>
    `agon: ${join(folder, file)}: old names, which version 0.2.0 no longer takes: import "agon" is now import "agonlab"`;
  const checked = await agon(["check", "./y.ts"], { cwd: folder });
  expect(checked.code, checked.stderr).toBe(0);
  for (const file of ["x.js", "y.ts"]) expect(checked.stderr.split(notice(file))).toHaveLength(2);
  writeFileSync(join(folder, "e.yaml"), "environment: coopetition/slcd\nagents: ./x.js\nobjective: trust\nseeds: 4\n");
  const ran = await start(["run", "e.yaml"], { cwd: folder }).done;
  expect(ran.code).toBe(0);
  expect(ran.stderr.split(notice("x.js"))).toHaveLength(2);
});

test("a file in JavaScript is read in a folder whose package.json knows no modules, and in one without any", async () => {
  const folder = scratch();
  const pay = (times: number) =>
    `import { defineReward } from "agonlab";\nexport default defineReward({ summary: "s", make: () => () => ({ reset() {}, pay(_o, _s, pay) { pay.fill(${times}); } }) });\n`;
  writeFileSync(join(folder, "pay.js"), pay(1));
  const check = () => start(["check", "./pay.js"], { cwd: folder }).done;
  expect(await check()).toMatchObject({ code: 0, complaint: "" });
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  expect(await check()).toMatchObject({ code: 0, complaint: "" });
  writeFileSync(join(folder, "pay.js"), 'module.exports = require("./nothing.js");\n');
  expect((await check()).stderr).toContain("could not be loaded");
});
