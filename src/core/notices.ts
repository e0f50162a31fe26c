// What is said once beside results, such as that a server is asked in another form than was declared. A program that shows such lines
// takes them; without one they go nowhere.

let show: (text: string) => void = () => {};
const said = new Set<string>();

/** Shows all notices from now on by `how`. */
export function showNotices(how: (text: string) => void): void {
  show = how;
  said.clear();
}

/** Says a sentence without a full stop, once in a process. */
export function notice(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  show(text);
}
