// Goes to the nearest food by a move that does not kill at once.
const STEPS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

function move({ board, you }) {
  const taken = new Set(board.snakes.flatMap(({ body }) => body.slice(0, -1)).map(({ x, y }) => `${x},${y}`));
  let [best, least] = ["up", Number.POSITIVE_INFINITY];
  for (const [name, [dx, dy]] of Object.entries(STEPS)) {
    const to = { x: you.head.x + dx, y: you.head.y + dy };
    const isOutside = to.x < 0 || to.y < 0 || to.x >= board.width || to.y >= board.height;
    const deadly = isOutside || taken.has(`${to.x},${to.y}`) ? 1000 : 0;
    const nearest = Math.min(100, ...board.food.map(({ x, y }) => Math.abs(x - to.x) + Math.abs(y - to.y)));
    if (deadly + nearest < least) [best, least] = [name, deadly + nearest];
  }
  return { move: best };
}
