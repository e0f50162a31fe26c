// Modules that compute with numbers: what the repair shop breaks and has repaired. Each has eight calls with what they return.

import type { RepairModule } from "../repair-module.ts";

export const numberModules: readonly RepairModule[] = [
  {
    name: "primes",
    about: "primes up to a number, the prime factors of it, and how many divisors it has",
    source: `function sieve(most) {
  const crossed = [];
  const found = [];
  for (let n = 2; n <= most; n++) {
    if (crossed[n] === true) {
      continue;
    }
    found.push(n);
    for (let k = n * n; k <= most; k += n) {
      crossed[k] = true;
    }
  }
  return found;
}

function factors(number) {
  const found = [];
  let rest = number;
  for (let d = 2; d * d <= rest; d++) {
    while (rest % d === 0) {
      found.push(d);
      rest = rest / d;
    }
  }
  if (rest > 1) {
    found.push(rest);
  }
  return found;
}

function divisors(number) {
  let count = 0;
  for (let d = 1; d <= number; d++) {
    if (number % d === 0) {
      count += 1;
    }
  }
  return count;
}

function primes(number) {
  return { upTo: sieve(number), factors: factors(number), divisors: divisors(number) };
}
`,
    tests: [
      { given: [30], result: { upTo: [2, 3, 5, 7, 11, 13, 17, 19, 23, 29], factors: [2, 3, 5], divisors: 8 } },
      { given: [2], result: { upTo: [2], factors: [2], divisors: 2 } },
      { given: [1], result: { upTo: [], factors: [], divisors: 1 } },
      {
        given: [49],
        result: { upTo: [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47], factors: [7, 7], divisors: 3 },
      },
      {
        given: [97],
        result: {
          upTo: [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97],
          factors: [97],
          divisors: 2,
        },
      },
      { given: [12], result: { upTo: [2, 3, 5, 7, 11], factors: [2, 2, 3], divisors: 6 } },
      {
        given: [64],
        result: {
          upTo: [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61],
          factors: [2, 2, 2, 2, 2, 2],
          divisors: 7,
        },
      },
      { given: [15], result: { upTo: [2, 3, 5, 7, 11, 13], factors: [3, 5], divisors: 4 } },
    ],
  },
  {
    name: "calendar",
    about: "day of the week and of the year of a date, and the date so many days later",
    source: `const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year) {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysIn(year, month) {
  return month === 2 && isLeap(year) ? 29 : LENGTHS[month - 1];
}

function dayOfYear(year, month, day) {
  let sum = day;
  for (let m = 1; m < month; m++) {
    sum += daysIn(year, m);
  }
  return sum;
}

function weekday(year, month, day) {
  const before = year - 1;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  return (before * 365 + leaps + dayOfYear(year, month, day)) % 7;
}

function later(year, month, day, days) {
  let [y, m, d] = [year, month, day + days];
  while (d > daysIn(y, m)) {
    d -= daysIn(y, m);
    m += 1;
    if (m > 12) {
      m = 1;
      y += 1;
    }
  }
  return [y, m, d];
}

function calendar(year, month, day, days) {
  return { week: weekday(year, month, day), day: dayOfYear(year, month, day), later: later(year, month, day, days) };
}
`,
    tests: [
      { given: [2024, 2, 28, 1], result: { week: 3, day: 59, later: [2024, 2, 29] } },
      { given: [2023, 2, 28, 1], result: { week: 2, day: 59, later: [2023, 3, 1] } },
      { given: [1900, 3, 1, 0], result: { week: 4, day: 60, later: [1900, 3, 1] } },
      { given: [2000, 12, 31, 1], result: { week: 0, day: 366, later: [2001, 1, 1] } },
      { given: [1999, 12, 31, 366], result: { week: 5, day: 365, later: [2000, 12, 31] } },
      { given: [2026, 7, 4, 60], result: { week: 6, day: 185, later: [2026, 9, 2] } },
      { given: [2024, 1, 1, 0], result: { week: 1, day: 1, later: [2024, 1, 1] } },
      { given: [2100, 2, 27, 3], result: { week: 6, day: 58, later: [2100, 3, 2] } },
    ],
  },
  {
    name: "fractions",
    about: "adds, subtracts, multiplies and divides fractions and shortens what comes out",
    source: `function divisor(a, b) {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y > 0) {
    [x, y] = [y, x % y];
  }
  return x;
}

function shortened(top, bottom) {
  if (bottom === 0) {
    return null;
  }
  const common = divisor(top, bottom);
  const sign = bottom < 0 ? -1 : 1;
  return [(sign * top) / common, (sign * bottom) / common];
}

function fractions(one, sign, other) {
  const [a, b] = one;
  const [c, d] = other;
  if (sign === "+") {
    return shortened(a * d + c * b, b * d);
  }
  if (sign === "-") {
    return shortened(a * d - c * b, b * d);
  }
  if (sign === "*") {
    return shortened(a * c, b * d);
  }
  return shortened(a * d, b * c);
}
`,
    tests: [
      { given: [[1, 2], "+", [1, 3]], result: [5, 6] },
      { given: [[3, 4], "-", [1, 4]], result: [1, 2] },
      { given: [[2, 3], "*", [3, 4]], result: [1, 2] },
      { given: [[1, 2], "/", [1, 4]], result: [2, 1] },
      { given: [[1, 2], "/", [0, 5]], result: null },
      { given: [[1, -2], "+", [0, 1]], result: [-1, 2] },
      { given: [[5, 6], "-", [7, 4]], result: [-11, 12] },
      { given: [[-2, 9], "*", [6, -8]], result: [1, 6] },
    ],
  },
  {
    name: "statistics",
    about: "mean, median, most frequent value and spread of numbers",
    source: `function mean(numbers) {
  let sum = 0;
  for (const number of numbers) {
    sum += number;
  }
  return sum / numbers.length;
}

function median(numbers) {
  const sorted = numbers.slice().sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) {
    return sorted[half];
  }
  return (sorted[half - 1] + sorted[half]) / 2;
}

function mode(numbers) {
  let best = numbers[0];
  let most = 0;
  for (const number of numbers) {
    const count = numbers.filter((other) => other === number).length;
    if (count > most || (count === most && number < best)) {
      best = number;
      most = count;
    }
  }
  return best;
}

function spread(numbers) {
  const middle = mean(numbers);
  let sum = 0;
  for (const number of numbers) {
    sum += (number - middle) * (number - middle);
  }
  return numbers.length > 1 ? sum / (numbers.length - 1) : 0;
}

function statistics(numbers) {
  if (numbers.length === 0) {
    return null;
  }
  return { mean: mean(numbers), median: median(numbers), mode: mode(numbers), spread: spread(numbers) };
}
`,
    tests: [
      { given: [[1, 2, 3, 4]], result: { mean: 2.5, median: 2.5, mode: 1, spread: 1.6666666666666667 } },
      { given: [[5, 1, 3]], result: { mean: 3, median: 3, mode: 1, spread: 4 } },
      { given: [[2, 2, 8, 8]], result: { mean: 5, median: 5, mode: 2, spread: 12 } },
      { given: [[7]], result: { mean: 7, median: 7, mode: 7, spread: 0 } },
      { given: [[]], result: null },
      {
        given: [[10, 2, 38, 23, 38, 23, 21]],
        result: { mean: 22.142857142857142, median: 23, mode: 23, spread: 176.47619047619045 },
      },
      { given: [[4, 4, 4, 0]], result: { mean: 3, median: 4, mode: 4, spread: 4 } },
      { given: [[-1, 1, -1, 1, 0]], result: { mean: 0, median: 0, mode: -1, spread: 1 } },
    ],
  },
  {
    name: "baseDigits",
    about: "writes whole numbers in any base up to 36, reads them, and adds up their digits",
    source: `const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

function written(number, base) {
  if (number === 0) {
    return "0";
  }
  let rest = Math.abs(number);
  let text = "";
  while (rest > 0) {
    text = DIGITS[rest % base] + text;
    rest = Math.floor(rest / base);
  }
  return number < 0 ? "-" + text : text;
}

function read(text, base) {
  const sign = text[0] === "-" ? -1 : 1;
  let number = 0;
  for (let i = sign < 0 ? 1 : 0; i < text.length; i++) {
    const digit = DIGITS.indexOf(text[i]);
    if (digit < 0 || digit >= base) {
      return null;
    }
    number = number * base + digit;
  }
  return sign * number;
}

function digitSum(number, base) {
  let sum = 0;
  for (let rest = Math.abs(number); rest > 0; rest = Math.floor(rest / base)) {
    sum += rest % base;
  }
  return sum;
}

function baseDigits(given, base) {
  if (typeof given === "string") {
    return read(given, base);
  }
  return [written(given, base), digitSum(given, base)];
}
`,
    tests: [
      { given: [10, 2], result: ["1010", 2] },
      { given: [255, 16], result: ["ff", 30] },
      { given: [0, 7], result: ["0", 0] },
      { given: [-37, 36], result: ["-11", 2] },
      { given: ["ff", 16], result: 255 },
      { given: ["-101", 2], result: -5 },
      { given: ["129", 8], result: null },
      { given: [1000, 3], result: ["1101001", 4] },
    ],
  },
  {
    name: "change",
    about: "fewest coins that make an amount, and in how many ways they can",
    source: `function fewest(coins, amount) {
  const best = [0];
  for (let sum = 1; sum <= amount; sum++) {
    best[sum] = Infinity;
    for (const coin of coins) {
      if (coin <= sum && best[sum - coin] + 1 < best[sum]) {
        best[sum] = best[sum - coin] + 1;
      }
    }
  }
  return best[amount] === Infinity ? -1 : best[amount];
}

function ways(coins, amount) {
  const count = [1];
  for (let sum = 1; sum <= amount; sum++) {
    count[sum] = 0;
  }
  for (const coin of coins) {
    for (let sum = coin; sum <= amount; sum++) {
      count[sum] += count[sum - coin];
    }
  }
  return count[amount];
}

function change(coins, amount) {
  if (amount < 0) {
    return null;
  }
  return { fewest: fewest(coins, amount), ways: ways(coins, amount) };
}
`,
    tests: [
      { given: [[1, 2, 5], 11], result: { fewest: 3, ways: 11 } },
      { given: [[2], 3], result: { fewest: -1, ways: 0 } },
      { given: [[1], 0], result: { fewest: 0, ways: 1 } },
      { given: [[1, 3, 4], 6], result: { fewest: 2, ways: 4 } },
      { given: [[5, 10], 1], result: { fewest: -1, ways: 0 } },
      { given: [[2, 3, 7], 12], result: { fewest: 3, ways: 4 } },
      { given: [[1, 5, 10, 25], 30], result: { fewest: 2, ways: 18 } },
      { given: [[4, 9], -1], result: null },
    ],
  },
];
