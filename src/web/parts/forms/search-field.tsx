interface SearchFieldProps {
  readonly label: string;
  /** What stands in it while it is empty; absent: its label. */
  readonly hint?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** Finds as one types. */
export const SearchField = ({ label, hint = label, value, onText }: SearchFieldProps) => (
  <input
    class="in"
    type="search"
    aria-label={label}
    placeholder={hint}
    value={value}
    onInput={({ currentTarget }) => onText(currentTarget.value)}
  />
);
