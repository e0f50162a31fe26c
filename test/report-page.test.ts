// The saved report in a real browser, opened from a file without a network: every number on the page against the data it
// was made from, the selectors, both themes, narrow screens, and the cases at the edge. Needs `vite build` before.

import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { words } from "../src/evaluation/number-format.ts";
import type { Estimate } from "../src/evaluation/statistics/interval.ts";
import { doseAxes } from "../src/lab/report/finding/doses.ts";
import { finding } from "../src/lab/report/finding/finding.ts";
import type { OverOptimisation, ReportData } from "../src/lab/report/report-data.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { type OpenedPage, overflow, reportBrowser } from "./fixtures/opened-page.ts";
import { reported, THREE_PAYS, TWELVE_VARIANTS } from "./fixtures/report-data.ts";

test("there is a browser to open the report in", (context) => {
  const reason = "no Chromium on PATH and none named by CHROMIUM";
  if (chromiumHere === undefined && process.env.CI === undefined) context.skip(reason);
  expect(chromiumHere, reason).toBeDefined();
});

const whole = await reported();
const data = missing({
  ...whole,
  damaged: ["cells/7.parquet: unexpected end of file"],
  failures: [
    { variant: "private", reason: "no answer for 60 seconds", episodes: 2 },
    { variant: "integrated", reason: "status 500", episodes: 1 },
  ],
});
const one = await reported({ variants: { private: THREE_PAYS.private }, seeds: 1 });
const twelve = await reported({ variants: TWELVE_VARIANTS, seeds: 3, steps: 10 });
const many = await reported({ world: "coopetition/apache-project", seeds: 2, steps: 20 });
const unkept = await reported({ seeds: 2, steps: 20, stored: false });

/** The same of a run that lacks three cells. */
function missing(report: ReportData): ReportData {
  const { done } = report.cells;
  const { finding: _, ...compared } = { ...report, cells: { planned: done + 3, done } };
  return { ...compared, finding: finding(compared) };
}

describe.skipIf(chromiumHere === undefined)("the saved report", () => {
  const open = reportBrowser();

  const values = (within: Locator): Promise<number[]> =>
    within.locator("data").evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));

  const known = ({ mean, low, high }: Pick<Estimate, "mean" | "low" | "high">): number[] =>
    [mean, low, high].filter((value) => value !== null);

  /** Of the upper quarter of a canvas, at the middle of each of `columns` columns. */
  const lightness = (map: Locator, columns: number): Promise<number[]> =>
    map.evaluate((canvas, count) => {
      const context = canvas.getContext("2d");
      return Array.from({ length: count }, (_, t) => {
        const x = Math.floor(((t + 0.5) * canvas.width) / count);
        const [r, g, b] = context.getImageData(x, Math.floor(canvas.height / 4), 1, 1).data;
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      });
    }, columns);

  const kept = new Map<ReportData, Promise<OpenedPage>>();
  /** A report that is opened once, for the tests that change no more of it than their own section. */
  const openedOnce = (report: ReportData): Promise<OpenedPage> => {
    const page = kept.get(report) ?? open(report, { isKept: true });
    kept.set(report, page);
    return page;
  };
  const opened = async (): Promise<Page> => (await openedOnce(data)).page;
  /** A text of a learner: the heat of each character that it wrote. */
  const learnt = {
    ...{ question: 0, pay: 1, objective: 0, characters: ["q", " ", "a", "$", "\n"], turns: [-1, -1, 0, 0, 1] },
    ...{ credit: [0, 0, 2, -1, 1], logProbabilities: [0, 0, -0.5, -4, -2], entropies: [0, 0, 0, 1, 1] },
  };
  const at = (mean: number) => ({ mean, low: mean - 1, high: mean + 1, n: 5 });
  const curve = (pressure: readonly number[], apart: number | null) => {
    return { pressure, proxy: pressure.map((_, k) => at(3 * k)), gold: pressure.map((_, k) => at(-k)), apart };
  };
  const overOptimisation: OverOptimisation = {
    features: [{ feature: "others.trust", weight: at(4.25), standardised: at(-2.5) }],
    ...{ measure: "preference", held: null, judges: [], comparisons: at(400) },
    bench: {
      unit: at(2),
      selection: curve([1, 2, 4, 8, 16, 32], 2),
      parting: { divergence: at(1.5), parted: 5, curves: 5 },
      training: curve([1000, 2000, 3000], null),
      end: { proxy: at(9), gold: at(-3), gap: at(12) },
    },
    text: "Of 32 tries the best paid promises 15 more and brings −5.",
  };
  /** Episodes that are texts, of which the last step is paid so. */
  const [typical, worst] = [1, 2].map((paid, episode) => ({
    ...{ seed: 4, episode, objective: 1, actions: [[0, 0, 0]], pay: [[0, -0.5, 1]], matrices: {} },
    text: { characters: ["2", "=", "\n", "7", "[", "]", "$"], steps: [-1, -1, -1, 0, -1, -1, paid] },
  }));
  const [first, second, ...others] = data.variants;
  /** What few reports have, under a title that would break out of the page. */
  const special: ReportData = {
    ...data,
    title: `</script><script>document.title = "broken"</script><!-- "quoted" $& \u2028`,
    source: `title: Which one? http://x\nvariants:\n  paid for both: { reward: private } # once: more\n  "of a b": {}\n`,
    variants: [
      { ...first, overOptimisation, typical, worst, texts: [{ seed: 1, update: 4, texts: [learnt] }] },
      { ...second, worst: second.typical },
      ...others,
    ],
  };
  const byObjective = [...data.variants].sort((a, b) => (b.objective.mean ?? 0) - (a.objective.mean ?? 0));

  test("asks for nothing and complains of nothing", async () => {
    const { page, complaints, requests } = await openedOnce(data);
    await page.locator("#replays").scrollIntoViewIfNeeded();
    expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([page.url()]);
    expect(complaints).toEqual([]);
    const refused = await page.evaluate(() =>
      fetch("https://example.org/").then(
        () => false,
        () => true,
      ),
    );
    expect(refused).toBe(true);
  });

  test("says in its head what was asked, what was found and what is missing", async () => {
    const page = await opened();
    const head = page.locator("header");
    expect(await page.title()).toContain(data.title);
    expect(await head.locator("h1").textContent()).toBe(data.title);
    const text = (await head.textContent()) ?? "";
    for (const part of [data.run, words(data.objective.name), data.objective.meaning, data.agon, data.damaged[0]])
      expect(text).toContain(part);
    const alerts = head.locator("[role=alert]");
    expect(await alerts.nth(0).locator("h2").textContent()).toBe("3 episodes failed and are in no mean");
    expect(await alerts.nth(0).locator("li").allTextContents()).toEqual([
      "private, 2 episodes: no answer for 60 seconds",
      "integrated, 1 episode: status 500",
    ]);
    expect(await values(head.locator("dd"))).toEqual([data.cells.done, data.cells.planned]);
    const finding = (await head.locator(".finding, .finding + .about").allTextContents()).join(" ");
    expect(finding).toContain(data.finding.text);
    expect(finding).toContain("more joint value than “private”");
    expect(finding).toContain("Cells are still missing");
  });

  test("shows what learners wrote, with the heat of each character that they wrote", async () => {
    const { page } = await openedOnce(special);
    const characters = page.locator("#texts td code > span");
    const heats = () =>
      characters.evaluateAll((all) => all.map((one) => [one.className, one.style.getPropertyValue("--share")]));
    expect(await characters.allTextContents()).toEqual(learnt.characters);
    expect(await heats()).toEqual([
      ["said", ""],
      ["said", ""],
      ["more", "100%"],
      ["less", "50%"],
      // An end of line has no width, and so a sign.
      ["more line-end", "50%"],
    ]);
    expect(await page.locator("#texts .heat-legend .heat-scale").textContent()).toBe("−22");
    await characters.nth(3).hover();
    expect(await page.locator("#texts output").textContent()).toContain("credit −1");
    await page.mouse.move(0, 0);
    await page.locator("#texts [role=listbox]").press("Home");
    await page.locator("#texts output", { hasText: "q (the world wrote it: no step of learning counts it)" }).waitFor();
    await page.locator("#texts input[value='surprise']").check();
    expect((await heats()).slice(2)).toEqual([
      ["more", "13%"],
      ["more", "100%"],
      ["more line-end", "50%"],
    ]);
    expect(await page.locator("#texts details").count()).toBe(1);
    const without = await opened();
    expect(await without.locator("#texts, nav a[href='#texts']").count()).toBe(0);
  });

  test("shows what a learnt pay promises and brings, and the weights that were learnt", async () => {
    const { page } = await openedOnce(special);
    const part = page.locator("#overoptimisation");
    expect(await part.locator("details").count()).toBe(1);
    expect(await part.locator(".note").textContent()).toBe(overOptimisation.text);
    const figures = part.locator("figure [role=img]");
    expect(await figures.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual([
      "What pay promises and what it brings, over best of n tries, before any training: the gap lasts from 2 on",
      "What pay promises and what it brings, over environment steps of training: no lasting gap",
    ]);
    expect(await values(part.locator("[data-feature='others.trust']"))).toEqual([-2.5, -3.5, -1.5, 4.25, 3.25, 5.25]);
    const without = await opened();
    expect(await without.locator("#overoptimisation, nav a[href='#overoptimisation']").count()).toBe(0);
  });

  test("has the variants' numbers exactly, with the best marked", async () => {
    const page = await opened();
    const rows = page.locator("table.variants tbody tr");
    expect(await rows.count()).toBe(data.variants.length);
    for (const [k, variant] of data.variants.entries()) {
      const row = rows.nth(k);
      // A setting that is the variant's name is not said again.
      const shown = (await row.locator("th").textContent()) ?? "";
      expect(shown).toContain(variant.name);
      expect(shown.includes("reward:")).toBe(variant.settings.reward !== variant.name);
      for (const measure of ["pay", "objective", "welfare", "inequality", "steps", "terminated"] as const) {
        const cell = row.locator(`[data-measure=${measure}]`);
        expect(await values(cell)).toEqual(known(variant[measure]));
      }
    }
    const best = await page
      .locator("td.best[data-measure=objective]")
      .evaluateAll((cells) => cells.map((cell) => cell.parentElement?.querySelector("th .name")?.textContent));
    expect(best).toEqual([byObjective[0].name]);
    const even = Math.min(...data.variants.map((variant) => variant.inequality.mean ?? 1));
    expect((await values(page.locator("td.best[data-measure=inequality]")))[0]).toBe(even);
  });

  test("writes numbers that round the data", async () => {
    const page = await opened();
    const pairs = await page
      .locator("data")
      .evaluateAll((all) => all.map((element) => [element.getAttribute("value") ?? "", element.textContent ?? ""]));
    expect(pairs.length).toBeGreaterThan(150);
    for (const [value, text] of pairs) {
      if (text.includes("×") || text.startsWith("<")) continue;
      const written = text.replaceAll("\u202f", "").replace("−", "-").replace("+", "");
      const decimals = written.split(".")[1]?.length ?? 0;
      expect(Math.abs(Number(written) - Number(value)), `${text} for ${value}`).toBeLessThanOrEqual(
        0.500001 * 10 ** -decimals,
      );
    }
  });

  test("draws a dot per variant at the place of its mean", async () => {
    const page = await opened();
    const figures = page.locator("#measures svg[role=img]");
    // Steps and early ends are the same in all variants, so that a figure of them would show nothing.
    expect(await figures.count()).toBe(4);
    const places = await figures
      .nth(0)
      .locator("g[aria-label=dot] path, g[aria-label=dot] circle")
      .evaluateAll((dots) =>
        dots.map((dot) => {
          const box = dot.getBoundingClientRect();
          return box.x + box.width / 2;
        }),
      );
    expect(places).toHaveLength(data.variants.length);
    const [a, b, c] = data.variants.map((variant) => variant.objective.mean ?? 0);
    expect((places[2] - places[0]) / (places[1] - places[0])).toBeCloseTo((c - a) / (b - a), 1);
  });

  test("compares pairs on the measure that is chosen, by mouse and by keyboard", async () => {
    const page = await opened();
    const section = page.locator("#effects");
    const check = async (measure: string) => {
      const rows = section.locator("tbody tr");
      const effects = data.effects.filter((effect) => effect.measure === measure);
      expect(await rows.count()).toBe(effects.length);
      for (const [k, effect] of effects.entries()) {
        expect(await rows.nth(k).locator("th").textContent()).toBe(`${effect.b} − ${effect.a}`);
        const all = [effect.difference, effect.low, effect.high, effect.effectSize, effect.corrected];
        expect(await values(rows.nth(k))).toEqual(all.filter((value) => value !== null));
        expect(await rows.nth(k).locator("td").last().textContent()).toBe(String(effect.n));
      }
      expect(await section.locator("svg g[aria-label=dot]").count()).toBe(effects.length);
    };
    await check("objective");
    await section.getByRole("radio", { name: "inequality" }).click();
    await check("inequality");
    await section.getByRole("radio", { name: "joint value" }).focus();
    await page.keyboard.press("ArrowRight");
    await check("pay");
    await page.keyboard.press("ArrowLeft");
    await check("objective");
    // Seen from another variant, a difference turns round.
    await section.getByRole("radio", { name: "cooperative" }).check();
    const stored = data.effects.find(
      ({ a, b, measure }) => measure === "objective" && a === "private" && b === "cooperative",
    );
    const row = section.locator("tbody tr", { hasText: "private − cooperative" });
    expect((await values(row))[0]).toBe(-(stored?.difference ?? 0));
  });

  test("plots pay against the objective with a line of the grid at each tick", async () => {
    const plot = (await opened()).locator("#goodhart svg:has(g[aria-label=y-grid])");
    for (const axis of ["x", "y"]) {
      const places = (marks: string, by: string) =>
        plot.locator(`g[aria-label="${axis}-${marks}"] ${by}`).evaluateAll((all, side) => {
          const middles = all
            .map((mark) => mark.getBoundingClientRect())
            .map((box) => (side === "x" ? box.x + box.width / 2 : box.y + box.height / 2));
          return middles.map(Math.round).sort((a, b) => a - b);
        }, axis);
      const ticks = await places("axis tick", "path");
      expect(ticks.length).toBeGreaterThan(2);
      expect(await places("grid", "line")).toEqual(ticks);
    }
  });

  test("plots pay against the objective, a mark per seed", async () => {
    const page = await opened();
    const section = page.locator("#goodhart");
    const seeds = data.variants.reduce((sum, variant) => sum + variant.points.length, 0);
    const marks = section.locator("svg g[aria-label=dot] path, svg g[aria-label=dot] circle");
    expect(await marks.count()).toBe(seeds + data.variants.length);
    expect(await section.locator(".note").textContent()).toContain(
      "By their means, no variant that was paid more gave notably less",
    );
  });

  test("does not compare pay between worlds, nor pay that is the same", async () => {
    const noteOf = async (change: (variant: ReportData["variants"][number], k: number) => object) => {
      const variants = data.variants.map((variant, k) => ({ ...variant, ...change(variant, k) }));
      const { page } = await open({ ...data, variants });
      return page.locator("#goodhart .note").textContent();
    };
    const apart = await noteOf(({ described }, k) => ({ described: { ...described, environment: String(k) } }));
    expect(apart).toMatch(/^The variants differ in their worlds, so more pay beside less of what is wanted may be/);
    const level = await noteOf(({ points }) => ({ points: points.map((point) => ({ ...point, pay: 3 })) }));
    expect(level).toBe("“private”, “integrated” and “cooperative” are paid the same on every seed: 3.");
  });

  test("warns where paying more bought less", async () => {
    const { page } = await open(twelve);
    const note = page.locator("#goodhart .note.warning");
    expect(await note.textContent()).toContain("Paying more bought less.");
    expect(await page.locator("#goodhart svg g[aria-label=arrow]").count()).toBe(1);
  });

  test("reads curves out at any step", async () => {
    const page = await opened();
    const section = page.locator("#curves");
    const curveAt = (measure: string, k: number) =>
      data.variants.map(({ curves }) =>
        known({ mean: curves[measure].mean[k], low: curves[measure].low[k], high: curves[measure].high[k] }),
      );
    const shown = async () => Promise.all((await section.locator(".readout li").all()).map(values));
    expect(await shown()).toEqual(curveAt("objective", 99));
    await section.getByLabel("Measure").selectOption("trust");
    await section.getByRole("slider", { name: "step" }).fill("36");
    expect(await section.locator(".readout output").textContent()).toBe("36");
    expect(await shown()).toEqual(curveAt("trust", 36));
    const canvas = section.locator("canvas");
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error("the curves are not drawn");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const step = Number(await section.locator(".readout output").textContent());
    expect(Math.abs(step - 48)).toBeLessThan(8);
    expect(await shown()).toEqual(curveAt("trust", step));
    // Lines are smoothed, and the numbers are not.
    const picture = () => canvas.evaluate((drawn) => String(drawn.toDataURL()));
    const before = await picture();
    await section.getByRole("slider", { name: "Smoothing" }).fill("18");
    await section.getByText("Lines are moving averages with the weight 0.9 of what was before.").waitFor();
    await expect.poll(picture).not.toBe(before);
    await section.getByRole("slider", { name: "step" }).fill("36");
    expect(await shown()).toEqual(curveAt("trust", 36));
  });

  test("hides and shows a curve by its name, and draws on a logarithmic axis what is above 0", async () => {
    const page = await opened();
    const section = page.locator("#curves");
    await section.getByLabel("Measure").selectOption("trust");
    const axis = () => section.locator("[data-axis]").getAttribute("data-axis");
    const name = section.getByRole("button", { name: data.variants[0].name, exact: true });
    await expect.poll(() => section.locator("li .estimate").count()).toBe(data.variants.length);
    await name.click();
    expect(await name.getAttribute("aria-pressed")).toBe("false");
    await expect.poll(() => section.locator("li .estimate").count()).toBe(data.variants.length - 1);
    await name.click();
    await expect.poll(() => section.locator("li .estimate").count()).toBe(data.variants.length);
    const before = await axis();
    await section.getByLabel("logarithmic").check();
    // Ends of a logarithmic axis are above 0.
    await expect.poll(axis).not.toBe(before);
    expect(Number(((await axis()) ?? "").split(" ")[0])).toBeGreaterThan(0);
  });

  test("has every channel, by variant and by agent", async () => {
    const page = await opened();
    for (const channel of data.variants[0].channels) {
      const row = page.locator(`tr[data-channel=${channel.name}]`);
      const expected = data.variants.flatMap(({ outcomes }) => known(outcomes[channel.name]));
      expect(await values(row)).toEqual(expected);
      expect(await row.textContent()).toContain(channel.meaning);
    }
    await page.locator("#channels").getByRole("radio", { name: "cooperative" }).check();
    for (const agent of data.variants[2].agents) {
      const row = page.locator(`tr[data-agent=${agent.id}]`);
      expect(await row.locator("th").textContent()).toBe(`${agent.label} ${agent.policy}`);
      expect(await values(row)).toEqual([agent.pay, ...Object.values(agent.outcomes)].flatMap(known));
    }
  });

  test("replays the typical and the worst episode, brighter for more", async () => {
    const page = await opened();
    for (const [k, variant] of data.variants.entries()) {
      for (const which of ["typical", "worst"] as const) {
        const replay = variant[which];
        if (replay === null) throw new Error("the fixture stores episodes");
        const figure = page.locator("#replays details").nth(k).locator(`[data-replay=${which}]`);
        expect(await figure.locator("figcaption").textContent()).toContain(`seed ${replay.seed}`);
        expect(await values(figure.locator("figcaption"))).toEqual([replay.objective]);
        // Actions, pay, trust, reputation.
        expect(await figure.locator("canvas").count()).toBe(4);
        const steps = replay.actions[0].length;
        const light = await lightness(figure.locator("canvas").first(), steps);
        const order = (row: readonly number[]) => row.map((_, t) => t).sort((s, t) => row[s] - row[t]);
        const byAction = order(replay.actions[0]);
        expect(light[byAction[steps - 1]]).toBeGreaterThan(light[byAction[0]]);
        // Colours are whole numbers of 255, so that neighbouring shades may differ by one in either direction.
        const falls = byAction.map((t, rank) => (rank === 0 ? 0 : light[byAction[rank - 1]] - light[t]));
        expect(Math.max(...falls)).toBeLessThanOrEqual(1);
      }
    }
  });

  test("shows an episode of a text as the text, with what was paid for", async () => {
    const { page } = await openedOnce(special);
    const characters = (which: string) =>
      page.locator(`#replays details`).first().locator(`[data-replay=${which}] code [role=option]`);
    expect(await characters("typical").allTextContents()).toEqual(["2", "=", "\n", "7", "[", "]", "$"]);
    const kinds = (which: string) => characters(which).evaluateAll((all) => all.map(({ className }) => className));
    expect(await kinds("typical")).toEqual(["said", "said", "said", "more", "said", "said", "less"]);
    expect(await kinds("worst")).toEqual(["said", "said", "said", "more", "said", "said", "more"]);
    const share = (which: string) => characters(which).last().getAttribute("style");
    expect(await share("typical")).toContain("50%");
    expect(await share("worst")).toContain("100%");
    await characters("typical").last().click();
    await page.locator("[data-replay=typical] output", { hasText: "step 2: pay −0.5" }).waitFor();
    const variant = page.locator("#replays details");
    expect(await variant.first().locator("canvas").count()).toBe(0);
    expect(await variant.first().locator(".heat-legend > span").allTextContents()).toEqual([
      "pay of a character",
      "−11",
    ]);
    // An episode that is typical and the worst is shown once.
    expect(await variant.nth(1).locator("figure").count()).toBe(1);
    expect(await variant.nth(1).locator("figcaption strong").textContent()).toBe("typical and worst");
  });

  test("calls each thing by one name, in words", async () => {
    const page = await opened();
    const said = await page.locator("main section:not(#source), nav, header").allInnerTexts();
    expect(said.join("\n")).toContain("reputation damage");
    expect(said.join("\n")).not.toMatch(/reputationDamage|joint\.value/);
  });

  test("shows the experiment as it was written", async () => {
    const page = await opened();
    expect(await page.locator("pre.source").textContent()).toBe(data.source);
    expect(await page.locator("pre.source .comment").allTextContents()).toEqual([
      "# Does paying partners for joint value hold an alliance together?",
      "# what we want, never paid by itself",
    ]);
    const { page: other } = await openedOnce(special);
    expect(await other.locator("pre.source").textContent()).toBe(special.source);
    const keys = await other.locator("pre.source .yaml-key").allTextContents();
    expect(keys).toEqual(["title", "variants", "paid for both", '"of a b"']);
  });

  test("cannot be broken out of by what it shows", async () => {
    const { page, complaints } = await openedOnce(special);
    expect(await page.locator("h1").textContent()).toBe(special.title);
    expect(await page.title()).toContain("quoted");
    expect(complaints).toEqual([]);
  });

  test("turns dark with the reader's system, and recolours its canvases", async () => {
    const ground = (page: Page) => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const brightness = (colour: string) =>
      (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, c) => sum + Number(c), 0);
    const page = await opened();
    const picture = () => page.locator("#curves canvas").evaluate((canvas) => String(canvas.toDataURL()));
    const [light, drawn] = [await ground(page), await picture()];
    await page.emulateMedia({ colorScheme: "dark" });
    expect(brightness(await ground(page))).toBeLessThan(150);
    expect(brightness(light)).toBeGreaterThan(600);
    await expect.poll(picture).not.toBe(drawn);
    await page.emulateMedia({ colorScheme: "light" });
  });

  const cases: Readonly<Record<string, () => ReportData | Promise<ReportData>>> = {
    "three variants": () => data,
    "one variant, one seed": () => one,
    "one seed": () => reported({ seeds: 1, steps: 1 }),
    "twelve variants": () => twelve,
    "forty agents": () => many,
    "early ends": () => reported({ world: "coopetition/partner-hold-up", seeds: 2, steps: 40 }),
    "no steps stored": () => unkept,
    "no cell done": () => reported({ begun: false }),
    "no variant": () => missing({ ...whole, variants: [], effects: [] }),
  };

  test.each(Object.entries(cases))("with %s fits any width and has a dash for what is missing", async (_, make) => {
    const report = await make();
    const { page, complaints } = await open(report, { width: 360 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    for (const width of [768, 1600, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    }
    expect(complaints).toEqual([]);
    expect(await page.locator("main").textContent()).not.toMatch(/NaN|undefined|null|Infinity|\[object/);
    // A part with nothing to show is left out.
    const parts = await page.locator("main section[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(parts).toEqual(partsOf(report));
  });

  /** Parts that have something to show. */
  function partsOf({ variants, effects }: ReportData): string[] {
    const has = (part: keyof ReportData["variants"][number]) =>
      variants.some((variant) => Object.keys(variant[part] ?? {}).length > 0);
    // A curve of one step has nothing to show.
    const hasSteps = variants.some(({ curves }) => Object.values(curves).some(({ step }) => step.length > 1));
    return [
      "variants",
      ...(variants.some(({ objective }) => objective.mean !== null) ? ["measures"] : []),
      ...(doseAxes(variants).length > 0 ? ["doses"] : []),
      ...(effects.some(({ difference }) => difference !== null) ? ["effects"] : []),
      ...(has("points") ? ["goodhart"] : []),
      ...(hasSteps ? ["curves"] : []),
      "channels",
      ...(has("typical") ? ["replays"] : []),
      "source",
    ];
  }

  test("has no interval for one seed, and no episodes where none were stored", async () => {
    const single = await open(one);
    const cell = single.page.locator("[data-measure=objective]");
    expect(await cell.locator(".bounds").textContent()).toBe("–");
    expect(await single.page.locator("#effects").count()).toBe(0);
    expect(await single.page.locator(".facts").textContent()).not.toContain("record: steps");
    const bare = await open(unkept);
    expect(await bare.page.locator("#curves, #replays").count()).toBe(0);
    expect(await bare.page.locator(".facts").textContent()).toContain("none were kept; record: steps keeps them");
  });

  test("shows pictures, their ways from noise and points of the plane, on a phone too", async () => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    const [first, ...others] = one.variants;
    const path = [1, 0.8, 0.6, 0.4, 0.2, 0].map((time) => ({ time, png, ...(time > 0 && { push: png }) }));
    const pictures = Array.from({ length: 250 }, (_, episode) => ({
      ...{ png, title: `picture ${episode}`, seed: 0, episode, pay: -0.1234, objective: 1 },
      ...(episode < 3 && { path }),
    }));
    const scene = { view: { left: -1, bottom: -1, right: 1, top: 1 }, shapes: [] };
    const points = Array.from({ length: 1000 }, (_, k): [number, number] => [Math.sin(k), Math.cos(k)]);
    const states: [number, number][] = [
      [0.5, 0.5],
      [0, 0],
    ];
    const planes = [{ title: "ring", scene, points, paths: [{ states, pushed: [[1, 1] as const, null] }] }];
    const report = { ...one, variants: [{ ...first, pictures, planes }, ...others] };
    const { page, complaints } = await open(report, { width: 390, colorScheme: "dark" });
    expect(await page.locator("#pictures img").count()).toBe(12);
    expect(await page.locator("#pictures figcaption").first().textContent()).toBe("−0.1234 · 1");
    await page.getByRole("button", { name: "All 250 captions" }).click();
    expect(await page.locator("#pictures img").count()).toBe(250);
    expect(await page.locator("#paths img").count()).toBe(3 * (6 + 5));
    const inked = await page.locator("#planes canvas").evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value: number, k: number) => k % 4 === 3 && value > 0).length;
    });
    expect(inked).toBeGreaterThan(1000);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("shows what each of many agents receives instead of all pairs", async () => {
    const { page } = await open(many);
    const labels = await page
      .locator("#replays canvas")
      .evaluateAll((all) => all.map((canvas) => canvas.ariaLabel ?? ""));
    const trust = labels.filter((label) => label.startsWith("trust, mean received"));
    expect(trust.length).toBeGreaterThan(0);
    expect(trust.every((label) => label.includes("40 rows over 20 steps"))).toBe(true);
    const received = many.variants[0].typical?.matrices.trust ?? [];
    expect(received).toHaveLength(40);
    const first = received[0][0];
    // The label rounds to four significant digits.
    const said = Number(/from ([\d.]+) to/.exec(trust[0])?.[1]);
    expect(Math.abs(said - first)).toBeLessThan(1e-3);
  });
});
