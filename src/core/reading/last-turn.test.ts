// The model's last turn in a text: marks of turns in several templates, results of tools among the model's words, and long texts.

import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { choiceIn } from "./choice-in-text.ts";
import { modelText } from "./last-turn.ts";
import { numberIn } from "./number-in-text.ts";

const CALL = '<tool_call>\n{"name": "calc", "arguments": {}}\n</tool_call>';

test.each<[string, string, string]>([
  ["a call alone", CALL, ""],
  ["a call behind words", `Let me see.\n${CALL}`, "Let me see."],
  ["two calls, the last of which was cut", `${CALL}\n<tool_call>{"name": "ca`, ""],
  ["a call of Llama", "<|python_tag|>calc.call(x=42)", ""],
  ["a call of Mistral", '[TOOL_CALLS] [{"name": "calc", "arguments": {"x": 42}}]', ""],
  ["calls of DeepSeek", "<｜tool▁calls▁begin｜>calc 42<｜tool▁calls▁end｜>", ""],
  ["a call in the manner of ReAct", "Thought: a sum.\nAction: calc\nAction Input: 42", ""],
  [
    "an answer in the manner of ReAct",
    "Action Input: 7\nObservation: 42\nFinal Answer: 42",
    "Action Input: 7\nObservation: 42\nFinal Answer: 42",
  ],
  ["a call that is spoken of", "A call begins with `<tool_call>`.", "A call begins with `<tool_call>`."],
  ["an end of gpt-oss", "Paris<|return|>", "Paris"],
  ["an end of ChatML", "Paris<|im_end|>\n", "Paris"],
  ["an end of GLM, where the user would begin", "Paris<|user|>", "Paris"],
  ["a prompt of Mistral", "[INST] Lyon? [/INST] Paris</s>", "Paris"],
  ["a prompt of HH-RLHF", "\n\nHuman: Lyon?\n\nAssistant: Paris", "Paris"],
  ["an answer of Apriel", "[BEGIN FINAL RESPONSE]\nParis[END FINAL RESPONSE]", "Paris"],
  ["a mark that is spoken of", "The tag `<think>` opens a thought.", "The tag `<think>` opens a thought."],
  ["several ends", "Paris<turn|>\n<eos>", "Paris"],
  ["the end of a sequence", "Paris</s>", "Paris"],
  ["an end that closes what is struck through", "Paris, not <s>Lyon</s>", "Paris, not <s>Lyon</s>"],
  ["a header of ChatML", "<|im_start|>assistant\nParis<|im_end|>", "Paris"],
  ["ChatML", "Lyon<|im_end|>\n<|im_start|>user\nLyon?<|im_end|>\n<|im_start|>assistant\nParis<|im_end|>\n", "Paris"],
  ["ChatML that ends with a user", "Paris<|im_end|>\n<|im_start|>user\nLyon?<|im_end|>\n", "Paris"],
  [
    "ChatML that ends with the model's header",
    "Lyon<|im_end|>\n<|im_start|>user\nLyon?<|im_end|>\n<|im_start|>assistant\n",
    "",
  ],
  [
    "ChatML that ends with a thought",
    "Lyon<|im_end|>\n<|im_start|>user\n?<|im_end|>\n<|im_start|>assistant\n<think>a</think>\n",
    "",
  ],
  [
    "ChatML with separators",
    "Lyon<|im_end|><|im_start|>user<|im_sep|>?<|im_end|><|im_start|>assistant<|im_sep|>Paris",
    "Paris",
  ],
  ["a thought without special tokens of turns", "Lyon\nuser\nLyon?\nassistant\n<think>a</think>\n", ""],
  ["a tool in ChatML", `${CALL}<|im_end|>\n<|im_start|>tool\nLyon<|im_end|>\n<|im_start|>assistant\nParis`, "Paris"],
  ["a thought in ChatML", "Lyon<|im_end|>\n<|im_start|>assistant\n<think>\nLyon?\n</think>\n\nParis", "Paris"],
  [
    "Llama",
    "Lyon<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nLyon?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nParis<|eot_id|>",
    "Paris",
  ],
  ["Gemma", "Lyon<end_of_turn>\n<start_of_turn>user\nLyon?<end_of_turn>\n<start_of_turn>model\nParis", "Paris"],
  ["Gemma 4", "Lyon<turn|>\n<|turn>user\nLyon?<turn|>\n<|turn>model\nParis<turn|>", "Paris"],
  ["gpt-oss", "<|channel|>final<|message|>Paris<|return|><|start|>user<|message|>Lyon?<|end|>", "Paris"],
  ["Phi", "Lyon<|end|><|user|>Lyon?<|end|><|assistant|>Paris<|end|>", "Paris"],
  ["DeepSeek", "Lyon<｜end▁of▁sentence｜><｜User｜>Lyon?<｜Assistant｜>Paris<｜end▁of▁sentence｜>", "Paris"],
  ["turns without special tokens", "Lyon\nuser\nLyon?\nassistant\nParis", "Paris"],
  ["turns without special tokens that end with a user", "Lyon\nuser\nLyon?\nassistant\nParis\nuser\nLyon?", "Paris"],
  [
    "a tool without special tokens",
    `Let me see.\n${CALL}\nuser\n<tool_response>\nLyon\n</tool_response>\nassistant\nParis`,
    "Paris",
  ],
  ["a tool among the words", `Lyon? ${CALL}<tool_response>Lyon</tool_response>\nParis`, "Paris"],
  ["several tools", "<tool_response>a</tool_response>b<tool_response>c</tool_response>Paris", "Paris"],
  ["a tool without a beginning", "Lyon</tool_response>Paris", "Paris"],
  ["a tool without an end", `Paris? ${CALL}<tool_response>Paris`, ""],
  ["a tool that is last", `Paris? ${CALL}<tool_response>Paris</tool_response>`, ""],
  ["Mistral's tool", "[TOOL_RESULTS]Lyon[/TOOL_RESULTS]Paris", "Paris"],
  ["Gemma's tool", "<|tool_response>Lyon<tool_response|>Paris", "Paris"],
  ["a search", "<search>France</search>\n\n<information>Lyon</information>\n\nParis", "Paris"],
  ["a search that names its closing tag", "<information>a </information> Lyon</information>Paris", "Paris"],
  ["a search that is cut", "<search>France</search><information>Paris", ""],
  ["a search in a thought", "<think><search>a</search><information>Lyon</information>b</think>Paris", "Paris"],
  ["code and its output", "<code>f()</code>\n<output>Lyon</output>Paris", "Paris"],
  ["code and its output that is cut", "<code>f()</code>\n<output>Paris", ""],
])("the model's last turn: %s", (_, text, answer) => {
  expect(modelText(text).text).toBe(answer);
});

test.each([
  "Paris",
  "",
  "  Paris \n",
  "It is <output>Paris</output>",
  "<result>Paris</result>",
  "The tag <information> holds it: Paris",
  "<search>Paris</search> <answer>Paris</answer>",
  "A role is user\nand another\nassistant",
  "user\nParis",
  "<|im_start|> begins a turn: Paris",
  "The token <|endoftext|> ends a text: Paris",
  "</output> Paris",
])("a text that has no marks of turns stays as it is: %j", (text) => {
  expect(modelText(text)).toEqual({ text, thought: false, open: false });
});

test("a thought that a tool interrupts, and that has no end, is no answer", () => {
  const text = "<think>hm <search>a</search><information>Lyon</information> so it is Paris";
  expect(modelText(text)).toEqual({ text: "", thought: true, open: true });
});

test("numbers and choices are those of the model", () => {
  const text = (answer: string) => `<search>2 + 2</search><information>4 or A</information>${answer}`;
  expect([numberIn(text("I do not know.")), numberIn(text("It is 5."))?.value]).toEqual([undefined, 5]);
  expect([choiceIn(text("I do not know."), ["4", "5"]), choiceIn(text("B"), ["4", "5"])]).toEqual([undefined, 1]);
});

const words = fc
  .array(
    fc.constantFrom("4", " ", "\n", "It is 5.", "<answer>5</answer>", "user", "assistant", "<search>", "</think>", "é"),
  )
  .map((parts) => parts.join(""));
const BETWEEN: readonly (readonly [before: string, after: string])[] = [
  ["<tool_response>", "</tool_response>"],
  ["<search>a</search>\n<information>", "</information>"],
  ["<|im_end|>\n<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"],
  ["<|start_header_id|>tool<|end_header_id|>\n\n", "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n"],
  ["[TOOL_RESULTS]", "[/TOOL_RESULTS]"],
];

property.prop([words, words, fc.constantFrom(...BETWEEN)])(
  "the last turn is read among all earlier words and results",
  (earlier, other, [before, after]) => {
    expect(modelText(`${earlier}${before}${other}${after}It is 42.`).text).toBe("It is 42.");
    expect(numberIn(`${earlier}${before}${other}${after}I do not know.`)).toBeUndefined();
  },
);

test("long texts of marks are read in linear time", () => {
  for (const mark of [
    ...["<information>", "</information>", "\nuser\n", "\nassistant\n", "<|im_start|>", "<|channel|>", "<|end|>", " "],
    ...[
      "<eos> ",
      "<tool_response>",
      "</code> <result>",
      "<tool_call>",
      "\nAction Input:",
      "<|start|>",
      "assistantfinal",
      "<|turn>a\n",
      "</code> ",
    ],
  ]) {
    expect(modelText(mark.repeat(1_000_000 / mark.length)).text.length).toBeLessThanOrEqual(1_000_000);
  }
});
