// Goes straight to the nearest food, and looks at neither walls nor snakes.
function move({ board, you }) {
  const [food] = [...board.food].sort((a, b) => way(a, you.head) - way(b, you.head));
  if (food === undefined) return { move: "up" };
  const { x, y } = you.head;
  if (food.x !== x) return { move: food.x > x ? "right" : "left" };
  return { move: food.y > y ? "up" : "down" };
}

const way = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
