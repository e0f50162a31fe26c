// Weighings in `agon view`, in a real browser: found below the runs, and opened as a page.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listedWeighings } from "../src/lab/weigh/kept-weighings.ts";
import { openView } from "../src/server/view.ts";
import { agon, root, scratch } from "./cli/agon.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

describe.skipIf(chromiumHere === undefined)("weighings that are kept", () => {
  const seen = viewBrowser();

  test("stand in the list once, and open; a damaged one is named", async () => {
    const store = join(scratch(), ".agon");
    const words = ["weigh", "listings", "--store", store, "--keep"];
    for (const _ of [1, 2]) expect((await agon(words, { cwd: root })).code).toBe(0);
    const [kept, ...more] = listedWeighings(store).kept;
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ want: "kept", answers: 1152 });
    const view = await openView({ store, port: 0 });
    onTestFinished(() => view.close());
    for (const width of [1280, 390]) {
      const { page, complaints } = await seen(view.url, { width });
      const list = page.getByRole("region", { name: "Weighings" });
      await list.getByRole("link").waitFor();
      expect([await overflow(page), await inaccessible(page)]).toEqual([0, []]);
      await list.getByRole("link", { name: kept.title }).click();
      await page.waitForSelector("#pays");
      expect(await page.locator(".finding").textContent()).toBe(kept.finding);
      expect(complaints).toEqual([]);
    }
    expect((await fetch(new URL("/weighings/none", view.url))).status).toBe(404);
    writeFileSync(join(store, "weighings", "b.json"), "{}");
    expect(listedWeighings(store)).toMatchObject({ kept: [{ name: kept.name }], damaged: ["weighings/b.json"] });
    const { page } = await seen(view.url, { width: 1280 });
    await page.getByText("Damaged and left out: weighings/b.json.").waitFor();
    rmSync(join(store, "weighings", `${kept.name}.json`));
    expect(listedWeighings(store).kept).toEqual([]);
  }, 60_000);
});
