// The header of a table: column names, those of numbers right-aligned.

interface ColumnHeadsProps {
  readonly names: readonly string[];
  /** Columns that contain numbers. */
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
