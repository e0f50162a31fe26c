// Keeps as much room as it can, and eats when it is hungry or has room enough.
const STEPS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

function move({ board, you }) {
  const { width, height } = board;
  const taken = new Uint8Array(width * height);
  for (const { body } of board.snakes) for (const { x, y } of body.slice(0, -1)) taken[x + y * width] = 1;
  let [best, most] = ["up", Number.NEGATIVE_INFINITY];
  for (const [name, [dx, dy]] of Object.entries(STEPS)) {
    const [x, y] = [you.head.x + dx, you.head.y + dy];
    if (x < 0 || y < 0 || x >= width || y >= height || taken[x + y * width] === 1) continue;
    const room = Math.min(roomFrom(x, y, taken, width, height), 2 * you.length);
    const nearest = Math.min(50, ...board.food.map((food) => Math.abs(food.x - x) + Math.abs(food.y - y)));
    const danger = board.snakes.some(
      ({ id, head, length }) =>
        id !== you.id && length >= you.length && Math.abs(head.x - x) + Math.abs(head.y - y) === 1,
    );
    const value = 10 * room - nearest * (you.health < 40 ? 20 : 1) - (danger ? 200 : 0);
    if (value > most) [best, most] = [name, value];
  }
  return { move: best };
}

/** Cells that can be reached from a free one. */
function roomFrom(x, y, taken, width, height) {
  const seen = Uint8Array.from(taken);
  const cells = [x + y * width];
  seen[cells[0]] = 1;
  for (let k = 0; k < cells.length; k++) {
    const [column, row] = [cells[k] % width, Math.floor(cells[k] / width)];
    for (const [dx, dy] of Object.values(STEPS)) {
      const [nextX, nextY] = [column + dx, row + dy];
      if (nextX < 0 || nextY < 0 || nextX >= width || nextY >= height || seen[nextX + nextY * width] === 1) continue;
      seen[nextX + nextY * width] = 1;
      cells.push(nextX + nextY * width);
    }
  }
  return cells.length;
}
