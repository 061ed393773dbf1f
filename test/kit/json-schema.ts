/** Of a JSON schema: descriptions of all that is required, at any depth. */
export function listRequired(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return [];
  const named: unknown[] = 'required' in node && Array.isArray(node.required) ? node.required : [];
  const properties = 'properties' in node ? Object.entries(node.properties ?? {}) : [];
  const own = properties.flatMap(([name, { description }]) =>
    named.includes(name) && typeof description === 'string' ? [description] : [],
  );
  return [...own, ...Object.values(node).flatMap(listRequired)];
}
