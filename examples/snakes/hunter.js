// Hunts the heads of shorter snakes, keeps away from others, and eats until it is the longest.
const STEPS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

function move({ board, you }) {
  const others = board.snakes.filter(({ id }) => id !== you.id);
  const taken = new Set(board.snakes.flatMap(({ body }) => body.slice(0, -1)).map(({ x, y }) => `${x},${y}`));
  const prey = others.filter(({ length }) => length < you.length).map(({ head }) => head);
  const goals = prey.length > 0 && you.health > 30 ? prey : board.food;
  let [best, least] = ["up", Number.POSITIVE_INFINITY];
  for (const [name, [dx, dy]] of Object.entries(STEPS)) {
    const to = { x: you.head.x + dx, y: you.head.y + dy };
    const isOutside = to.x < 0 || to.y < 0 || to.x >= board.width || to.y >= board.height;
    const way = ({ x, y }) => Math.abs(x - to.x) + Math.abs(y - to.y);
    const isNearStronger = others.some(({ head, length }) => length >= you.length && way(head) === 1);
    const cost =
      (isOutside || taken.has(`${to.x},${to.y}`) ? 1000 : 0) +
      (isNearStronger ? 100 : 0) +
      Math.min(50, ...goals.map(way));
    if (cost < least) [best, least] = [name, cost];
  }
  return { move: best };
}
