// Two pays for pictures. A program is given the prompt, the picture with its pixels, and the other columns of its row.

const NAMES = ["red", "green", "blue"];

/** Share of pixels that shine in one colour, summed over colours. */
export function vivid(_prompt, { rgba, width, height }) {
  let bright = 0;
  for (let k = 0; k < rgba.length; k++) if (k % 4 < 3 && rgba[k] > 127) bright += 1;
  return bright / (width * height);
}

/** Share of colours that are there exactly where the prompt names them. */
export function named(prompt, { rgba }) {
  const isThere = (channel) => rgba.some((value, k) => k % 4 === channel && value > 127);
  return NAMES.filter((name, channel) => prompt.includes(name) === isThere(channel)).length / NAMES.length;
}
