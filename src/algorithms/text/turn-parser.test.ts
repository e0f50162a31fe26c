// Texts taken apart into turns.

import { describe, expect, test } from "vitest";
import { ALPHABET, numberOf } from "../../environments/language/alphabet.ts";
import { writtenTurns } from "./sampled-texts.ts";

/** The turns of a text in which what the world says is in capitals, and brackets for those in brackets. */
function turnsOf(text: string) {
  const places = [...text].map((character) => ({
    token: character === "_" ? 0 : numberOf(character.toLowerCase()),
    written: /[A-Z[\]]/.test(character) ? 0 : 1,
  }));
  const pad = [0, 0, 0];
  const tokens = [9, ...places.map(({ token }) => token), ...pad];
  const written = [1, ...places.map((one) => one.written), ...pad];
  return writtenTurns(tokens, written, ALPHABET, 1, tokens.length);
}

describe("turns of a text", () => {
  test("are calls with what the world says, and an answer", () => {
    expect(turnsOf("Q<q>[C]..<c>[X]k$")).toEqual([
      { tool: "call", action: "<q>", observation: "[c]" },
      { tool: "call", action: "<c>", observation: "[x]" },
      { tool: "answer", action: "k$", observation: "" },
    ]);
  });

  test("are called by the signs of their calls, and without their thoughts", () => {
    expect(turnsOf("Q<1+2>[T]<?>[O]<1<2>[N].. k.k$")).toEqual([
      { tool: "+", action: "<1+2>", observation: "[t]" },
      { tool: "?", action: "<?>", observation: "[o]" },
      { tool: "call", action: "<2>", observation: "[n]" },
      { tool: "answer", action: "k.k$", observation: "" },
    ]);
  });

  test("may stop, end with a call without an answer, or with nothing", () => {
    expect(turnsOf("Qab").at(-1)).toEqual({ tool: "stop", action: "ab", observation: "" });
    expect(turnsOf("Q<a>").at(-1)).toEqual({ tool: "call", action: "<a>", observation: "" });
    expect(turnsOf("Q<a>[B]_").at(-1)).toEqual({ tool: "stop", action: "", observation: "" });
    expect(turnsOf("QR")).toEqual([]);
  });
});
