// Modules that work on texts: what the repair shop breaks and has repaired. Each has eight calls with what they return.

import type { RepairModule } from "../repair-module.ts";

export const textModules: readonly RepairModule[] = [
  {
    name: "wrapText",
    about: "breaks a text into lines of at most `width` letters, between words where it can",
    source: `function wrapText(text, width) {
  const words = text.split(" ");
  const lines = [];
  let line = "";
  for (let i = 0; i < words.length; i++) {
    let word = words[i];
    if (word === "") {
      continue;
    }
    while (word.length > width) {
      if (line !== "") {
        lines.push(line);
        line = "";
      }
      lines.push(word.slice(0, width));
      word = word.slice(width);
    }
    if (line === "") {
      line = word;
    } else if (line.length + 1 + word.length <= width) {
      line = line + " " + word;
    } else {
      lines.push(line);
      line = word;
    }
  }
  if (line.length > 0) {
    lines.push(line);
  }
  return lines;
}
`,
    tests: [
      { given: ["the cat sat on the mat", 7], result: ["the cat", "sat on", "the mat"] },
      { given: ["a bb ccc", 4], result: ["a bb", "ccc"] },
      { given: ["abcdefghij", 4], result: ["abcd", "efgh", "ij"] },
      { given: ["one  two", 20], result: ["one two"] },
      { given: ["", 5], result: [] },
      { given: ["hi extraordinary you", 6], result: ["hi", "extrao", "rdinar", "y you"] },
      { given: ["aa bb cc dd", 5], result: ["aa bb", "cc dd"] },
      { given: ["abcd efgh", 4], result: ["abcd", "efgh"] },
    ],
  },
  {
    name: "runLengths",
    about: "writes runs of equal letters as letter and count, and reads them back",
    source: `function encode(text) {
  let written = "";
  let start = 0;
  for (let i = 1; i <= text.length; i++) {
    if (i === text.length || text[i] !== text[start]) {
      const count = i - start;
      written += text[start];
      if (count > 1) {
        written += count;
      }
      start = i;
    }
  }
  return written;
}

function isDigit(letter) {
  return letter >= "0" && letter <= "9";
}

function decode(code) {
  let text = "";
  let i = 0;
  while (i < code.length) {
    const letter = code[i];
    let count = 0;
    i += 1;
    while (i < code.length && isDigit(code[i])) {
      count = count * 10 + Number(code[i]);
      i += 1;
    }
    text += letter.repeat(count === 0 ? 1 : count);
  }
  return text;
}

function runLengths(text, way) {
  if (way === "read") {
    return decode(text);
  }
  return text === "" ? "" : encode(text);
}
`,
    tests: [
      { given: ["aaabcc", "write"], result: "a3bc2" },
      { given: ["abc", "write"], result: "abc" },
      { given: ["zzzzzzzzzzzz", "write"], result: "z12" },
      { given: ["", "write"], result: "" },
      { given: ["a3bc2", "read"], result: "aaabcc" },
      { given: ["x12y", "read"], result: "xxxxxxxxxxxxy" },
      { given: ["q9r10", "read"], result: "qqqqqqqqqrrrrrrrrrr" },
      { given: ["aab", "write"], result: "a2b" },
    ],
  },
  {
    name: "caesar",
    about: "shifts letters by a key, or by a word of keys, and leaves other signs as they are",
    source: `const SMALL = 97;
const LARGE = 65;
const LETTERS = 26;

function shifted(code, base, by) {
  const place = (code - base + by) % LETTERS;
  return base + (place < 0 ? place + LETTERS : place);
}

function keyAt(keys, used) {
  return keys[used % keys.length];
}

function caesar(text, keys, back) {
  let out = "";
  let used = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const key = keyAt(keys, used);
    const by = back ? -key : key;
    if (code >= SMALL && code < SMALL + LETTERS) {
      out += String.fromCharCode(shifted(code, SMALL, by));
      used += 1;
    } else if (code >= LARGE && code < LARGE + LETTERS) {
      out += String.fromCharCode(shifted(code, LARGE, by));
      used += 1;
    } else {
      out += text[i];
    }
  }
  return out;
}
`,
    tests: [
      { given: ["abc", [3], false], result: "def" },
      { given: ["xyz", [3], false], result: "abc" },
      { given: ["def", [3], true], result: "abc" },
      { given: ["Hello, World!", [1, 2], false], result: "Igmnp, Yptmf!" },
      { given: ["AZ az", [1], false], result: "BA ba" },
      { given: ["Ifmnp", [1, 2], true], result: "Hdllo" },
      { given: ["a-b-c", [0, 1, 2], false], result: "a-c-e" },
      { given: ["abcabc", [5, 30], true], result: "vxxwwy" },
    ],
  },
  {
    name: "parseQuery",
    about: "reads the part of an address behind the question mark into names and lists of values",
    source: `function unescaped(text) {
  let out = "";
  let i = 0;
  while (i < text.length) {
    if (text[i] === "+") {
      out += " ";
      i += 1;
    } else if (text[i] === "%" && i + 2 < text.length) {
      out += String.fromCharCode(parseInt(text.slice(i + 1, i + 3), 16));
      i += 3;
    } else {
      out += text[i];
      i += 1;
    }
  }
  return out;
}

function parseQuery(address) {
  const found = {};
  const start = address.indexOf("?");
  if (start < 0) {
    return found;
  }
  const end = address.indexOf("#");
  const query = address.slice(start + 1, end < 0 ? address.length : end);
  for (const pair of query.split("&")) {
    if (pair === "") {
      continue;
    }
    const cut = pair.indexOf("=");
    const name = unescaped(cut < 0 ? pair : pair.slice(0, cut));
    const value = cut < 0 ? "" : unescaped(pair.slice(cut + 1));
    if (found[name] === undefined) {
      found[name] = [];
    }
    found[name].push(value);
  }
  return found;
}
`,
    tests: [
      { given: ["/a?x=1&y=2"], result: { x: ["1"], y: ["2"] } },
      { given: ["/a"], result: {} },
      { given: ["/a?x=1&x=2&x"], result: { x: ["1", "2", ""] } },
      { given: ["?q=two+words#top"], result: { q: ["two words"] } },
      { given: ["/s?n=%41%42c"], result: { n: ["ABc"] } },
      { given: ["/s?a=b=c&&d="], result: { a: ["b=c"], d: [""] } },
      { given: ["p?%61+b=1"], result: { "a b": ["1"] } },
      { given: ["?z=9%"], result: { z: ["9%"] } },
    ],
  },
  {
    name: "roman",
    about: "writes numbers from 1 to 3999 as Roman numerals and reads them",
    source: `const VALUES = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
const SIGNS = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"];

function written(number) {
  let rest = number;
  let text = "";
  for (let k = 0; k < VALUES.length; k++) {
    while (rest >= VALUES[k]) {
      text += SIGNS[k];
      rest -= VALUES[k];
    }
  }
  return text;
}

function read(text) {
  let number = 0;
  let at = 0;
  for (let k = 0; k < SIGNS.length; k++) {
    const sign = SIGNS[k];
    while (text.slice(at, at + sign.length) === sign) {
      number += VALUES[k];
      at += sign.length;
    }
  }
  return at === text.length ? number : -1;
}

function roman(given) {
  if (typeof given === "string") {
    return read(given);
  }
  if (given < 1 || given > 3999) {
    return "";
  }
  return written(given);
}
`,
    tests: [
      { given: [1994], result: "MCMXCIV" },
      { given: [3999], result: "MMMCMXCIX" },
      { given: [4], result: "IV" },
      { given: ["MCMXCIV"], result: 1994 },
      { given: ["XLII"], result: 42 },
      { given: ["IIX"], result: -1 },
      { given: [0], result: "" },
      { given: [58], result: "LVIII" },
    ],
  },
  {
    name: "template",
    about: "fills names in braces into a text; a name may have a default behind a colon, and two braces are one",
    source: `function valueOf(name, values) {
  const colon = name.indexOf(":");
  const key = colon < 0 ? name : name.slice(0, colon);
  if (values[key] !== undefined) {
    return String(values[key]);
  }
  return colon < 0 ? "?" : name.slice(colon + 1);
}

function template(text, values) {
  let out = "";
  let at = 0;
  while (at < text.length) {
    const letter = text[at];
    if (letter === "{" && text[at + 1] === "{") {
      out += "{";
      at += 2;
      continue;
    }
    if (letter !== "{") {
      out += letter;
      at += 1;
      continue;
    }
    const end = text.indexOf("}", at);
    if (end < 0) {
      return out + text.slice(at);
    }
    const name = text.slice(at + 1, end);
    out += valueOf(name, values);
    at = end + 1;
  }
  return out;
}
`,
    tests: [
      { given: ["hi {name}!", { name: "Bo" }], result: "hi Bo!" },
      { given: ["{a}{b}", { a: 1, b: 2 }], result: "12" },
      { given: ["{x:none}", {}], result: "none" },
      { given: ["{{a} {a}", { a: 7 }], result: "{a} 7" },
      { given: ["{gone}", {}], result: "?" },
      { given: ["open {a", { a: 1 }], result: "open {a" },
      { given: ["{a:1}-{b:2}-{c}", { b: 0, c: "z" }], result: "1-0-z" },
      { given: ["no names", {}], result: "no names" },
    ],
  },
  {
    name: "globMatch",
    about: "whether a name fits a pattern in which ? stands for one sign and * for any number of them",
    source: `function globMatch(pattern, name) {
  let p = 0;
  let n = 0;
  let star = -1;
  let mark = 0;
  while (n < name.length) {
    if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) {
      if (pattern[p] !== "*") {
        p += 1;
        n += 1;
        continue;
      }
    }
    if (p < pattern.length && pattern[p] === "*") {
      star = p;
      mark = n;
      p += 1;
      continue;
    }
    if (star < 0) {
      return false;
    }
    p = star + 1;
    mark += 1;
    n = mark;
  }
  while (p < pattern.length && pattern[p] === "*") {
    p += 1;
  }
  return p === pattern.length;
}
`,
    tests: [
      { given: ["a*c", "abbbc"], result: true },
      { given: ["a?c", "abc"], result: true },
      { given: ["a?c", "ac"], result: false },
      { given: ["*.js", "main.test.js"], result: true },
      { given: ["a*", "a"], result: true },
      { given: ["*a*b", "xxaxxbx"], result: false },
      { given: ["", ""], result: true },
      { given: ["ab*", "a"], result: false },
    ],
  },
];
