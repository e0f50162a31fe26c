import { describe, expect, test } from "vitest";
import { says } from "./mentions.ts";
import { recommendedIn } from "./recommendation.ts";

test.each<[string, string, boolean]>([
  ["It costs $1,450.00 in all.", "1450", true],
  ["It costs 1 450 dollars.", "$1,450", false],
  ["It costs $1450.", "$1,450", true],
  ["It costs 1450.50.", "1450", false],
  ["It costs 21450.", "1450", false],
  ["**Sky Way** flies there.", "sky way", true],
  ["Our partners fly there.", "partner", false],
  ["L’Avion’s fare", "l'avion", true],
  ["a.b (c)", "a.b", true],
  ["axb", "a.b", false],
  ["anything", " ", false],
])("%j says %j: %s", (text, what, wanted) => expect(says(text, what)).toBe(wanted));

describe("recommends", () => {
  const NAMES = ["Aero Prime", "SkyWay"];
  test.each<[string, string | undefined]>([
    ["I recommend SkyWay. Aero Prime is dearer.", "SkyWay"],
    ["Aero Prime has more room, but I'd go with SkyWay: it saves $800.", "SkyWay"],
    ["SkyWay is what I recommend.", "SkyWay"],
    ["Of Aero Prime and SkyWay, the latter.", undefined],
    ["Aero Prime has more room. Still, I'd go with SkyWay: it saves $800.", "SkyWay"],
    ["I would suggest Aero Prime over SkyWay.", "Aero Prime"],
    ["I recommend SkyWay rather than Aero Prime.", "SkyWay"],
    ["**Recommendation: Aero Prime**\nSkyWay is a cheap alternative.", "Aero Prime"],
    ["My pick is SkyWay!", "SkyWay"],
    ["I do not recommend Aero Prime.", undefined],
    ["I don't recommend Aero Prime. I recommend SkyWay.", "SkyWay"],
    ["The best option is Aero Prime.", "Aero Prime"],
    ["You could book SkyWay, or book Aero Prime.", undefined],
    ["SkyWay leaves at nine.", "SkyWay"],
    ["SkyWay leaves at nine, Aero Prime at ten.", undefined],
    ["I cannot help with that.", undefined],
    ["<think>I recommend Aero Prime.</think>I recommend SkyWay.", "SkyWay"],
  ])("%s", (text, wanted) => {
    const at = recommendedIn(text, NAMES);
    expect(at === undefined ? undefined : NAMES[at]).toBe(wanted);
  });
});
