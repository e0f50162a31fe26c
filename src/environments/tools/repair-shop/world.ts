// The repair shop: a module of real JavaScript with faults, tools to repair it, and unit tests that run in a sandbox. Half of the tests
// are visible; the others grade the result.

import { z } from "zod";
import { type NumericEnvironment, type Oracle, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { flag, list, whole, wrong } from "../../../core/parameters.ts";
import { type BoundEntry, bind } from "../../../core/registry.ts";
import { choiceOf, event, field, flow, level, named, once, singleAgentSpec } from "../../declaration.ts";
import { dataText } from "../../sandbox/data.ts";
import { draftEdits } from "./author.ts";
import { type Bug, CANDIDATES, drawBug, PLACES, passes, programOf, sitesOf, TESTS, textOf } from "./bugs.ts";
import { FAULTS } from "./faults.ts";
import { MODULES } from "./repair-module.ts";
import { repairScene } from "./scene.ts";

/** Tools without arguments; their numbers are followed by those of the edits, place by place. */
const TOOLS = ["list", "view", "run tests", "finish"] as const;
const [LIST, VIEW, RUN, FINISH] = [0, 1, 2, 3];
const EDIT = TOOLS.length;

/** Letters of the candidate texts in an edit. */
const LETTERS = "abcd";

const EDITS = Array.from(
  { length: PLACES * CANDIDATES },
  (_, k) => `edit ${Math.floor(k / CANDIDATES) + 1}${LETTERS[k % CANDIDATES]}`,
);

const parameters = z
  .strictObject({
    horizon: whole(1, 10_000, 24).describe("calls of tools; what is not handed in by then is not graded"),
    modules: list(z.enum(["all", ...MODULES.map(({ name }) => name)]), 1, MODULES.length, ["all"]).describe(
      "modules that an episode draws from, by name",
    ),
    fewestFaults: whole(1, PLACES, PLACES).describe("fewest places of the six that are wrong at first"),
    mostFaults: whole(1, PLACES, PLACES).describe("most of them; how many is drawn evenly"),
    checked: flag(false).describe("whether the shown tests run at the beginning and after each edit, as part of it"),
    author: flag(false).describe(
      "whether chances of calls are shown, as an author would make them that has read the other modules and knows no right text",
    ),
  })
  .refine(
    ({ fewestFaults, mostFaults }) => fewestFaults <= mostFaults,
    wrong("fewestFaults", "It must be at most `mostFaults`"),
  );

const [PAYOFF, REPAIRED, HIDDEN, SHOWN, EDITED, RUNS] = [0, 1, 2, 3, 4, 5];

const UNKNOWN = -1;

/** Parts of the state; `known` records whether the places were listed and the module viewed. */
const PARTS = {
  module: [1],
  sites: [PLACES],
  candidates: [PLACES, CANDIDATES],
  broken: [PLACES],
  chosen: [PLACES],
  shown: [TESTS],
  told: [TESTS],
  known: [2],
  calls: [1],
  graded: [1],
} as const;

export const repairShop: BoundEntry<NumericEnvironment> = bind({
  id: "tools/repair-shop",
  summary:
    "repair a module of JavaScript that has up to six faults, with tools to view, edit and test it; hidden tests grade it",
  source: "after the software tasks of SWE-Search (arXiv 2410.20285)",
  parameters,
  make({
    horizon,
    modules,
    fewestFaults,
    mostFaults,
    checked,
    author,
  }: z.output<typeof parameters>): NumericEnvironment {
    const drawn = [...MODULES.keys()].filter((k) => modules.includes("all") || modules.includes(MODULES[k].name));
    const state = layout(PARTS);
    const { module, sites, candidates, broken, chosen, shown, told, known, calls, graded } = state.views;
    const bug = (): Bug => ({ module: module[0], sites, candidates, broken, shown });
    const results = () => passes(module[0], programOf(bug(), chosen));
    const spec = singleAgentSpec({
      label: "mechanic",
      horizon,
      action: named(...TOOLS, ...EDITS),
      actionUnit: "tool",
      observation: [
        field(
          "kinds",
          0,
          FAULTS.length,
          `kind of fault at each place, by number: ${FAULTS.join(", ")}; 0 until they are listed`,
          { size: PLACES },
        ),
        field(
          "chosen",
          UNKNOWN,
          CANDIDATES - 1,
          "text that stands at each place, by number; −1 until the module was viewed",
          { size: PLACES },
        ),
        field(
          "tests",
          UNKNOWN,
          1,
          "1 for each shown test that passed in the last run, 0 for one that failed, −1 for others",
          { size: TESTS },
        ),
        field("time", 0, 1, "calls as a share of the horizon"),
        ...(author
          ? [
              field(
                "drafts",
                0,
                1,
                "chance of each call by an author that prefers usual texts, and hands in when all shown tests have passed or one call is left",
                { size: EDIT + EDITS.length },
              ),
            ]
          : []),
      ],
      channels: [
        flow("payoff", "reward", 0, 1, "sum", "share of hidden tests that pass when the module is handed in"),
        once("repaired", "modules", "1 where all hidden tests pass when the module is handed in"),
        flow("hiddenPassed", "tests", 0, TESTS / 2, "sum", "hidden tests that pass when the module is handed in"),
        level("shownPassed", "tests", 0, TESTS / 2, "shown tests that passed in the last run, 0 before the first"),
        event("edits", "calls", "1 for each edit"),
        event("testRuns", "calls", "1 for each run of the tests"),
      ],
      publicState: [
        { part: "chosen", label: "text that stands at each place, by number" },
        { part: "told", label: "shown tests in the last run: 1 passed, 0 failed, −1 unknown or hidden" },
      ],
      oracles: { mechanic: mechanicIn },
    });

    const run = (): void => {
      const verdicts = results();
      for (let k = 0; k < TESTS; k++) told[k] = shown[k] === 1 ? verdicts[k] : UNKNOWN;
    };
    const grade = (outcomes: Float64Array): void => {
      const verdicts = results();
      let passed = 0;
      for (let k = 0; k < TESTS; k++) if (shown[k] === 0) passed += verdicts[k];
      outcomes[HIDDEN] = passed;
      outcomes[PAYOFF] = passed / (TESTS / 2);
      outcomes[REPAIRED] = passed === TESTS / 2 ? 1 : 0;
      graded[0] = 1;
    };
    const drafts = (into: Float32Array): void => {
      into.fill(0);
      const isDone = passedNow() === TESTS / 2 || calls[0] >= horizon - 1;
      if (isDone) into[FINISH] = 1;
      else draftEdits(bug(), chosen, into.subarray(EDIT));
    };
    const passedNow = (): number => told.reduce((sum, one) => sum + (one === 1 ? 1 : 0), 0);

    return {
      spec,
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        const which = drawn[random.integer(drawn.length)];
        const faults = fewestFaults + (mostFaults > fewestFaults ? random.integer(mostFaults - fewestFaults + 1) : 0);
        const one = drawBug(which, random, faults);
        module[0] = one.module;
        sites.set(Array.from(one.sites));
        candidates.set(Array.from(one.candidates));
        broken.set(Array.from(one.broken));
        shown.set(Array.from(one.shown));
        chosen.set(broken);
        told.fill(UNKNOWN);
        outcomes.fill(0);
        if (checked) {
          run();
          outcomes[SHOWN] = passedNow();
        }
      },
      step(actions, outcomes) {
        const tool = choiceOf(actions[0], EDIT + EDITS.length);
        outcomes.fill(0);
        calls[0] += 1;
        let status: Status = Status.running;
        if (tool === LIST || tool === VIEW) known[tool] = 1;
        else if (tool === RUN) {
          run();
          outcomes[RUNS] = 1;
        } else if (tool === FINISH) {
          grade(outcomes);
          status = Status.terminated;
        } else {
          const edit = tool - EDIT;
          chosen[Math.floor(edit / CANDIDATES)] = edit % CANDIDATES;
          outcomes[EDITED] = 1;
          if (checked) {
            run();
            outcomes[RUNS] = 1;
          }
        }
        outcomes[SHOWN] = passedNow();
        return calls[0] >= horizon ? status | Status.truncated : status;
      },
      observe(observations) {
        for (let k = 0; k < PLACES; k++) {
          observations[k] = known[LIST] === 1 ? 1 + FAULTS.indexOf(sitesOf(module[0])[sites[k]].kind) : 0;
          observations[PLACES + k] = known[VIEW] === 1 ? chosen[k] : UNKNOWN;
        }
        observations.set(told, 2 * PLACES);
        observations[2 * PLACES + TESTS] = calls[0] / horizon;
        if (author) drafts(observations.subarray(2 * PLACES + TESTS + 1));
      },
      texts: {
        code: () => (known[VIEW] === 1 ? programText(bug(), chosen) : "not viewed yet"),
        places: () => (known[LIST] === 1 ? placesText(bug(), chosen) : "not listed yet"),
        tests: () => testsText(bug(), told),
      },
      scene(last) {
        const tool = last && choiceOf(last.actions[0], EDIT + EDITS.length);
        return repairScene({
          ...{ bug: bug(), chosen, verdicts: told, calls: calls[0], horizon },
          did: tool === undefined ? "none yet" : (spec.choiceNames?.[tool] ?? ""),
          passed: graded[0] === 1 ? last?.outcomes[HIDDEN] : undefined,
        });
      },
    };
  },
});

/** An expert with access to the full state: it edits the wrong places, runs the tests and hands the module in. */
const mechanicIn: Oracle = {
  meaning: "knows the right texts: edits the places that are wrong, runs the tests and hands the module in",
  play() {
    const seen = layout(PARTS);
    const { candidates, chosen, shown, told } = seen.views;
    const isRight = (place: number, text: number) => candidates[CANDIDATES * place + text] === 0;
    const next = (): number => {
      for (let place = 0; place < PLACES; place++) {
        if (isRight(place, chosen[place])) continue;
        for (let text = 0; text < CANDIDATES; text++) if (isRight(place, text)) return EDIT + CANDIDATES * place + text;
      }
      return shown.every((isShown, k) => isShown === 0 || told[k] === 1) ? FINISH : RUN;
    };
    return {
      reset() {},
      watch(state) {
        seen.buffer.set(state);
      },
      act(_observation, action) {
        action[0] = next();
      },
    };
  },
};

/** The purpose and the text of the module. */
function programText(bug: Bug, chosen: ArrayLike<number>): string {
  const { name, about } = MODULES[bug.module];
  return `// ${name}: ${about}\n${programOf(bug, chosen)}`;
}

/** One line per place: its kind, its line in the module, and its candidates; a star marks the current one. */
function placesText({ module, sites, candidates }: Bug, chosen: ArrayLike<number>): string {
  const { source } = MODULES[module];
  return Array.from({ length: PLACES }, (_, place) => {
    const site = sitesOf(module)[sites[place]];
    const line = source.slice(0, site.start).split("\n").length;
    const texts = Array.from(LETTERS, (letter, c) => {
      const mark = chosen[place] === c ? "*" : "";
      return `${letter}${mark}) ${textOf(site, candidates[CANDIDATES * place + c])}`;
    });
    return `${place + 1}. ${site.kind}, line ${line}: ${texts.join("  ")}`;
  }).join("\n");
}

/** One line per visible test: the call, the expected result, and the last verdict; `told` is 1, 0, or negative. */
function testsText({ module, shown }: Bug, verdicts: ArrayLike<number>): string {
  const { name, tests } = MODULES[module];
  return Array.from({ length: TESTS }, (_, k) => k)
    .filter((k) => shown[k] === 1)
    .map((k) => {
      const { given, result } = tests[k];
      const said = verdicts[k] < 0 ? "not run" : verdicts[k] === 1 ? "passed" : "failed";
      return `${name}(${given.map(dataText).join(", ")}) should be ${dataText(result)}: ${said}`;
    })
    .join("\n");
}
