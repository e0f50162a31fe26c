// Reasoning sections in a model's text: closed, open, opened by the template, several, and of several templates.

import { expect, test } from "vitest";
import { withoutThoughts } from "./thoughts.ts";

test.each<[string, string, string]>([
  ["a thought before the answer", "<think>Lyon? No.</think>\n\nParis", "Paris"],
  ["the closing mark alone", "Lyon? No.\n</think>\n\nParis", "Paris"],
  ["a thought in the middle", "It is <think>Lyon?</think> Paris", "It is\nParis"],
  ["several thoughts", "<think>a</think>x\n<think>b</think>\ny", "x\ny"],
  ["a thought that names its opening mark", "<think>I am in <think> now</think>Paris", "Paris"],
  ["a thought that names its closing mark", "<think>I end with </think> soon</think>Paris", "Paris"],
  ["an empty thought", "<think>\n\n</think>\n\nParis", "Paris"],
  ["an answer with an indented first line", "<think>a</think>\n\n  x = 1\n", "  x = 1\n"],
  ["marks in capitals", "<THINK>Lyon?</THINK>Paris", "Paris"],
  ["a mark with an attribute", '<think time="3">Lyon?</think>Paris', "Paris"],
  ["marks of usual prompts", "<reasoning>Lyon?</reasoning><reflection>hm</reflection>Paris", "Paris"],
  ["Ollama's sentences", "Thinking...\nLyon?\n...done thinking.\n\nParis", "\n\nParis"],
  ["Granite's sentences", "Here is my thought process: Lyon. Here is my response: Paris", " Paris"],
  ["Apriel's sentences", "Here are my reasoning steps:\nLyon\n[BEGIN FINAL RESPONSE]\nParis", "\nParis"],
  ["Magistral's marks", "[THINK]Lyon?[/THINK]Paris", "Paris"],
  ["Seed's marks", "<seed:think>Lyon?</seed:think>Paris", "Paris"],
  ["Kimi's marks", "◁think▷Lyon?◁/think▷Paris", "Paris"],
  ["Gemini's marks", "<thought>Lyon?</thought>Paris", "Paris"],
  ["Cohere's marks", "<|START_THINKING|>Lyon?<|END_THINKING|>Paris", "Paris"],
  ["Sky-T1's marks", "<|begin_of_thought|>Lyon?<|end_of_thought|>Paris", "Paris"],
  ["Gemma's marks", "<|channel>thought\nLyon? No.\n<channel|>Paris", "Paris"],
  ["Gemma's empty thought", "<|channel>thought\n<channel|>Paris", "Paris"],
  ["Gemma's closing mark alone", "Lyon? No.\n<channel|>Paris", "Paris"],
  ["gpt-oss's channels", "<|channel|>analysis<|message|>Lyon?<|end|><|channel|>final<|message|>Paris", "Paris"],
  [
    "gpt-oss's channels with roles",
    "<|channel|>analysis<|message|>Lyon?<|end|><|start|>assistant<|channel|>final<|message|>Paris",
    "Paris",
  ],
  ["gpt-oss's answer of a declared type", "<|start|>assistant<|channel|>final <|constrain|>json<|message|>[1]", "[1]"],
  ["gpt-oss's thoughts without an answer", "<|channel|>analysis<|message|>Lyon?<|end|>", ""],
  ["gpt-oss's commentary", '<|channel|>commentary<|message|>{"path": "Lyon"}<|end|>', ""],
  ["gpt-oss's call", '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"path": "Lyon"}<|call|>', ""],
  [
    "the result of gpt-oss's call",
    "<|start|>functions.f to=assistant<|channel|>commentary<|message|>Lyon<|end|><|channel|>final<|message|>Paris",
    "Paris",
  ],
  [
    "gpt-oss's answer before a call",
    "<|channel|>final<|message|>Paris<|channel|>commentary<|message|>Lyon<|end|>",
    "Paris",
  ],
  ["gpt-oss's channel that the prompt begins", "final<|message|>Paris", "Paris"],
  ["gpt-oss's channels without special tokens", "analysisLyon? No.assistantfinalParis", "Paris"],
])("%s", (_, text, answer) => {
  expect(withoutThoughts(text)).toEqual({ text: answer, thought: true, open: false });
});

test("an unclosed reasoning section is reported, and the text before it is kept", () => {
  expect(withoutThoughts("<think>Lyon? Paris")).toEqual({ text: "", thought: true, open: true });
  expect(withoutThoughts("Well. <think>Lyon?")).toEqual({ text: "Well.", thought: true, open: true });
  expect(withoutThoughts("<think>a</think>b<think>c")).toEqual({ text: "b", thought: true, open: true });
  expect(withoutThoughts("<think>Lyon?<|end|>Paris")).toEqual({ text: "", thought: true, open: true });
  expect(withoutThoughts("<|channel>thought\nLyon?")).toEqual({ text: "", thought: true, open: true });
  expect(withoutThoughts("<|channel|>analysis<|message|>Lyon?")).toEqual({ text: "", thought: true, open: true });
  expect(withoutThoughts("analysis<|message|>Lyon?")).toEqual({ text: "", thought: true, open: true });
  expect(withoutThoughts("<|channel|>analysis")).toEqual({ text: "", thought: true, open: true });
});

test.each([
  "Paris",
  "",
  "  Paris \n",
  "I think that <b>Paris</b>",
  "<thinker>",
  "</ think>",
  "<|end|>",
  "Paris<|return|>",
])("a text without thoughts stays as it is: %j", (text) => {
  expect(withoutThoughts(text)).toEqual({ text, thought: false, open: false });
});
