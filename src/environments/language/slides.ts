// Slide decks in shorthand. `ad%2=` asks for two slides on solar and freight for executives; calls of tools in `<>` search, plan, set a
// theme and write slides, and `$` finishes the deck. The deck itself is in words, and six channels say how good it is.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { flag, oneOf, share, whole, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { event, flow, once } from "../declaration.ts";
import { AUDIENCES, type Brief, drawBrief } from "../slides/brief.ts";
import type { Deck } from "../slides/deck.ts";
import { deckHtml } from "../slides/deck-html.ts";
import { deckInLines } from "../slides/deck-lines.ts";
import { deckScene } from "../slides/deck-scene.ts";
import { honestCalls, stuffingCalls } from "../slides/honest-deck.ts";
import { aggregate, CHANNELS, OTHER_CHANNELS, qualityOf } from "../slides/quality.ts";
import { qualityChannels } from "../slides/quality-channels.ts";
import { bodyReader, recoveryScore, titleReader } from "../slides/recovery.ts";
import { briefOf, inShorthand, questionOf, SIGNS, writtenDeck } from "../slides/shorthand.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, noiseParameter, questionIn, shareParameter } from "./terms.ts";

/** Calls beside those that write slides: search, outline, theme. */
const OTHERS = 3;
/** Characters of a slide of the usual form, `<ad:agi1;dpr2>`, and of the other calls without the outline's letters. */
const [SLIDE, OTHER] = [14, 8];
/** Characters to spare. */
const SPARE = 8;

const parameters = z
  .strictObject({
    fewestSlides: whole(1, 9, 2).describe("fewest slides that a brief asks for"),
    mostSlides: whole(1, 9, 3).describe("most slides that a brief asks for"),
    spareCalls: whole(0, 9, 1).describe("calls beyond those that a deck needs; a further one ends the episode"),
    reader: oneOf(["titles", "bodies"], "titles").describe(
      "which reader guesses the brief for the channel briefReconstruction; conveyed has the other's score",
    ),
    stopWords: oneOf(["counted", "dropped"], "counted").describe(
      "whether stop words of the topic make a slide relevant, as in the released code",
    ),
    shuffled: flag(false).describe(
      "whether briefReconstruction holds a deck against another drawn brief than its own: a control",
    ),
    single: flag(false).describe(
      "whether an episode is one call, after some calls of the expert, as the released code trains",
    ),
    documents: flag(false).describe("whether each episode keeps its deck as HTML, which agon export writes as files"),
    skipped: shareParameter("calls other than slides, and titles, that the demonstrator leaves out", 0.3),
    cut: share(0.2).describe("share of slides, and of sections, after which the demonstrator stops too early"),
    noise: noiseParameter("a letter of a slide is any word", 0.2),
  })
  .refine((p) => p.fewestSlides <= p.mostSlides, wrong("fewestSlides", "fewestSlides must not exceed mostSlides"));

type Parameters = z.output<typeof parameters>;

export const slidesWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/slides",
  summary:
    "make a deck of slides in shorthand: ad%2= asks for two slides on two subjects for an audience, <?> searches, <ad:agi1;dpr2> writes one",
  source: "after the environment of arXiv 2603.16839",
  parameters,
  make: (given: Parameters): NumericEnvironment => {
    const { fewestSlides, mostSlides, spareCalls, single, noise } = given;
    const mostCalls = OTHERS + mostSlides + spareCalls;
    const written = SLIDE * mostSlides + OTHER + mostSlides + SPARE;
    const titles = titleReader(AUDIENCES);
    const bodies = bodyReader();
    const [paid, other] = given.reader === "titles" ? [titles, bodies] : [bodies, titles];
    const briefIn = (text: string, hidden: Float64Array) => briefOf(questionIn(text), hidden);
    const judged = (deck: Deck, brief: Brief, against: Brief) =>
      qualityOf(deck, brief, recoveryScore(against, paid(deck)), given.stopWords);
    return languageWorld({
      ...contextFor(5, written, 3 * mostCalls + 3),
      channels: [
        ...qualityChannels(),
        once("conveyed", "share", "how much of the brief the other reader recovers, which reads what is not paid"),
        flow("slides", "slides", 0, written, "sum", "slides of the deck, at the end of the episode"),
        flow("failedCalls", "calls", 0, written, "sum", "calls that were malformed or failed"),
        flow(
          "compliance",
          "share",
          0,
          1,
          "sum",
          "share of calls that succeeded, at the end of the episode; 0 without a call",
        ),
        event("researched", "decks", "1 where a search was made, at the end of the episode"),
        flow("callReward", "reward", -2, 1, "sum", "−2 without a call, −1 where the last one failed, else the quality"),
      ],
      // Found facts of the brief; the subjects, audience and slides of another one; and whether a call was made by the agent.
      hidden: 9,
      noise,
      ask(random, hidden) {
        const drawn = drawBrief(random, fewestSlides, mostSlides);
        hidden.set(drawn.found.flat());
        const { subjects, audience, slides } = drawBrief(random, fewestSlides, mostSlides);
        hidden.set([...subjects, audience, slides], 4);
        const question = questionOf(drawn);
        if (!single) return question;
        return begun(question, briefOf(question, hidden), random);
      },
      reply(_call, text, hidden) {
        const { calls, reply } = writtenDeck(text, briefIn(text, hidden));
        hidden[8] = 1;
        return single || calls > mostCalls ? undefined : reply;
      },
      judge: (_answer, text, hidden) => writtenDeck(text, briefIn(text, hidden)).deck.slides.length > 0,
      conclude(text, finished, hidden, report) {
        const brief = briefIn(text, hidden);
        const { deck, calls, failed, reply } = writtenDeck(text, brief);
        const against = given.shuffled ? briefOf(anotherIn(hidden), hidden) : brief;
        const quality = judged(deck, brief, against);
        const whole = aggregate(quality);
        for (const name of CHANNELS) report(name, quality[name]);
        report("quality", whole);
        report("otherQuality", aggregate(quality, OTHER_CHANNELS));
        report("conveyed", deck.slides.length === 0 ? 0 : recoveryScore(brief, other(deck)));
        report("slides", deck.slides.length);
        report("failedCalls", failed);
        report("compliance", calls === 0 ? 0 : 1 - failed / calls);
        report("researched", deck.research.length > 0 ? 1 : 0);
        const called = hidden[8] === 1;
        const isDone = text.endsWith("$");
        report("callReward", isDone ? (finished ? whole : -1) : !called ? -2 : reply === "?" ? -1 : whole);
      },
      texts: {
        brief: (text, hidden) => inSentence(briefIn(text, hidden)),
        deck: (text, hidden) => deckInLines(writtenDeck(text, briefIn(text, hidden)).deck),
        html: (text, hidden) => {
          const brief = briefIn(text, hidden);
          return deckHtml(writtenDeck(text, brief).deck, brief.topic);
        },
      },
      keeps: given.documents ? ["brief", "html"] : ["brief"],
      scene: (text, hidden) => {
        const brief = briefIn(text, hidden);
        const { deck, reply } = writtenDeck(text, brief);
        return deckScene(deck, brief, judged(deck, brief, brief), reply);
      },
      write: (text, random) => nextCall(text, { ...given, random }),
      expert: (text) => nextCall(text),
      players: {
        stuffer: {
          meaning: "prints its brief on every slide, and searches nothing",
          write: (text) => inShorthand(stuffingCalls(knownBrief(text))[callsIn(text).length]),
        },
      },
    });
  },
});

/** Subjects, audience and number of slides of the other brief, as a question. */
const anotherIn = (hidden: Float64Array): string =>
  questionOf({ subjects: [hidden[4], hidden[5]], audience: hidden[6], slides: hidden[7] });

/** A question after some of the expert's calls, each with its reply. */
function begun(question: string, brief: Brief, random: Random): string {
  const calls = honestCalls(brief).map(inShorthand);
  const made = calls.slice(0, random.integer(calls.length));
  return made.reduce((text, call) => {
    const longer = `${text}${call}`;
    return `${longer}[${writtenDeck(longer, brief).reply}]`;
  }, question);
}

const callsIn = (text: string): string[] => Array.from(text.matchAll(/<([^<>]*)>/g), ([, call]) => call);

/** The brief as a writer knows it: with the facts that a search has found, or else with any two of each subject. */
function knownBrief(text: string, random?: Random): Brief {
  const question = questionIn(text);
  const found = /<\?>\[([g-x]{4})\]/.exec(text)?.[1];
  if (found !== undefined) return briefOf(question, factsIn(found));
  const any = [0, 1].flatMap(() => {
    const first = random?.integer(3) ?? 0;
    return [first, (first + 1 + (random?.integer(2) ?? 0)) % 3];
  });
  return briefOf(question, any);
}

/** How a demonstrator errs. */
interface Slips extends Pick<Parameters, "skipped" | "cut" | "noise"> {
  readonly random: Random;
}

/** The next call of the expert, or of a demonstrator that leaves out calls, stops early and writes wrong words. */
function nextCall(text: string, slips?: Slips): string {
  const happens = (chance: number) => slips !== undefined && slips.random.uniform() < chance;
  const brief = knownBrief(text, slips?.random);
  const calls = honestCalls(brief).map(inShorthand);
  const made = callsIn(text);
  const last = made.at(-1) ?? "";
  const slides = made.filter((call) => call.includes(":")).length;
  const from = slides > 0 ? OTHERS : Math.max(0, ["", "?", last.startsWith(".") ? last : "."].indexOf(last));
  const begins = last === "+" ? OTHERS : from;
  for (let k = begins; k < OTHERS; k++) if (!happens(slips?.skipped ?? 0)) return calls[k];
  if (slides >= brief.slides || (slides > 0 && happens(slips?.cut ?? 0))) return "$";
  const [title, ...sections] = calls[OTHERS + slides].slice(1, -1).split(/[:;]/);
  const kept = sections.slice(0, happens(slips?.cut ?? 0) ? 1 : sections.length);
  const slide = `<${happens(slips?.skipped ?? 0) ? "" : title}:${kept.join(";")}>`;
  const wrong = () => SIGNS[slips?.random.integer(SIGNS.length) ?? 0];
  return slide.replace(/[^<>:;]/g, (sign) => (happens(slips?.noise ?? 0) ? wrong() : sign));
}

/** Numbers of facts by their letters. */
const factsIn = (letters: string): number[] => Array.from(letters, (sign) => (sign.charCodeAt(0) - 103) % 3);

const inSentence = ({ topic, audience, slides }: Brief): string => `${slides} slides on ${topic} for ${audience}`;
