/** The cells of a table's first row, one a column. */
export const ColumnHeads = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ));
