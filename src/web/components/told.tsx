// A sentence as it is told in a terminal too: what stands between backticks is code.

export function Told({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>))}</>;
}
