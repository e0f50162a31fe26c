// A sentence as a terminal has it too: what stands between backticks is code.

export function CodeText({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>))}</>;
}
