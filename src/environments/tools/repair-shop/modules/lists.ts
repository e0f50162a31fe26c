// Modules that work on lists: what the repair shop breaks and has repaired. Each has eight calls with what they return.

import type { RepairModule } from "../repair-module.ts";

export const listModules: readonly RepairModule[] = [
  {
    name: "mergeIntervals",
    about: "joins stretches [from, to] that meet, adds one, and gives the total length they cover",
    source: `function byStart(one, other) {
  return one[0] === other[0] ? one[1] - other[1] : one[0] - other[0];
}

function merged(stretches) {
  const sorted = stretches.slice().sort(byStart);
  const out = [];
  for (const [from, to] of sorted) {
    const last = out[out.length - 1];
    if (last !== undefined && from <= last[1]) {
      last[1] = Math.max(last[1], to);
    } else {
      out.push([from, to]);
    }
  }
  return out;
}

function lengthOf(stretches) {
  let sum = 0;
  for (let i = 0; i < stretches.length; i++) {
    sum += stretches[i][1] - stretches[i][0];
  }
  return sum;
}

function mergeIntervals(stretches, added) {
  const all = merged(added === null ? stretches : stretches.concat([added]));
  return { stretches: all, length: lengthOf(all) };
}
`,
    tests: [
      {
        given: [
          [
            [1, 3],
            [2, 6],
            [8, 10],
          ],
          null,
        ],
        result: {
          stretches: [
            [1, 6],
            [8, 10],
          ],
          length: 7,
        },
      },
      {
        given: [
          [
            [1, 4],
            [4, 5],
          ],
          null,
        ],
        result: { stretches: [[1, 5]], length: 4 },
      },
      {
        given: [
          [
            [5, 6],
            [1, 2],
          ],
          [2, 5],
        ],
        result: { stretches: [[1, 6]], length: 5 },
      },
      { given: [[], [3, 9]], result: { stretches: [[3, 9]], length: 6 } },
      {
        given: [
          [
            [1, 10],
            [2, 3],
          ],
          null,
        ],
        result: { stretches: [[1, 10]], length: 9 },
      },
      {
        given: [
          [
            [1, 2],
            [3, 4],
          ],
          [6, 7],
        ],
        result: {
          stretches: [
            [1, 2],
            [3, 4],
            [6, 7],
          ],
          length: 3,
        },
      },
      {
        given: [
          [
            [0, 1],
            [0, 5],
          ],
          [4, 8],
        ],
        result: { stretches: [[0, 8]], length: 8 },
      },
      { given: [[], null], result: { stretches: [], length: 0 } },
    ],
  },
  {
    name: "binarySearch",
    about: "first and last place of a number in a rising list, or where it would be put in",
    source: `function firstAtLeast(list, wanted) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (list[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function firstAbove(list, wanted) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (list[middle] <= wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function binarySearch(list, wanted) {
  const first = firstAtLeast(list, wanted);
  const last = firstAbove(list, wanted) - 1;
  if (first > last) {
    return { found: false, place: first };
  }
  return { found: true, first: first, last: last };
}
`,
    tests: [
      { given: [[1, 3, 5, 7], 5], result: { found: true, first: 2, last: 2 } },
      { given: [[1, 3, 5, 7], 4], result: { found: false, place: 2 } },
      { given: [[2, 2, 2, 3], 2], result: { found: true, first: 0, last: 2 } },
      { given: [[], 1], result: { found: false, place: 0 } },
      { given: [[4], 9], result: { found: false, place: 1 } },
      { given: [[1, 2, 3, 3, 3, 8, 9], 3], result: { found: true, first: 2, last: 4 } },
      { given: [[5, 6, 7], 5], result: { found: true, first: 0, last: 0 } },
      { given: [[5, 6, 7], 1], result: { found: false, place: 0 } },
    ],
  },
  {
    name: "topWords",
    about: "the most frequent words of a text with their counts; equal ones in the order of the alphabet",
    source: `function wordsOf(text) {
  const words = [];
  let word = "";
  for (const letter of text.toLowerCase() + " ") {
    if (letter >= "a" && letter <= "z") {
      word += letter;
    } else if (word !== "") {
      words.push(word);
      word = "";
    }
  }
  return words;
}

function counted(words, shortest) {
  const counts = new Map();
  for (const word of words) {
    if (word.length >= shortest) {
      counts.set(word, (counts.get(word) || 0) + 1);
    }
  }
  return counts;
}

function topWords(text, most, shortest) {
  const pairs = Array.from(counted(wordsOf(text), shortest));
  pairs.sort((one, other) => {
    if (one[1] !== other[1]) {
      return other[1] - one[1];
    }
    return one[0] < other[0] ? -1 : 1;
  });
  return pairs.slice(0, most);
}
`,
    tests: [
      {
        given: ["the cat and the dog", 2, 1],
        result: [
          ["the", 2],
          ["and", 1],
        ],
      },
      {
        given: ["a a b b c", 2, 1],
        result: [
          ["a", 2],
          ["b", 2],
        ],
      },
      {
        given: ["One, one; ONE! two", 5, 1],
        result: [
          ["one", 3],
          ["two", 1],
        ],
      },
      { given: ["to be or not to be", 3, 3], result: [["not", 1]] },
      { given: ["", 3, 1], result: [] },
      {
        given: ["zz yy zz yy xx", 3, 2],
        result: [
          ["yy", 2],
          ["zz", 2],
          ["xx", 1],
        ],
      },
      {
        given: ["aaa bb c", 9, 2],
        result: [
          ["aaa", 1],
          ["bb", 1],
        ],
      },
      {
        given: ["it's its it", 3, 1],
        result: [
          ["it", 2],
          ["its", 1],
          ["s", 1],
        ],
      },
    ],
  },
  {
    name: "matrix",
    about: "product, transpose and trace of tables of numbers; an empty table where sizes do not fit",
    source: `function product(a, b) {
  if (a.length === 0 || a[0].length !== b.length) {
    return [];
  }
  const out = [];
  for (let i = 0; i < a.length; i++) {
    const row = [];
    for (let j = 0; j < b[0].length; j++) {
      let sum = 0;
      for (let k = 0; k < b.length; k++) {
        sum += a[i][k] * b[k][j];
      }
      row.push(sum);
    }
    out.push(row);
  }
  return out;
}

function transpose(a) {
  const out = [];
  for (let j = 0; j < a[0].length; j++) {
    out.push(a.map((row) => row[j]));
  }
  return out;
}

function trace(a) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    sum += a[i][i];
  }
  return sum;
}

function matrix(what, a, b) {
  if (what === "product") {
    return product(a, b);
  }
  return what === "trace" ? trace(a) : transpose(a);
}
`,
    tests: [
      {
        given: [
          "product",
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
        result: [
          [19, 22],
          [43, 50],
        ],
      },
      { given: ["product", [[1, 2, 3]], [[4], [5], [6]]], result: [[32]] },
      { given: ["product", [[1, 2]], [[1, 2]]], result: [] },
      {
        given: [
          "transpose",
          [
            [1, 2, 3],
            [4, 5, 6],
          ],
          null,
        ],
        result: [
          [1, 4],
          [2, 5],
          [3, 6],
        ],
      },
      {
        given: [
          "trace",
          [
            [1, 2],
            [3, 4],
          ],
          null,
        ],
        result: 5,
      },
      {
        given: [
          "product",
          [
            [2, 0],
            [0, 3],
            [1, 1],
          ],
          [
            [1, 2],
            [3, 4],
          ],
        ],
        result: [
          [2, 4],
          [9, 12],
          [4, 6],
        ],
      },
      { given: ["transpose", [[7]], null], result: [[7]] },
      {
        given: [
          "trace",
          [
            [5, 9, 9],
            [9, 6, 9],
            [9, 9, 8],
          ],
          null,
        ],
        result: 19,
      },
    ],
  },
  {
    name: "flatten",
    about: "takes lists out of lists up to a depth, cuts a list in pieces, and puts two side by side",
    source: `function flat(list, depth) {
  const out = [];
  for (const item of list) {
    if (Array.isArray(item) && depth > 0) {
      for (const inner of flat(item, depth - 1)) {
        out.push(inner);
      }
    } else {
      out.push(item);
    }
  }
  return out;
}

function pieces(list, size) {
  const out = [];
  for (let i = 0; i < list.length; i += size) {
    out.push(list.slice(i, i + size));
  }
  return out;
}

function zipped(one, other) {
  const length = Math.min(one.length, other.length);
  const out = [];
  for (let i = 0; i < length; i++) {
    out.push([one[i], other[i]]);
  }
  return out;
}

function flatten(list, depth, size) {
  const all = flat(list, depth);
  if (size < 1) {
    return all;
  }
  const cut = pieces(all, size);
  return { cut: cut, ends: zipped(cut, cut.slice(1)).length };
}
`,
    tests: [
      { given: [[1, [2, [3, [4]]]], 1, 0], result: [1, 2, [3, [4]]] },
      { given: [[1, [2, [3, [4]]]], 9, 0], result: [1, 2, 3, 4] },
      { given: [[1, 2, 3, 4, 5], 1, 2], result: { cut: [[1, 2], [3, 4], [5]], ends: 2 } },
      { given: [[[1], [2], [3]], 1, 1], result: { cut: [[1], [2], [3]], ends: 2 } },
      { given: [[], 1, 0], result: [] },
      {
        given: [
          [
            [1, 2],
            [3, [4]],
          ],
          0,
          0,
        ],
        result: [
          [1, 2],
          [3, [4]],
        ],
      },
      {
        given: [
          [
            [1, 2],
            [3, [4, 5, 6]],
          ],
          2,
          3,
        ],
        result: {
          cut: [
            [1, 2, 3],
            [4, 5, 6],
          ],
          ends: 1,
        },
      },
      { given: [[9], 1, 4], result: { cut: [[9]], ends: 0 } },
    ],
  },
  {
    name: "heap",
    about: "takes the smallest numbers out of a heap, one after the other, that lists of orders fill",
    source: `function swap(list, i, j) {
  const kept = list[i];
  list[i] = list[j];
  list[j] = kept;
}

function put(list, number) {
  list.push(number);
  let at = list.length - 1;
  while (at > 0) {
    const up = Math.floor((at - 1) / 2);
    if (list[up] <= list[at]) {
      break;
    }
    swap(list, up, at);
    at = up;
  }
}

function take(list) {
  const least = list[0];
  const last = list.pop();
  if (list.length > 0) {
    list[0] = last;
    let at = 0;
    while (2 * at + 1 < list.length) {
      let down = 2 * at + 1;
      if (down + 1 < list.length && list[down + 1] < list[down]) {
        down += 1;
      }
      if (list[at] <= list[down]) {
        break;
      }
      swap(list, at, down);
      at = down;
    }
  }
  return least;
}

function heap(numbers, count) {
  const list = [];
  for (const number of numbers) {
    put(list, number);
  }
  const out = [];
  while (out.length < count && list.length > 0) {
    out.push(take(list));
  }
  return out;
}
`,
    tests: [
      { given: [[5, 3, 8, 1], 4], result: [1, 3, 5, 8] },
      { given: [[9, 8, 7, 6, 5, 4, 3, 2, 1], 5], result: [1, 2, 3, 4, 5] },
      { given: [[1], 3], result: [1] },
      { given: [[], 2], result: [] },
      { given: [[4, 4, 2, 2], 4], result: [2, 2, 4, 4] },
      { given: [[7, 1, 9, 3, 5, 11, 2], 7], result: [1, 2, 3, 5, 7, 9, 11] },
      { given: [[2, 1], 0], result: [] },
      { given: [[10, 20, 15, 30, 40, 5, 25, 1], 8], result: [1, 5, 10, 15, 20, 25, 30, 40] },
    ],
  },
  {
    name: "rotate",
    about: "turns a list by so many places, or the rows and columns of a square by quarter turns",
    source: `function turned(list, by) {
  const n = list.length;
  if (n === 0) {
    return [];
  }
  const places = ((by % n) + n) % n;
  const out = [];
  for (let i = 0; i < n; i++) {
    out.push(list[(i + places) % n]);
  }
  return out;
}

function quarter(square) {
  const n = square.length;
  const out = [];
  for (let i = 0; i < n; i++) {
    const row = [];
    for (let j = 0; j < n; j++) {
      row.push(square[n - 1 - j][i]);
    }
    out.push(row);
  }
  return out;
}

function rotate(given, by) {
  if (given.length === 0 || !Array.isArray(given[0])) {
    return turned(given, by);
  }
  let square = given;
  for (let k = 0; k < by % 4; k++) {
    square = quarter(square);
  }
  return square;
}
`,
    tests: [
      { given: [[1, 2, 3, 4, 5], 2], result: [3, 4, 5, 1, 2] },
      { given: [[1, 2, 3], -1], result: [3, 1, 2] },
      { given: [[1, 2, 3], 7], result: [2, 3, 1] },
      { given: [[], 3], result: [] },
      {
        given: [
          [
            [1, 2],
            [3, 4],
          ],
          1,
        ],
        result: [
          [3, 1],
          [4, 2],
        ],
      },
      {
        given: [
          [
            [1, 2],
            [3, 4],
          ],
          2,
        ],
        result: [
          [4, 3],
          [2, 1],
        ],
      },
      {
        given: [
          [
            [1, 2, 3],
            [4, 5, 6],
            [7, 8, 9],
          ],
          1,
        ],
        result: [
          [7, 4, 1],
          [8, 5, 2],
          [9, 6, 3],
        ],
      },
      {
        given: [
          [
            [1, 2, 3],
            [4, 5, 6],
            [7, 8, 9],
          ],
          7,
        ],
        result: [
          [3, 6, 9],
          [2, 5, 8],
          [1, 4, 7],
        ],
      },
    ],
  },
];
