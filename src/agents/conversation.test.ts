// A wrapper command announces the start of its program; if it exits earlier, the program was not started.

import { expect, onTestFinished, test } from "vitest";
import { Conversation } from "./conversation.ts";

/** A conversation with a Node script, closed after the test. */
function talking(script: string): Conversation {
  const command = [process.execPath, "-e", script];
  const conversation = new Conversation(command, ".", 600, { name: "bot", opening: "it begins" });
  onTestFinished(() => conversation.close());
  return conversation;
}

const ANSWERS = `process.stdin.on("data", () => console.log("hello"))`;

test("the opening line is not treated as an answer", async () => {
  const conversation = talking(`console.log("it begins"); ${ANSWERS}`);
  expect(await conversation.ask({})).toBe("hello");
  expect(conversation.wasStarted).toBe(true);
});

test("a command that exits before the opening line did not start the program", async () => {
  const conversation = talking(`console.error("no room"); process.exit(1);`);
  const message = 'the program "bot" could not be started: what confines it has failed; its last complaint: no room';
  await expect(conversation.ask({})).rejects.toThrow(message);
  expect(conversation.wasStarted).toBe(false);
});

test("a program that exits after the opening line was started, with any exit code", async () => {
  const conversation = talking(`console.log("it begins"); process.exit(127);`);
  await expect(conversation.ask({})).rejects.toThrow('the program "bot" ended with exit code 127');
  expect(conversation.wasStarted).toBe(true);
});
