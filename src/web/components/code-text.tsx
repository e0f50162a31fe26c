// A sentence as printed in a terminal; text between backticks is shown as code.

export function CodeText({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>))}</>;
}
