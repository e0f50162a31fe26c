// Audits of rewards of pictures: which change of a picture a program pays for, and whether that is wanted.

import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { png } from "../../../test/fixtures/picture-server.ts";
import { words } from "../../../test/fixtures/words.ts";
import { arePictures, pictureAudits } from "./picture-audits.ts";

const ROWS = Array.from({ length: 9 }, (_, k) => `${k}.png,prompt ${k % 3},${k}`);
const PAY = `
const mean = ({ rgba }) => rgba.reduce((sum, one) => sum + one, 0) / rgba.length;
export const light = (prompt, picture) => mean(picture);
export const dark = (prompt, picture) => -mean(picture);
export const red = (prompt, { rgba }) => rgba[0] - rgba[1];
export const field = (prompt, picture, { brightness }) => brightness;
export const large = (prompt, { width }) => width;
export const same = () => 1;
export const rare = (prompt, picture) => (mean(picture) > 200 ? NaN : mean(picture));
export const strict = (prompt, picture) => { if (mean(picture) > 200) throw new Error("too light"); return mean(picture); };
export const none = () => null;
`;
const FILES = {
  ...Object.fromEntries(ROWS.map((_, k) => [`${k}.png`, png(100 + 5 * k, 60, 40 + 3 * k)])),
  ...{ "pay.mjs": PAY, "votes.csv": `file,prompt,votes\n${ROWS.join("\n")}\n` },
};

async function audited(reward: string, want?: string) {
  const notices: string[] = [];
  const options = {
    ...{ data: "votes.csv", columns: {}, want, isChat: false, tries: 2000, planted: 0, seed: 1 },
    ...{ directory: folderOf(FILES).directory, onNotice: (text: string) => notices.push(text) },
  };
  expect(arePictures(options)).toBe(true);
  const [audit] = await pictureAudits([`./pay.mjs:${reward}`], options);
  return audit;
}

const namesOf = ({ findings }: Awaited<ReturnType<typeof audited>>): string[] => findings.map(({ name }) => name);

test("changes are ranked by what they gain, and nothing is called gamed where nothing says what is wanted", async () => {
  const audit = await audited("light");
  expect(audit.kind).toBe("not decided");
  expect(namesOf(audit).slice(0, 2)).toEqual(["an empty white picture", "more light"]);
  expect(namesOf(audit)).not.toContain("less light");
  expect(audit.finding).toMatch(/^Nothing says what is wanted\. Pay rises most for an empty white picture: by \d/);
  expect(namesOf(await audited("dark"))).toContain("less light");
  expect(namesOf(await audited("red"))[0]).toBe("stronger colours");
  expect(namesOf(await audited("large"))).toEqual(["twice the size"]);
});

test("columns that are measured are those of the changed picture", async () => {
  // Stronger colours keep their luma, and not their mean.
  const measured = namesOf(await audited("field"));
  expect(measured.slice(0, 2)).toEqual(["an empty white picture", "more light"]);
  expect(measured).not.toContain("stronger colours");
});

test("beside a want a change games a reward where the want surely does not rise", async () => {
  const gamed = await audited("light", "./pay.mjs:dark");
  expect(gamed.kind).toBe("gamed");
  expect(gamed.findings[0]).toMatchObject({ name: "an empty white picture", fault: "over-payment" });
  expect(gamed.findings[0].share.value).toBe(1);
  expect(await audited("light", "./pay.mjs:light")).toMatchObject({ kind: "not found", findings: [] });
});

test("a pay that is always the same pays for nothing", async () => {
  expect(await audited("same")).toMatchObject({
    findings: [],
    finding: expect.stringContaining("No change of a picture"),
  });
});

test("pictures without a score, and changes on which a program fails, are counted, and the rest is audited", async () => {
  const rare = await audited("rare");
  expect(namesOf(rare)).toContain("more light");
  expect(rare.caveats[0]).toBe("9 pictures, changed ones among them, have no score and are left out");
  const strict = await audited("strict");
  expect(namesOf(strict)).toContain("more light");
  expect(strict.caveats[0]).toContain(
    "the reward failed on 1 change: an empty white picture: ./pay.mjs:strict throws: too light",
  );
});

words("audits of pictures", [
  ["a want that is a column", () => audited("light", "votes")],
  ["a program without scores", () => audited("none")],
  ["a program that is not there", () => audited("lite")],
]);
