// Modules that simulate or read something step by step: what the repair shop breaks and has repaired. Each has eight calls with what they return.

import type { RepairModule } from "../repair-module.ts";

export const steppedModules: readonly RepairModule[] = [
  {
    name: "shortestPath",
    about: "length of the shortest way through a map of free and blocked cells, and how many cells it reaches",
    source: `const WAYS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

function isFree(map, row, column) {
  if (row < 0 || row >= map.length) {
    return false;
  }
  return column >= 0 && column < map[row].length && map[row][column] !== "#";
}

function shortestPath(map, from, to) {
  const seen = { [from[0] + "," + from[1]]: 0 };
  const queue = [from];
  let reached = 1;
  let length = -1;
  while (queue.length > 0) {
    const [row, column] = queue.shift();
    const far = seen[row + "," + column];
    if (row === to[0] && column === to[1] && length < 0) {
      length = far;
    }
    for (const [down, right] of WAYS) {
      const key = row + down + "," + (column + right);
      if (isFree(map, row + down, column + right) && seen[key] === undefined) {
        seen[key] = far + 1;
        reached += 1;
        queue.push([row + down, column + right]);
      }
    }
  }
  return { length: length, reached: reached };
}
`,
    tests: [
      {
        given: [
          ["...", ".#.", "..."],
          [0, 0],
          [2, 2],
        ],
        result: { length: 4, reached: 8 },
      },
      {
        given: [
          ["..#.", "..#."],
          [0, 0],
          [0, 3],
        ],
        result: { length: -1, reached: 4 },
      },
      { given: [["."], [0, 0], [0, 0]], result: { length: 0, reached: 1 } },
      {
        given: [
          ["....", "###.", "...."],
          [0, 0],
          [2, 0],
        ],
        result: { length: 8, reached: 9 },
      },
      {
        given: [
          ["..", ".."],
          [1, 1],
          [0, 0],
        ],
        result: { length: 2, reached: 4 },
      },
      {
        given: [
          ["#.#", "...", "#.#"],
          [0, 1],
          [1, 0],
        ],
        result: { length: 2, reached: 5 },
      },
      {
        given: [
          [".....", ".###.", "....."],
          [1, 0],
          [1, 4],
        ],
        result: { length: 6, reached: 12 },
      },
      {
        given: [
          [".#", "#."],
          [0, 0],
          [1, 1],
        ],
        result: { length: -1, reached: 1 },
      },
    ],
  },
  {
    name: "gameOfLife",
    about: "plays so many generations of the game of life on a board with edges",
    source: `function neighbours(board, row, column) {
  let count = 0;
  for (let r = row - 1; r <= row + 1; r++) {
    for (let c = column - 1; c <= column + 1; c++) {
      const isSelf = r === row && c === column;
      if (!isSelf && r >= 0 && r < board.length && board[r][c] === "o") {
        count += 1;
      }
    }
  }
  return count;
}

function next(board) {
  const out = [];
  for (let r = 0; r < board.length; r++) {
    let line = "";
    for (let c = 0; c < board[r].length; c++) {
      const count = neighbours(board, r, c);
      const lives = board[r][c] === "o" ? count === 2 || count === 3 : count === 3;
      line += lives ? "o" : ".";
    }
    out.push(line);
  }
  return out;
}

function gameOfLife(board, generations) {
  let now = board;
  for (let k = 0; k < generations; k++) {
    now = next(now);
  }
  return now;
}
`,
    tests: [
      { given: [["...", "ooo", "..."], 1], result: [".o.", ".o.", ".o."] },
      { given: [["oo", "oo"], 3], result: ["oo", "oo"] },
      { given: [["o.o", "...", "o.o"], 1], result: ["...", "...", "..."] },
      {
        given: [[".....", "..o..", "...o.", ".ooo.", "....."], 2],
        result: [".....", ".....", "...o.", ".o.o.", "..oo."],
      },
      { given: [[".o.", "ooo", ".o."], 1], result: ["ooo", "o.o", "ooo"] },
      { given: [["ooo", "ooo", "ooo"], 1], result: ["o.o", "...", "o.o"] },
      { given: [["o"], 0], result: ["o"] },
      { given: [["....", ".ooo", "ooo.", "...."], 1], result: ["..o.", "o..o", "o..o", ".o.."] },
    ],
  },
  {
    name: "account",
    about: "plays bookings on accounts with a limit, a fee for what is over it, and interest at the end",
    source: `const FEE = 5;
const LIMIT = 100;

function booked(balance, amount) {
  const after = balance + amount;
  if (after < -LIMIT) {
    return balance;
  }
  return after < 0 && amount < 0 ? after - FEE : after;
}

function interest(balance, percent) {
  return balance > 0 ? Math.floor((balance * percent) / 100) : 0;
}

function account(bookings, percent) {
  const balances = {};
  let refused = 0;
  for (let i = 0; i < bookings.length; i++) {
    const [name, amount] = bookings[i];
    const before = balances[name] === undefined ? 0 : balances[name];
    const after = booked(before, amount);
    if (after === before && amount !== 0) {
      refused += 1;
    }
    balances[name] = after;
  }
  for (const name of Object.keys(balances)) {
    balances[name] += interest(balances[name], percent);
  }
  return { balances: balances, refused: refused };
}
`,
    tests: [
      {
        given: [
          [
            ["a", 100],
            ["a", -30],
          ],
          10,
        ],
        result: { balances: { a: 77 }, refused: 0 },
      },
      { given: [[["a", -50]], 5], result: { balances: { a: -55 }, refused: 0 } },
      { given: [[["a", -100]], 0], result: { balances: { a: -105 }, refused: 0 } },
      {
        given: [
          [
            ["a", -101],
            ["b", 20],
          ],
          10,
        ],
        result: { balances: { a: 0, b: 22 }, refused: 1 },
      },
      {
        given: [
          [
            ["a", 60],
            ["b", -10],
            ["a", -70],
            ["b", 200],
          ],
          3,
        ],
        result: { balances: { a: -15, b: 190 }, refused: 0 },
      },
      { given: [[], 4], result: { balances: {}, refused: 0 } },
      {
        given: [
          [
            ["a", 0],
            ["a", 55],
          ],
          10,
        ],
        result: { balances: { a: 60 }, refused: 0 },
      },
      {
        given: [
          [
            ["c", -60],
            ["c", -60],
            ["c", 30],
          ],
          50,
        ],
        result: { balances: { c: -35 }, refused: 1 },
      },
    ],
  },
  {
    name: "calculator",
    about: "computes a formula of whole numbers, signs and brackets; nothing where it is not one",
    source: `function calculator(text) {
  let at = 0;

  function skip() {
    while (text[at] === " ") {
      at += 1;
    }
  }

  function atom() {
    skip();
    if (text[at] === "(") {
      at += 1;
      const inner = sum();
      skip();
      if (text[at] !== ")") {
        return NaN;
      }
      at += 1;
      return inner;
    }
    if (text[at] === "-") {
      at += 1;
      return -atom();
    }
    const start = at;
    while (text[at] >= "0" && text[at] <= "9") {
      at += 1;
    }
    return at > start ? Number(text.slice(start, at)) : NaN;
  }

  function product() {
    let value = atom();
    for (skip(); text[at] === "*" || text[at] === "/"; skip()) {
      at += 1;
      value = text[at - 1] === "*" ? value * atom() : value / atom();
    }
    return value;
  }

  function sum() {
    let value = product();
    for (skip(); text[at] === "+" || text[at] === "-"; skip()) {
      at += 1;
      value = text[at - 1] === "+" ? value + product() : value - product();
    }
    return value;
  }

  const value = sum();
  return at < text.length || Number.isNaN(value) ? null : value;
}
`,
    tests: [
      { given: ["1 + 2 * 3"], result: 7 },
      { given: ["(1 + 2) * 3"], result: 9 },
      { given: ["10 / 4 - 1"], result: 1.5 },
      { given: ["-(2 - 5)"], result: 3 },
      { given: ["2 *"], result: null },
      { given: ["(1 + 2"], result: null },
      { given: ["7 7"], result: null },
      { given: [" 12*(3-1)/ 8 "], result: 3 },
    ],
  },
  {
    name: "brackets",
    about: "whether brackets are closed in order, how deep they go, and where the first mistake is",
    source: `const PAIRS = { ")": "(", "]": "[", "}": "{" };

function isOpening(sign) {
  return sign === "(" || sign === "[" || sign === "{";
}

function brackets(text) {
  const open = [];
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (isOpening(sign)) {
      open.push([sign, i]);
      if (open.length > deepest) {
        deepest = open.length;
      }
      continue;
    }
    if (PAIRS[sign] === undefined) {
      continue;
    }
    const last = open.pop();
    if (last === undefined || last[0] !== PAIRS[sign]) {
      return { closed: false, deepest: deepest, mistake: i };
    }
  }
  if (open.length > 0) {
    return { closed: false, deepest: deepest, mistake: open[open.length - 1][1] };
  }
  return { closed: true, deepest: deepest, mistake: -1 };
}
`,
    tests: [
      { given: ["(a[b]{c})"], result: { closed: true, deepest: 2, mistake: -1 } },
      { given: ["((()"], result: { closed: false, deepest: 3, mistake: 1 } },
      { given: [")"], result: { closed: false, deepest: 0, mistake: 0 } },
      { given: ["[(])"], result: { closed: false, deepest: 2, mistake: 2 } },
      { given: [""], result: { closed: true, deepest: 0, mistake: -1 } },
      { given: ["a(b)c(d(e))"], result: { closed: true, deepest: 2, mistake: -1 } },
      { given: ["{[}"], result: { closed: false, deepest: 2, mistake: 2 } },
      { given: ["x]y"], result: { closed: false, deepest: 0, mistake: 1 } },
    ],
  },
  {
    name: "elections",
    about: "counts ballots with ranks, and takes out the last candidate until one has more than half",
    source: `function firstLeft(ballot, left) {
  for (const name of ballot) {
    if (left.indexOf(name) >= 0) {
      return name;
    }
  }
  return "";
}

function counted(ballots, left) {
  const counts = {};
  for (const name of left) {
    counts[name] = 0;
  }
  for (const ballot of ballots) {
    const name = firstLeft(ballot, left);
    if (name !== "") {
      counts[name] += 1;
    }
  }
  return counts;
}

function elections(names, ballots) {
  let left = names.slice().sort();
  const out = [];
  while (left.length > 1) {
    const counts = counted(ballots, left);
    let total = 0;
    let last = left[0];
    for (const name of left) {
      total += counts[name];
      if (counts[name] * 2 > ballots.length) {
        return { winner: name, out: out, votes: counts[name] };
      }
      if (counts[name] <= counts[last]) {
        last = name;
      }
    }
    if (total === 0) {
      break;
    }
    out.push(last);
    left = left.filter((name) => name !== last);
  }
  return { winner: left.length === 1 ? left[0] : "", out: out, votes: 0 };
}
`,
    tests: [
      {
        given: [
          ["a", "b"],
          ["a", "a", "b"],
        ],
        result: { winner: "a", out: [], votes: 2 },
      },
      {
        given: [
          ["a", "b", "c"],
          ["ab", "bc", "cb", "ba", "c"],
        ],
        result: { winner: "b", out: ["a"], votes: 3 },
      },
      { given: [["a", "b"], []], result: { winner: "", out: [], votes: 0 } },
      { given: [["x"], ["x"]], result: { winner: "x", out: [], votes: 0 } },
      {
        given: [
          ["a", "b", "c", "d"],
          ["dcb", "cd", "ba", "ab", "bd"],
        ],
        result: { winner: "b", out: ["d", "a"], votes: 3 },
      },
      {
        given: [
          ["a", "b"],
          ["a", "b"],
        ],
        result: { winner: "a", out: ["b"], votes: 0 },
      },
      {
        given: [
          ["c", "a", "b"],
          ["ca", "ca", "b", "ab", "c", "c"],
        ],
        result: { winner: "c", out: [], votes: 4 },
      },
      {
        given: [
          ["a", "b", "c"],
          ["a", "b", "c", "c"],
        ],
        result: { winner: "c", out: ["b", "a"], votes: 0 },
      },
    ],
  },
];
