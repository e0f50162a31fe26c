// What an answer is worth: a right one 1, an honest "I do not know" a half, a wrong one nothing.

export default (reply, row) => {
  const said = reply.trim();
  if (said === row.answer) return 1;
  return said === "I do not know" ? 0.5 : 0;
};
