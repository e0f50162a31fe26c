// Notices that are shown once beside results, such as that a server is called in another form than declared. A program registers a function
// that shows them; without one they are dropped.

let show: (text: string) => void = () => {};
const said = new Set<string>();

/** Registers `how` as the function that shows all later notices. */
export function showNotices(how: (text: string) => void): void {
  show = how;
  said.clear();
}

/** Shows a sentence, given without a full stop, once per process. */
export function notice(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  show(text);
}
