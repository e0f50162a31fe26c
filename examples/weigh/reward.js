// Two rewards of an answer to "What is 41 + 59?", which `agon weigh` compares on a log of answers.

/** The sum that a prompt asks for. */
const sumOf = (prompt) =>
  prompt
    .match(/\d+/g)
    .map(Number)
    .reduce((sum, number) => sum + number, 0);

/** Numbers of an answer. */
const numbersIn = (completion) => (completion.match(/\d+/g) ?? []).map(Number);

/** 1 where the right number stands anywhere in the answer. */
export const mentions = (prompt, completion) => (numbersIn(completion).includes(sumOf(prompt)) ? 1 : 0);

/** 1 where the last number is the right one, and no other was tried. */
export default (prompt, completion) => {
  const tried = numbersIn(completion.replace(/^.*=/, ""));
  if (tried.length === 0) return null;
  return tried.length === 1 && tried[0] === sumOf(prompt) ? 1 : 0;
};
