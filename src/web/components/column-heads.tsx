// The head of a table: names of its columns, those of numbers at the right.

interface ColumnHeadsProps {
  readonly names: readonly string[];
  /** Which of them stand above numbers. */
  readonly numbers: readonly string[];
}

export function ColumnHeads({ names, numbers }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" class={numbers.includes(name) ? "number" : ""}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
