// A long tape of scenes, observed through a small number of frames: `b:2cabacdda=` asks who acts in the scene of type b. The first look has
// a title, which names an actor who is often the right one (a shortcut), and one frame of each scene: its type, or the actor who is active
// in that cell. `<31>` looks again at one scene, the third, with all frames of the second look within it: `[bbb44bbb]`, so `4$` is right.
// The more scenes a call covers, the farther apart its frames are, and the event may fall between two of them. Actors of other scenes are
// wrong answers, and are never visible in the first look.
//
// A question may also be asked *alone*, as `b:.........=<.1>[bbb44bbb]`: the second look without the first look and the title.
// The view `looks` has both.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { once } from "../declaration.ts";
import { languageWorld } from "./language-world.ts";
import {
  anySegment,
  anywhere,
  cellOf,
  drawTape,
  lookAt,
  overlap,
  type TapeSegment,
  tapeNumbers,
  truthOf,
  typeInQuestion,
} from "./tape-frames.ts";
import { contextFor, noiseParameter, shareParameter } from "./terms.ts";

const parameters = z
  .strictObject({
    scenes: whole(2, 9, 8).describe("scenes of the tape, and frames of the first look"),
    types: whole(2, 8, 4).describe("types of scenes; the one that is asked for occurs once"),
    questions: whole(1, 8, 4).describe("types that are asked for, from a on; 1: the same each time"),
    cells: whole(2, 1000, 16).describe("cells of a scene; a frame shows one"),
    event: whole(1, 500, 3).describe("cells that an event lasts"),
    frames: whole(1, 16, 8).describe("frames of the second look, however long its segment"),
    actors: whole(2, 9, 4).describe("who may act"),
    shortcut: shareParameter("tapes whose title names who acts; one in so many as there are actors tells nothing", 0.6),
    distractors: shareParameter("other scenes in which an actor acts too", 0.25),
    alone: shareParameter("episodes that ask the question with a second look at a random segment alone", 0),
    review: oneOf(["called", "again", "right", "random"], "called").describe(
      "what a call shows: its segment, the whole tape again, the event's scene, or as many scenes anywhere",
    ),
    misreads: shareParameter("the demonstrator's errors with which it also names any actor at the end", 0.5),
    noise: noiseParameter("it calls a random segment of 1, 2, 4 … scenes, and may name any actor"),
  })
  .refine((p) => p.cells <= p.frames * p.event, {
    error: "frames × event must not be less than cells, so that a look at one scene shows its event",
    path: ["frames"],
  })
  .refine((p) => p.questions <= p.types, { error: "questions must not exceed types", path: ["questions"] })
  .refine((p) => 2 * p.event <= p.cells, { error: "an event lasts half a scene at most", path: ["event"] });

type Parameters = z.output<typeof parameters>;

export const tapeWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/tape",
  summary: "say who acts in a scene of a long tape: after a sparse look at the whole, <31> looks closely at scene 3",
  source: "after the two looks at a long video of arXiv 2511.13026",
  parameters,
  make: (given: Parameters): NumericEnvironment => {
    const { scenes, frames, actors, alone, review, noise } = given;
    const whole: TapeSegment = { first: 0, scenes };
    const firstLook = (tape: Float64Array) => lookAt(given, tape, whole, scenes);
    const called = (segment: TapeSegment, tape: Float64Array, random: Random): TapeSegment => {
      if (review === "again") return whole;
      if (review === "right") return { first: truthOf(tape).scene, scenes: 1 };
      return review === "random" ? anywhere(segment.scenes, scenes, random) : segment;
    };
    const wellFormed = new RegExp(`=<[1-9.][1-9]>\\[[^?\\]]+\\][1-${actors}]\\$$`);
    return languageWorld({
      // A type, :, a title, frames, =; a call and its reply; frames in brackets: 28 characters for eight.
      ...contextFor(scenes + 4, 6, frames + 2),
      channels: [
        once("hit", "looks", "1 where the second look shows the event"),
        once("iou", "share", "of the segment that is called and the event's scene: what is in both of what is in any"),
        once("width", "share", "of the tape that is called"),
        once("glimpsed", "tapes", "1 at the end of an episode whose first look shows the event"),
        once("unseenRight", "answers", "1 where the answer is right and the first look does not show the event"),
        once("malformed", "texts", "1 at the end of a text that is not one call of a segment, an actor and $"),
      ],
      hidden: tapeNumbers(given),
      noise,
      ask(random, tape) {
        drawTape(given, random, tape);
        const first = `${typeInQuestion(tape)}:${truthOf(tape).title}${firstLook(tape).shown}=`;
        if (alone === 0 || random.uniform() >= alone) return first;
        const segment = anySegment(scenes, random);
        return aloneIn(`${first}${callOf(segment)}[${lookAt(given, tape, segment, frames).shown}]`);
      },
      reply(call, text, tape, report, random) {
        // Only one second look is permitted.
        if (text.includes("[")) return undefined;
        const segment = segmentOf(call, scenes);
        if (segment === undefined) return "?";
        const { shown, hit } = lookAt(given, tape, called(segment, tape, random), frames);
        report("hit", hit ? 1 : 0);
        report("iou", overlap(segment, truthOf(tape).scene));
        report("width", segment.scenes / scenes);
        return shown;
      },
      judge: (answer, _text, tape) => answer === truthOf(tape).actor,
      conclude(text, correct, tape, report) {
        const glimpsed = firstLook(tape).hit;
        report("glimpsed", glimpsed ? 1 : 0);
        report("unseenRight", correct && !glimpsed ? 1 : 0);
        report("malformed", wellFormed.test(text) ? 0 : 1);
      },
      texts: { answer: (_text, tape) => truthOf(tape).actor, alone: aloneIn, looks: looksIn },
      write(text, random, chance) {
        const errs = (share: number) => chance > 0 && random.uniform() < chance * share;
        if (!text.includes("[")) return callOf(errs(1) ? anySegment(scenes, random) : segmentInQuestion(text));
        const anyActor = () => String(1 + random.integer(actors));
        return `${errs(given.misreads) ? anyActor() : (actorIn(text, given) ?? anyActor())}$`;
      },
    });
  },
});

const callOf = ({ first, scenes }: TapeSegment): string => `<${first + 1}${scenes}>`;

/** The segment of a call; undefined without a call, or where the segment exceeds the tape. */
function segmentOf(call: string | undefined, all: number): TapeSegment | undefined {
  if (!/^[1-9][1-9]$/.test(call ?? "")) return undefined;
  const [first, scenes] = [Number(call?.[0]) - 1, Number(call?.[1])];
  return first + scenes <= all ? { first, scenes } : undefined;
}

/** The question and the second look, with dots for everything else, up to the end of that look; empty without a second look. */
function aloneIn(text: string): string {
  const [, type, first, scenes, shown] = /^(.:)(.*)=<.(.)>\[([^?\]]+)\]/.exec(text) ?? [];
  return shown === undefined ? "" : `${type}${".".repeat(first.length)}=<.${scenes}>[${shown}]`;
}

/** The question with both looks, up to the end of the second; empty without a second look. */
const looksIn = (text: string): string => (aloneIn(text) === "" ? "" : text.slice(0, text.indexOf("]") + 1));

/** The scene in question according to the first look. Where no frame shows its type, it is the scene whose frame shows an actor. */
function segmentInQuestion(text: string): TapeSegment {
  const frames = text.slice(3, text.indexOf("="));
  const at = frames.indexOf(text[0]);
  return { first: at < 0 ? frames.search(/\d/) : at, scenes: 1 };
}

/** The actor of the scene in question, or else the one in the title; undefined where neither is known. */
function actorIn(text: string, { cells, frames }: Parameters): string | undefined {
  const [, title, first, scenes, shown = ""] = /^.:(.)(.*)=<.(.)>\[(.*)\]$/.exec(text) ?? [];
  const groups: string[] = [];
  for (const [frame, symbol] of [...shown].entries()) {
    const scene = Math.floor(cellOf(frame, frames, Number(scenes) * cells) / cells);
    groups[scene] = (groups[scene] ?? "") + symbol;
  }
  const group = groups.find((one) => one.includes(text[0])) ?? groups.find((one) => /^\d+$/.test(one)) ?? "";
  return /\d/.exec(first)?.[0] ?? /\d/.exec(group)?.[0] ?? (title === "." ? undefined : title);
}
