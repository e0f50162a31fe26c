// Modules that read and compare what is written by a rule: what the repair shop breaks and has repaired. Each has eight calls with what they return.

import type { RepairModule } from "../repair-module.ts";

export const formatModules: readonly RepairModule[] = [
  {
    name: "editDistance",
    about: "fewest letters to put in, take out or exchange between two words, and how many of each",
    source: `function table(one, other) {
  const rows = [];
  for (let i = 0; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      if (i === 0) {
        rows[i].push(j);
        continue;
      }
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      rows[i].push(Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same));
    }
  }
  return rows;
}

function editDistance(one, other) {
  const rows = table(one, other);
  let i = one.length;
  let j = other.length;
  const found = { distance: rows[i][j], added: 0, removed: 0, exchanged: 0 };
  while (i > 0 || j > 0) {
    const here = rows[i][j];
    if (i > 0 && j > 0 && one[i - 1] === other[j - 1] && rows[i - 1][j - 1] === here) {
      i -= 1;
      j -= 1;
    } else if (i > 0 && j > 0 && rows[i - 1][j - 1] + 1 === here) {
      found.exchanged += 1;
      i -= 1;
      j -= 1;
    } else if (i > 0 && rows[i - 1][j] + 1 === here) {
      found.removed += 1;
      i -= 1;
    } else {
      found.added += 1;
      j -= 1;
    }
  }
  return found;
}
`,
    tests: [
      { given: ["kitten", "sitting"], result: { distance: 3, added: 1, removed: 0, exchanged: 2 } },
      { given: ["", "abc"], result: { distance: 3, added: 3, removed: 0, exchanged: 0 } },
      { given: ["abc", ""], result: { distance: 3, added: 0, removed: 3, exchanged: 0 } },
      { given: ["flaw", "lawn"], result: { distance: 2, added: 1, removed: 1, exchanged: 0 } },
      { given: ["same", "same"], result: { distance: 0, added: 0, removed: 0, exchanged: 0 } },
      { given: ["a", "b"], result: { distance: 1, added: 0, removed: 0, exchanged: 1 } },
      { given: ["sunday", "saturday"], result: { distance: 3, added: 2, removed: 0, exchanged: 1 } },
      { given: ["abcdef", "badcfe"], result: { distance: 4, added: 1, removed: 1, exchanged: 2 } },
    ],
  },
  {
    name: "duration",
    about: "reads spans such as 1h30m into seconds, and writes seconds in hours, minutes and seconds",
    source: `const UNITS = { d: 86400, h: 3600, m: 60, s: 1 };

function read(text) {
  let total = 0;
  let number = "";
  for (const letter of text) {
    if (letter >= "0" && letter <= "9") {
      number += letter;
      continue;
    }
    if (letter === " ") {
      continue;
    }
    if (UNITS[letter] === undefined || number === "") {
      return -1;
    }
    total += Number(number) * UNITS[letter];
    number = "";
  }
  return number === "" ? total : -1;
}

function two(number) {
  return number < 10 ? "0" + number : String(number);
}

function write(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (hours === 0) {
    return minutes + ":" + two(rest);
  }
  return hours + ":" + two(minutes) + ":" + two(rest);
}

function duration(given) {
  return typeof given === "string" ? read(given) : write(given);
}
`,
    tests: [
      { given: ["1h30m"], result: 5400 },
      { given: ["2d 5s"], result: 172805 },
      { given: ["90"], result: -1 },
      { given: ["15x"], result: -1 },
      { given: [3725], result: "1:02:05" },
      { given: [59], result: "0:59" },
      { given: [36610], result: "10:10:10" },
      { given: [754], result: "12:34" },
    ],
  },
  {
    name: "versions",
    about: "compares versions such as 1.2.3, and says whether one is in a range such as ^1.2 or ~1.2",
    source: `function parts(text) {
  const found = text.split(".").map(Number);
  while (found.length < 3) {
    found.push(0);
  }
  return found;
}

function order(one, other) {
  for (let k = 0; k < 3; k++) {
    if (one[k] !== other[k]) {
      return one[k] < other[k] ? -1 : 1;
    }
  }
  return 0;
}

function isIn(version, range) {
  const kind = range[0];
  if (kind !== "^" && kind !== "~") {
    return order(version, parts(range)) === 0;
  }
  const least = parts(range.slice(1));
  if (order(version, least) < 0) {
    return false;
  }
  if (kind === "~" || least[0] === 0) {
    return version[0] === least[0] && version[1] === least[1];
  }
  return version[0] === least[0];
}

function versions(list, range) {
  const sorted = list.slice().sort((a, b) => order(parts(a), parts(b)));
  const fitting = sorted.filter((text) => isIn(parts(text), range));
  return { sorted: sorted, best: fitting.length > 0 ? fitting[fitting.length - 1] : "" };
}
`,
    tests: [
      { given: [["1.10.0", "1.9.2", "1.2"], "^1.2"], result: { sorted: ["1.2", "1.9.2", "1.10.0"], best: "1.10.0" } },
      {
        given: [["2.0.1", "1.9.9", "1.2.4"], "^1.2.3"],
        result: { sorted: ["1.2.4", "1.9.9", "2.0.1"], best: "1.9.9" },
      },
      {
        given: [["1.2.9", "1.3.0", "1.2.10"], "~1.2.3"],
        result: { sorted: ["1.2.9", "1.2.10", "1.3.0"], best: "1.2.10" },
      },
      { given: [["0.3.1", "0.4.0", "0.3.0"], "^0.3"], result: { sorted: ["0.3.0", "0.3.1", "0.4.0"], best: "0.3.1" } },
      { given: [["1.0.0", "1.0.1"], "1.0.1"], result: { sorted: ["1.0.0", "1.0.1"], best: "1.0.1" } },
      { given: [["3"], "^2.1"], result: { sorted: ["3"], best: "" } },
      { given: [["1.2.2", "1.2.3"], "~1.2.3"], result: { sorted: ["1.2.2", "1.2.3"], best: "1.2.3" } },
      { given: [["2.1", "2.1.0", "2.0.9"], "2.1.0"], result: { sorted: ["2.0.9", "2.1", "2.1.0"], best: "2.1.0" } },
    ],
  },
  {
    name: "csvRows",
    about: "reads a table of values with commas and quotes, and adds up the columns that hold numbers alone",
    source: `function rowsOf(text) {
  const rows = [[]];
  let value = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (quoted) {
      if (sign !== '"') {
        value += sign;
      } else if (text[i + 1] === '"') {
        value += '"';
        i += 1;
      } else {
        quoted = false;
      }
    } else if (sign === '"') {
      quoted = true;
    } else if (sign === "," || sign === ";") {
      rows[rows.length - 1].push(value);
      value = "";
      if (sign === ";") {
        rows.push([]);
      }
    } else {
      value += sign;
    }
  }
  rows[rows.length - 1].push(value);
  return rows;
}

function csvRows(text) {
  const rows = rowsOf(text);
  const sums = {};
  for (let c = 0; c < rows[0].length; c++) {
    let sum = 0;
    for (let r = 1; r < rows.length; r++) {
      sum += rows[r][c] === "" ? 0 : Number(rows[r][c]);
    }
    if (rows.length > 1 && !Number.isNaN(sum)) {
      sums[rows[0][c]] = sum;
    }
  }
  return { rows: rows, sums: sums };
}
`,
    tests: [
      {
        given: ["a,b;1,2;3,4"],
        result: {
          rows: [
            ["a", "b"],
            ["1", "2"],
            ["3", "4"],
          ],
          sums: { a: 4, b: 6 },
        },
      },
      {
        given: ['a,"b,c";1,x'],
        result: {
          rows: [
            ["a", "b,c"],
            ["1", "x"],
          ],
          sums: { a: 1 },
        },
      },
      { given: ['x;"say ""hi"""'], result: { rows: [["x"], ['say "hi"']], sums: {} } },
      {
        given: ["n,m;5,;7,2"],
        result: {
          rows: [
            ["n", "m"],
            ["5", ""],
            ["7", "2"],
          ],
          sums: { n: 12, m: 2 },
        },
      },
      { given: [""], result: { rows: [[""]], sums: {} } },
      { given: ["a;1;2;3.5"], result: { rows: [["a"], ["1"], ["2"], ["3.5"]], sums: { a: 6.5 } } },
      {
        given: ['"p;q",r;1,2;-4,9'],
        result: {
          rows: [
            ["p;q", "r"],
            ["1", "2"],
            ["-4", "9"],
          ],
          sums: { "p;q": -3, r: 11 },
        },
      },
      {
        given: ["a,b,c;1,2"],
        result: {
          rows: [
            ["a", "b", "c"],
            ["1", "2"],
          ],
          sums: { a: 1, b: 2 },
        },
      },
    ],
  },
  {
    name: "checkDigits",
    about: "checks numbers of cards and of books by their last digit, and finds the digit that is missing",
    source: `function digitsOf(text) {
  const found = [];
  for (const sign of text) {
    if (sign >= "0" && sign <= "9") {
      found.push(Number(sign));
    } else if (sign === "X" && found.length === 9) {
      found.push(10);
    }
  }
  return found;
}

function ofCard(digits) {
  let sum = 0;
  for (let k = 0; k < digits.length; k++) {
    let digit = digits[digits.length - 1 - k];
    if (k % 2 === 1) {
      digit = digit * 2;
      if (digit > 9) {
        digit = digit - 9;
      }
    }
    sum += digit;
  }
  return sum % 10;
}

function ofBook(digits) {
  let sum = 0;
  for (let k = 0; k < 10; k++) {
    sum += (10 - k) * digits[k];
  }
  return sum % 11;
}

function checkDigits(text) {
  const digits = digitsOf(text);
  if (digits.length === 10) {
    return { kind: "book", valid: ofBook(digits) === 0 };
  }
  if (digits.length < 13) {
    return { kind: "none", valid: false };
  }
  const missing = (10 - ofCard(digits.concat([0]))) % 10;
  return { kind: "card", valid: ofCard(digits) === 0, next: missing };
}
`,
    tests: [
      { given: ["4539 1488 0343 6467"], result: { kind: "card", valid: true, next: 8 } },
      { given: ["0-306-40615-2"], result: { kind: "book", valid: true } },
      { given: ["0-8044-2957-X"], result: { kind: "book", valid: true } },
      { given: ["0-306-40615-3"], result: { kind: "book", valid: false } },
      { given: ["1234"], result: { kind: "none", valid: false } },
      { given: ["8273123273520569"], result: { kind: "card", valid: false, next: 5 } },
      { given: ["4012888888881"], result: { kind: "card", valid: true, next: 6 } },
      { given: ["99999 99999 9X95"], result: { kind: "card", valid: false, next: 1 } },
    ],
  },
  {
    name: "polynomial",
    about: "adds, multiplies, differentiates and evaluates polynomials, whose factors stand by rising power",
    source: `function trimmed(factors) {
  let end = factors.length;
  while (end > 1 && factors[end - 1] === 0) {
    end -= 1;
  }
  return factors.slice(0, end);
}

function added(one, other) {
  const sum = [];
  for (let k = 0; k < Math.max(one.length, other.length); k++) {
    sum.push((one[k] || 0) + (other[k] || 0));
  }
  return trimmed(sum);
}

function multiplied(one, other) {
  const product = new Array(one.length + other.length - 1).fill(0);
  for (let i = 0; i < one.length; i++) {
    for (let j = 0; j < other.length; j++) {
      product[i + j] += one[i] * other[j];
    }
  }
  return trimmed(product);
}

function derived(factors) {
  const found = [];
  for (let k = 1; k < factors.length; k++) {
    found.push(k * factors[k]);
  }
  return found.length === 0 ? [0] : found;
}

function at(factors, x) {
  let value = 0;
  for (let k = factors.length - 1; k >= 0; k--) {
    value = value * x + factors[k];
  }
  return value;
}

function polynomial(one, other, x) {
  const product = multiplied(one, other);
  return { sum: added(one, other), product: product, slope: derived(product), at: at(product, x) };
}
`,
    tests: [
      { given: [[1, 2], [3], 2], result: { sum: [4, 2], product: [3, 6], slope: [6], at: 15 } },
      { given: [[1, 1], [1, -1], 3], result: { sum: [2], product: [1, 0, -1], slope: [0, -2], at: -8 } },
      { given: [[0], [5, 0, 1], 1], result: { sum: [5, 0, 1], product: [0], slope: [0], at: 0 } },
      {
        given: [[2, 0, 3], [1, 4], -1],
        result: { sum: [3, 4, 3], product: [2, 8, 3, 12], slope: [8, 6, 36], at: -15 },
      },
      {
        given: [[1, 1, 1], [1, 1, 1], 1],
        result: { sum: [2, 2, 2], product: [1, 2, 3, 2, 1], slope: [2, 6, 6, 4], at: 9 },
      },
      {
        given: [[1, 2, 3], [0, 0, -3], 2],
        result: { sum: [1, 2], product: [0, 0, -3, -6, -9], slope: [0, -6, -18, -36], at: -204 },
      },
      { given: [[7], [2], 9], result: { sum: [9], product: [14], slope: [0], at: 14 } },
      { given: [[0, 1], [0, 0, 1], 2], result: { sum: [0, 1, 1], product: [0, 0, 0, 1], slope: [0, 0, 3], at: 8 } },
    ],
  },
  {
    name: "bowling",
    about: "the points of a game of bowling by frame, from the pins of every throw",
    source: `function isStrike(pins, at) {
  return pins[at] === 10;
}

function isSpare(pins, at) {
  return !isStrike(pins, at) && pins[at] + pins[at + 1] === 10;
}

function known(pins, at, count) {
  return at + count <= pins.length;
}

function framePoints(pins, at) {
  const far = isStrike(pins, at) || isSpare(pins, at) ? 3 : 2;
  if (!known(pins, at, far)) {
    return -1;
  }
  let points = 0;
  for (let k = 0; k < far; k++) {
    points += pins[at + k];
  }
  return points;
}

function bowling(pins) {
  const totals = [];
  let total = 0;
  let at = 0;
  for (let frame = 1; frame <= 10; frame++) {
    const points = framePoints(pins, at);
    if (points < 0) {
      break;
    }
    total += points;
    totals.push(total);
    at += isStrike(pins, at) ? 1 : 2;
  }
  return { totals: totals, over: totals.length === 10 };
}
`,
    tests: [
      {
        given: [[10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10]],
        result: { totals: [30, 60, 90, 120, 150, 180, 210, 240, 270, 300], over: true },
      },
      { given: [[3, 4, 5, 5, 2, 6]], result: { totals: [7, 19, 27], over: false } },
      { given: [[10, 3, 6, 1]], result: { totals: [19, 28], over: false } },
      { given: [[5, 5]], result: { totals: [], over: false } },
      { given: [[10, 4]], result: { totals: [], over: false } },
      {
        given: [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
        result: { totals: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20], over: true },
      },
      {
        given: [[9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9]],
        result: { totals: [19, 38, 57, 76, 95, 114, 133, 152, 171, 190], over: true },
      },
      { given: [[0, 10, 7, 2, 10, 0, 10, 8]], result: { totals: [17, 26, 46, 64], over: false } },
    ],
  },
];
