// Slide decks by calls of tools, in words: for language models, and for programs. An action is a call as a text of JSON, packed in numbers.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, type Oracle, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, whole, wrong } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { bind, type Preparation } from "../../core/registry.ts";
import { prepareTable, tableAtHand } from "../../logs/table-shelf.ts";
import { clip, event, field, flow, level, singleAgentSpec } from "../declaration.ts";
import { AUDIENCES, type Brief, briefInWords, drawBrief } from "../slides/brief.ts";
import { briefsOf } from "../slides/brief-file.ts";
import { afterCall, type Deck, EMPTY, MOST_SLIDES } from "../slides/deck.ts";
import { deckHtml } from "../slides/deck-html.ts";
import { deckInLines } from "../slides/deck-lines.ts";
import { deckScene } from "../slides/deck-scene.ts";
import { callText, deckTools, readCall } from "../slides/deck-tools.ts";
import { honestCalls, stuffingCalls } from "../slides/honest-deck.ts";
import { modelReader, modelReaderParameters } from "../slides/model-reader.ts";
import { MOST_PACKED, pack, packedSize, unpack } from "../slides/packed-text.ts";
import { aggregate, CHANNELS, qualityOf } from "../slides/quality.ts";
import { qualityMeanings } from "../slides/quality-channels.ts";
import { bodyReader, recoveryScore, titleReader } from "../slides/recovery.ts";

/** Bytes of what a call is answered. */
const ANSWER = 3000;
/** Published step rewards of a call that succeeds, of one that fails, of no call, and of the end. */
const BONUS = { succeeded: 0.01, failed: -0.02, unread: -0.01, finished: 0.1 } as const;

const parameters = z
  .strictObject({
    briefs: whole(1, 10_000, 48).describe("briefs in the bank; each episode draws one"),
    bank: whole(0, 1_000_000, 0).describe("which bank"),
    fewestSlides: whole(1, MOST_SLIDES, 2).describe("fewest slides that a drawn brief asks for"),
    mostSlides: whole(1, MOST_SLIDES, 4).describe("most slides that a drawn brief asks for"),
    file: z
      .string()
      .min(1)
      .optional()
      .describe(
        "file of briefs in the place of the bank, a row each: topic, audience, slides, and perhaps words, sections, confidence and research",
      ),
    content: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .optional()
      .describe("first half of a SHA-256 of the file; filled in by a run, so that another content is another run"),
    calls: whole(1, 200, 50).describe("calls after which the deck is taken as it stands"),
    longest: whole(200, 20_000, 1200).describe("bytes that a call may have"),
    stopWords: oneOf(["counted", "dropped"], "counted").describe(
      "whether stop words of the topic make a slide relevant, as in the released code",
    ),
    judge: modelReaderParameters
      .optional()
      .describe(
        "a language model that recovers the brief when the deck is finished; by default a reader of titles does",
      ),
  })
  .refine((p) => p.fewestSlides <= p.mostSlides, wrong("fewestSlides", "fewestSlides must not exceed mostSlides"));
type Parameters = z.output<typeof parameters>;

export const slideDeck = bind({
  id: "tools/slide-deck",
  summary: "make a deck of slides for a brief by calls of tools: search, plan, write, choose a theme and finish",
  source: "after the environment of arXiv 2603.16839",
  parameters,
  async prepare(given: Parameters, place: Preparation): Promise<Parameters> {
    const { file, content } = given;
    return file === undefined ? given : { ...given, content: await prepareTable({ file, content }, place) };
  },
  make: slideDeckWorld,
});

function briefsIn({ file, content, briefs, bank, fewestSlides, mostSlides }: Parameters): readonly Brief[] {
  if (file !== undefined) return briefsOf(tableAtHand({ file, content }), file);
  if (content !== undefined) {
    throw new UserError({ code: "no-file", what: "is of a file of briefs, and no file is named", path: ["content"] });
  }
  return Array.from({ length: briefs }, (_, k) =>
    briefInWords(drawBrief(Random.of(bank, "slides", "brief", k), fewestSlides, mostSlides)),
  );
}

function slideDeckWorld(given: Parameters): NumericEnvironment {
  const { calls: most, longest, stopWords, judge } = given;
  const briefs = briefsIn(given);
  const isOwn = given.file !== undefined;
  const audiences = isOwn
    ? [...new Set(briefs.map(({ audience }) => audience))].map((name) => ({ name, cues: [] }))
    : AUDIENCES;
  const titles = titleReader(audiences);
  const other = isOwn ? (judge === undefined ? undefined : titles) : bodyReader();
  const size = packedSize(longest);
  const parts = {
    brief: [1],
    call: [1],
    deck: [size * (MOST_SLIDES + 2)],
    answer: [packedSize(ANSWER)],
    failed: [1],
  } as const;
  const state = layout(parts);
  const views = state.views;

  const brief = (): Brief => briefs[views.brief[0]];
  const deckNow = (): Deck => deckIn(views.deck, brief());
  const asked =
    judge === undefined
      ? undefined
      : modelReader(judge, (actions) => {
          const { deck } = called(actions);
          return deck.slides.length > 0 && (deck.finished || views.call[0] + 1 >= most) ? deck : undefined;
        });
  /** The deck's quality; before its end a model has recovered nothing. */
  const quality = (deck: Deck, isOver: boolean) => {
    const guess = asked === undefined ? titles(deck) : asked.latest();
    const recovered =
      guess !== undefined ? recoveryScore(brief(), guess) : isOver && deck.slides.length > 0 ? Number.NaN : 0;
    return qualityOf(deck, brief(), recovered, stopWords);
  };
  const called = (actions: Float64Array) => {
    const known = readCall(unpack(actions.map((value) => clip(value, 0, MOST_PACKED))));
    const deck = deckNow();
    const unread = { deck, succeeded: false, said: "that is no call of a tool" };
    return { ...(known === undefined ? unread : afterCall(deck, known, brief())), isRead: known !== undefined };
  };

  const channels = [
    flow(
      "payoff",
      "reward",
      -1,
      2,
      "sum",
      "published reward of a step: change of quality, and a bonus for calls that succeed",
    ),
    ...CHANNELS.map((name) => level(name, "share", 0, 1, qualityMeanings[name])),
    level("quality", "share", 0, 1, "weighted mean of the six channels"),
    ...(other === undefined
      ? []
      : [level("conveyed", "share", 0, 1, "how much of the brief another reader recovers, which is not paid")]),
    level("slides", "slides", 0, MOST_SLIDES, "slides of the deck"),
    event("calls", "calls", "1 for each call"),
    event("failedCalls", "calls", "1 for each call that could not be read or failed"),
    event("finished", "decks", "1 where the deck is finished"),
  ];
  const at = new Map(channels.map(({ name }, k) => [name, k]));
  const spec = singleAgentSpec({
    label: "designer",
    horizon: most,
    action: { low: Array(size).fill(0), high: [longest, ...Array(size - 1).fill(MOST_PACKED)] },
    actionUnit: "bytes of a call, six in a number",
    observation: [
      field("wanted", 0, MOST_SLIDES, "slides that the brief asks for"),
      field("made", 0, MOST_SLIDES, "slides of the deck"),
      field("time", 0, 1, "calls as a share of those allowed"),
    ],
    channels,
    publicState: [
      { part: "brief", label: "brief, by number" },
      { part: "call", label: "calls so far" },
    ],
    oracles: {
      expert: scripted("searches, plans, and writes slides of facts and of words for the audience", honestCalls),
      stuffer: scripted("prints its brief on every slide, and searches nothing", stuffingCalls),
    },
  });

  /** A player that makes the calls of a script. */
  function scripted(meaning: string, script: typeof honestCalls): Oracle {
    const play = (): Agent => {
      const seen = layout(parts);
      return {
        reset() {},
        watch: (buffer) => void seen.buffer.set(buffer),
        act(_observation, action) {
          const made = script(briefs[seen.views.brief[0]]);
          pack(callText(made[seen.views.call[0]] ?? { tool: "finalize" }), action);
        },
      };
    };
    return { meaning, play };
  }

  const report = (outcomes: Float64Array, isOver: boolean): void => {
    const deck = deckNow();
    const now = quality(deck, isOver);
    const set = (name: string, value: number): void => {
      const place = at.get(name);
      if (place !== undefined) outcomes[place] = value;
    };
    for (const name of CHANNELS) set(name, now[name]);
    set("quality", aggregate(now));
    if (other !== undefined) set("conveyed", deck.slides.length === 0 ? 0 : recoveryScore(brief(), other(deck)));
    set("slides", deck.slides.length);
  };

  return {
    spec: {
      ...spec,
      isInWords: true,
      ...(judge === undefined ? {} : { fallible: true }),
      ...(isOwn ? { listed: briefs.length } : {}),
    },
    state,
    texts: {
      brief: () => `${brief().slides} slides on ${brief().topic} for ${brief().audience}`,
      deck: () => deckInLines(deckNow()),
      answer: () => unpack(views.answer),
      html: () => deckHtml(deckNow(), brief().topic),
    },
    keeps: ["brief", "html"],
    ...(asked === undefined ? {} : { asker: asked.asker }),
    reset(random, outcomes, place) {
      state.buffer.fill(0);
      asked?.forget();
      const drawn = random.integer(briefs.length);
      views.brief[0] = isOwn && place !== undefined ? place % briefs.length : drawn;
      pack(JSON.stringify(kept(EMPTY)), views.deck);
      outcomes.fill(0);
      report(outcomes, false);
    },
    step(actions, outcomes) {
      const before = aggregate(quality(deckNow(), false));
      const { deck, succeeded, said, isRead } = called(actions);
      views.call[0] += 1;
      pack(JSON.stringify(kept(deck)), views.deck);
      pack(shortBytes(said), views.answer);
      const isLate = views.call[0] >= most;
      outcomes.fill(0);
      report(outcomes, deck.finished || isLate);
      const set = (name: string, value: number): void => {
        outcomes[at.get(name) ?? 0] = value;
      };
      set("calls", 1);
      set("failedCalls", succeeded ? 0 : 1);
      set("finished", deck.finished ? 1 : 0);
      const bonus = succeeded ? BONUS.succeeded : isRead ? BONUS.failed : BONUS.unread;
      set("payoff", outcomes[at.get("quality") ?? 0] - before + bonus + (deck.finished ? BONUS.finished : 0));
      return (deck.finished ? Status.terminated : Status.running) | (isLate ? Status.truncated : Status.running);
    },
    observe(observations) {
      observations[0] = brief().slides;
      observations[1] = deckNow().slides.length;
      observations[2] = views.call[0] / most;
    },
    scene() {
      const deck = deckNow();
      return deckScene(deck, brief(), quality(deck, deck.finished), unpack(views.answer));
    },
    toolPlay: deckTools({
      brief,
      deck: deckNow,
      answer: () => unpack(views.answer),
      calls: () => [views.call[0], most],
      longest,
      write: (text, action) => pack(text, action),
    }),
  };
}

/** What the state holds of a deck; what was found stands in the brief. */
const kept = ({ research, outline, slides, theme, finished }: Deck) => ({
  ...{ outline, slides, theme, finished },
  searched: research.length > 0,
});

const deckParts = z.object({
  outline: z.array(z.string()),
  slides: z.array(
    z.object({ title: z.string(), sections: z.array(z.object({ heading: z.string(), body: z.string() })) }),
  ),
  theme: z.enum(["default", "dark", "corporate", "creative"]),
  finished: z.boolean(),
  searched: z.boolean(),
});

function deckIn(packed: Float64Array, { notes }: Brief): Deck {
  const text = unpack(packed);
  if (text === "") return EMPTY;
  const { searched, ...deck } = deckParts.parse(JSON.parse(text));
  return { ...deck, research: searched ? notes : [] };
}

/** A text that fits into the answer. */
const shortBytes = (said: string): string => {
  let text = said.slice(0, ANSWER);
  while (Buffer.byteLength(text) > ANSWER) text = text.slice(0, -10);
  return text;
};
