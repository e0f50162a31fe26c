// Modules that plan, keep order or follow rules of a board: what the repair shop breaks and has repaired. Each has eight calls with what they return.

import type { RepairModule } from "../repair-module.ts";

export const planModules: readonly RepairModule[] = [
  {
    name: "knapsack",
    about: "the best value of things that fit under a weight, and which of them are taken",
    source: `function bestOf(things, room) {
  const best = [new Array(room + 1).fill(0)];
  for (let k = 1; k <= things.length; k++) {
    const [weight, value] = things[k - 1];
    const row = [];
    for (let w = 0; w <= room; w++) {
      let most = best[k - 1][w];
      if (weight <= w) {
        most = Math.max(most, best[k - 1][w - weight] + value);
      }
      row.push(most);
    }
    best.push(row);
  }
  return best;
}

function knapsack(things, room) {
  const best = bestOf(things, room);
  const taken = [];
  let left = room;
  for (let k = things.length; k > 0; k--) {
    if (best[k][left] !== best[k - 1][left]) {
      taken.push(k - 1);
      left -= things[k - 1][0];
    }
  }
  const weight = taken.reduce((sum, k) => sum + things[k][0], 0);
  return { value: best[things.length][room], taken: taken.reverse(), weight: weight };
}
`,
    tests: [
      {
        given: [
          [
            [1, 1],
            [3, 4],
            [4, 5],
            [5, 7],
          ],
          7,
        ],
        result: { value: 9, taken: [1, 2], weight: 7 },
      },
      {
        given: [
          [
            [2, 3],
            [2, 3],
            [2, 3],
          ],
          5,
        ],
        result: { value: 6, taken: [0, 1], weight: 4 },
      },
      { given: [[], 4], result: { value: 0, taken: [], weight: 0 } },
      { given: [[[9, 9]], 4], result: { value: 0, taken: [], weight: 0 } },
      {
        given: [
          [
            [5, 10],
            [4, 40],
            [6, 30],
            [3, 50],
          ],
          10,
        ],
        result: { value: 90, taken: [1, 3], weight: 7 },
      },
      {
        given: [
          [
            [1, 2],
            [2, 3],
          ],
          3,
        ],
        result: { value: 5, taken: [0, 1], weight: 3 },
      },
      {
        given: [
          [
            [3, 3],
            [2, 3],
            [1, 1],
          ],
          0,
        ],
        result: { value: 0, taken: [], weight: 0 },
      },
      {
        given: [
          [
            [4, 4],
            [3, 5],
            [2, 4],
            [6, 8],
          ],
          9,
        ],
        result: { value: 13, taken: [0, 1, 2], weight: 9 },
      },
    ],
  },
  {
    name: "cache",
    about: "plays reads and writes of a cache that forgets what was used longest ago",
    source: `function placeOf(entries, key) {
  for (let k = 0; k < entries.length; k++) {
    if (entries[k][0] === key) {
      return k;
    }
  }
  return -1;
}

function touched(entries, place) {
  const entry = entries[place];
  entries.splice(place, 1);
  entries.push(entry);
  return entry;
}

function cache(size, calls) {
  const entries = [];
  const answers = [];
  let misses = 0;
  for (const [key, value] of calls) {
    const place = placeOf(entries, key);
    if (value === undefined) {
      if (place < 0) {
        misses += 1;
        answers.push(null);
      } else {
        answers.push(touched(entries, place)[1]);
      }
      continue;
    }
    if (place >= 0) {
      touched(entries, place)[1] = value;
    } else {
      if (entries.length >= size) {
        entries.splice(0, 1);
      }
      entries.push([key, value]);
    }
  }
  return { answers: answers, keys: entries.map((entry) => entry[0]), misses: misses };
}
`,
    tests: [
      {
        given: [2, [["a", 1], ["b", 2], ["a"], ["c", 3], ["b"]]],
        result: { answers: [1, null], keys: ["a", "c"], misses: 1 },
      },
      { given: [1, [["a", 1], ["a", 5], ["a"]]], result: { answers: [5], keys: ["a"], misses: 0 } },
      { given: [3, [["x"]]], result: { answers: [null], keys: [], misses: 1 } },
      {
        given: [2, [["a", 1], ["b", 2], ["a", 3], ["c", 4], ["a"], ["b"], ["c"]]],
        result: { answers: [3, null, 4], keys: ["a", "c"], misses: 1 },
      },
      { given: [2, []], result: { answers: [], keys: [], misses: 0 } },
      {
        given: [3, [["a", 1], ["b", 2], ["c", 3], ["b"], ["a"], ["d", 4], ["c"], ["b"]]],
        result: { answers: [2, 1, null, 2], keys: ["a", "d", "b"], misses: 1 },
      },
      { given: [1, [["a", 1], ["b", 2], ["a"], ["b"]]], result: { answers: [null, 2], keys: ["b"], misses: 1 } },
      {
        given: [2, [["p", 0], ["q", 0], ["p"], ["r", 9], ["q"], ["p"]]],
        result: { answers: [0, null, 0], keys: ["r", "p"], misses: 1 },
      },
    ],
  },
  {
    name: "taskOrder",
    about: "puts tasks in an order in which each comes after those that it needs, and groups them in waves",
    source: `function waiting(needs, done) {
  let count = 0;
  for (const need of needs) {
    if (done.indexOf(need) < 0) {
      count += 1;
    }
  }
  return count;
}

function taskOrder(tasks) {
  const names = Object.keys(tasks).sort();
  const done = [];
  const waves = [];
  let left = names;
  while (left.length > 0) {
    const ready = [];
    const later = [];
    for (const name of left) {
      if (waiting(tasks[name], done) === 0) {
        ready.push(name);
      } else {
        later.push(name);
      }
    }
    if (ready.length === 0) {
      return { order: done, waves: waves.length, stuck: later };
    }
    for (const name of ready) {
      done.push(name);
    }
    waves.push(ready.length);
    left = later;
  }
  return { order: done, waves: waves.length, widest: waves.length > 0 ? Math.max(...waves) : 0 };
}
`,
    tests: [
      { given: [{ a: ["b"], b: [], c: ["a", "b"] }], result: { order: ["b", "a", "c"], waves: 3, widest: 1 } },
      { given: [{ a: ["b"], b: ["a"] }], result: { order: [], waves: 0, stuck: ["a", "b"] } },
      { given: [{}], result: { order: [], waves: 0, widest: 0 } },
      { given: [{ x: [], y: [], z: ["x", "y"] }], result: { order: ["x", "y", "z"], waves: 2, widest: 2 } },
      {
        given: [{ d: ["c"], c: ["b"], b: ["a"], a: [] }],
        result: { order: ["a", "b", "c", "d"], waves: 4, widest: 1 },
      },
      { given: [{ a: [], b: ["b"], c: ["a"] }], result: { order: ["a", "c"], waves: 2, stuck: ["b"] } },
      {
        given: [{ m: ["k"], k: [], l: ["k"], n: ["m", "l"] }],
        result: { order: ["k", "l", "m", "n"], waves: 3, widest: 2 },
      },
      { given: [{ a: ["missing"], b: [] }], result: { order: ["b"], waves: 1, stuck: ["a"] } },
    ],
  },
  {
    name: "groups",
    about: "joins names that are linked into groups, and tells their sizes and whether two are in one",
    source: `function rootOf(parents, name) {
  let at = name;
  while (parents[at] !== at) {
    at = parents[at];
  }
  return at;
}

function joined(parents, sizes, one, other) {
  const a = rootOf(parents, one);
  const b = rootOf(parents, other);
  if (a === b) {
    return false;
  }
  const [small, large] = sizes[a] < sizes[b] ? [a, b] : [b, a];
  parents[small] = large;
  sizes[large] += sizes[small];
  return true;
}

function groups(count, links, asked) {
  const parents = [];
  const sizes = [];
  for (let k = 0; k < count; k++) {
    parents.push(k);
    sizes.push(1);
  }
  let spare = 0;
  for (const [one, other] of links) {
    if (!joined(parents, sizes, one, other)) {
      spare += 1;
    }
  }
  const found = [];
  for (let k = 0; k < count; k++) {
    if (parents[k] === k) {
      found.push(sizes[k]);
    }
  }
  found.sort((x, y) => y - x);
  const together = rootOf(parents, asked[0]) === rootOf(parents, asked[1]);
  return { sizes: found, spare: spare, together: together };
}
`,
    tests: [
      {
        given: [
          5,
          [
            [0, 1],
            [1, 2],
            [3, 4],
          ],
          [0, 2],
        ],
        result: { sizes: [3, 2], spare: 0, together: true },
      },
      { given: [3, [], [0, 1]], result: { sizes: [1, 1, 1], spare: 0, together: false } },
      {
        given: [
          4,
          [
            [0, 1],
            [2, 3],
            [1, 2],
            [0, 3],
          ],
          [0, 3],
        ],
        result: { sizes: [4], spare: 1, together: true },
      },
      {
        given: [
          6,
          [
            [5, 4],
            [3, 4],
            [2, 1],
          ],
          [3, 5],
        ],
        result: { sizes: [3, 2, 1], spare: 0, together: true },
      },
      {
        given: [
          2,
          [
            [0, 0],
            [1, 1],
          ],
          [0, 1],
        ],
        result: { sizes: [1, 1], spare: 2, together: false },
      },
      {
        given: [
          7,
          [
            [0, 1],
            [2, 3],
            [0, 2],
            [4, 5],
            [5, 4],
          ],
          [1, 6],
        ],
        result: { sizes: [4, 2, 1], spare: 1, together: false },
      },
      { given: [1, [], [0, 0]], result: { sizes: [1], spare: 0, together: true } },
      {
        given: [
          8,
          [
            [7, 6],
            [6, 5],
            [5, 4],
            [0, 4],
            [1, 2],
          ],
          [0, 7],
        ],
        result: { sizes: [5, 2, 1], spare: 0, together: true },
      },
    ],
  },
  {
    name: "noughts",
    about: "the state of a board of noughts and crosses: who won, by which line, or whose turn it is",
    source: `const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

function counted(board, sign) {
  let count = 0;
  for (let k = 0; k < board.length; k++) {
    if (board[k] === sign) {
      count += 1;
    }
  }
  return count;
}

function threats(board, sign) {
  const found = [];
  for (let k = 0; k < LINES.length; k++) {
    const cells = LINES[k].map((cell) => board[cell]).join("");
    if (counted(cells, sign) === 2 && counted(cells, ".") === 1) {
      found.push(LINES[k][cells.indexOf(".")]);
    }
  }
  return found;
}

function noughts(board) {
  for (const line of LINES) {
    const first = board[line[0]];
    if (first !== "." && board[line[1]] === first && board[line[2]] === first) {
      return { state: "won", by: first, line: line };
    }
  }
  const [crosses, rounds] = [counted(board, "x"), counted(board, "o")];
  if (crosses + rounds === 9) {
    return { state: "drawn", by: "", line: [] };
  }
  const turn = crosses > rounds ? "o" : "x";
  return { state: "open", by: turn, line: threats(board, turn) };
}
`,
    tests: [
      { given: ["xxx.oo..."], result: { state: "won", by: "x", line: [0, 1, 2] } },
      { given: ["xoxoxooxo"], result: { state: "drawn", by: "", line: [] } },
      { given: ["........."], result: { state: "open", by: "x", line: [] } },
      { given: ["xx.oo...."], result: { state: "open", by: "x", line: [2] } },
      { given: ["x.o.xo..."], result: { state: "open", by: "x", line: [8] } },
      { given: ["o..xo.x.x"], result: { state: "open", by: "o", line: [] } },
      { given: ["..x.x.xoo"], result: { state: "won", by: "x", line: [2, 4, 6] } },
      { given: ["xo.xo.o.x"], result: { state: "open", by: "x", line: [] } },
    ],
  },
  {
    name: "rooms",
    about: "fewest rooms for meetings that each take a stretch of time, and the free time between them",
    source: `function moments(meetings) {
  const found = [];
  for (const [start, end] of meetings) {
    found.push([start, 1]);
    found.push([end, -1]);
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return found;
}

function rooms(meetings, opening, closing) {
  let busy = 0;
  let most = 0;
  let free = 0;
  let longest = 0;
  let since = opening;
  for (const [time, change] of moments(meetings)) {
    if (busy === 0 && change > 0) {
      const gap = time - since;
      free += gap;
      if (gap > longest) {
        longest = gap;
      }
    }
    busy += change;
    if (busy > most) {
      most = busy;
    }
    if (busy === 0) {
      since = time;
    }
  }
  const last = closing - since;
  return { rooms: most, free: free + last, longest: Math.max(longest, last) };
}
`,
    tests: [
      {
        given: [
          [
            [9, 10],
            [9, 11],
            [10, 12],
          ],
          8,
          18,
        ],
        result: { rooms: 2, free: 7, longest: 6 },
      },
      { given: [[], 8, 18], result: { rooms: 0, free: 10, longest: 10 } },
      { given: [[[8, 18]], 8, 18], result: { rooms: 1, free: 0, longest: 0 } },
      {
        given: [
          [
            [9, 10],
            [10, 11],
          ],
          9,
          12,
        ],
        result: { rooms: 1, free: 1, longest: 1 },
      },
      {
        given: [
          [
            [1, 5],
            [2, 3],
            [4, 6],
            [5, 7],
          ],
          0,
          10,
        ],
        result: { rooms: 2, free: 4, longest: 3 },
      },
      {
        given: [
          [
            [13, 14],
            [9, 12],
            [16, 17],
          ],
          9,
          17,
        ],
        result: { rooms: 1, free: 3, longest: 2 },
      },
      {
        given: [
          [
            [1, 4],
            [1, 4],
            [1, 4],
          ],
          1,
          4,
        ],
        result: { rooms: 3, free: 0, longest: 0 },
      },
      {
        given: [
          [
            [2, 4],
            [6, 7],
          ],
          0,
          8,
        ],
        result: { rooms: 1, free: 5, longest: 2 },
      },
    ],
  },
  {
    name: "robot",
    about: "moves a robot by letters over a floor with walls, and tells where it is and what it has swept",
    source: `const TURNS = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };
const ORDER = ["n", "e", "s", "w"];

function turned(facing, by) {
  const place = ORDER.indexOf(facing);
  return ORDER[(place + by + 4) % 4];
}

function isWall(floor, row, column) {
  if (row < 0 || row >= floor.length || column < 0) {
    return true;
  }
  return column >= floor[row].length || floor[row][column] === "#";
}

function robot(floor, letters) {
  let [row, column] = [0, 0];
  let facing = "e";
  let bumps = 0;
  const swept = { "0,0": true };
  for (const letter of letters) {
    if (letter === "l" || letter === "r") {
      facing = turned(facing, letter === "r" ? 1 : -1);
      continue;
    }
    const [down, right] = TURNS[facing];
    if (isWall(floor, row + down, column + right)) {
      bumps += 1;
      continue;
    }
    row += down;
    column += right;
    swept[row + "," + column] = true;
  }
  return { at: [row, column], facing: facing, swept: Object.keys(swept).length, bumps: bumps };
}
`,
    tests: [
      { given: [["...", "...", "..."], "ffrff"], result: { at: [2, 2], facing: "s", swept: 5, bumps: 0 } },
      { given: [["..#", "..."], "fff"], result: { at: [0, 1], facing: "e", swept: 2, bumps: 2 } },
      { given: [["."], "lf"], result: { at: [0, 0], facing: "n", swept: 1, bumps: 1 } },
      { given: [["....", ".##.", "...."], "fffrffrfff"], result: { at: [2, 0], facing: "w", swept: 9, bumps: 0 } },
      { given: [["..", ".."], "frfrfrf"], result: { at: [0, 0], facing: "n", swept: 4, bumps: 0 } },
      { given: [["..", "#.", ".."], "frfflfrrff"], result: { at: [2, 0], facing: "w", swept: 5, bumps: 2 } },
      { given: [["..."], "llf"], result: { at: [0, 0], facing: "w", swept: 1, bumps: 1 } },
      { given: [["...", ".#.", "..."], "rfflffllfflff"], result: { at: [2, 0], facing: "s", swept: 5, bumps: 2 } },
    ],
  },
];
