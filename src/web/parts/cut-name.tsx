/** Characters of its end that stay: they tell more than its middle. */
const end = 14;

/** A name cut in its middle where it is too long for its place; whole on hover and when it is copied. */
export function CutName({ name }: { readonly name: string }) {
  if (name.length <= end * 2) return <>{name}</>;
  return (
    <span class="cut" title={name}>
      <span>{name.slice(0, -end)}</span>
      <span>{name.slice(-end)}</span>
    </span>
  );
}
