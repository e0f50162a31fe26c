// A text field that searches a list.

interface SearchFieldProps {
  readonly text: string;
  readonly search: (text: string) => void;
}

export const SearchField = ({ text, search }: SearchFieldProps) => (
  <label>
    Search <input type="search" value={text} onInput={(event) => search(event.currentTarget.value)} />
  </label>
);
