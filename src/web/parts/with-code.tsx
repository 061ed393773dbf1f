/** A sentence of ours: what stands between backticks is of the document, and is set as code. */
export function WithCode({ text }: { readonly text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
