// Bets what it has and nothing else: raises with a king or a pair, calls with a queen, and gives up the rest.
function move({ card, board, legal }) {
  if ((card === "king" || card === board) && legal.includes("raise")) return "raise";
  if (card !== "jack" || card === board || !legal.includes("fold")) return "call";
  return "fold";
}
