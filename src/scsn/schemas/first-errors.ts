import * as libxml2 from 'libxml2-wasm/lib/libxml2.mjs';

const { error, XmlErrorStruct, xmlGetNodePath } = libxml2;

/**
 * From now on libxml2 keeps so many errors of a document. The library's own collector keeps all, and for each of them walks over the elements
 * before it to say where it stands: for half a million errors in 25,000 lines half a minute. Its package offers no other way than to
 * take the place of that collector; without one (another version) all are kept, as before.
 */
export function keepFirstErrors(most: number): void {
  const register: unknown = Reflect.get(libxml2, 'addFunction');
  if (typeof register !== 'function') return;
  const collect = (collection: number, found: number): void => {
    const kept = error.storage.get(collection);
    if (kept.length < most) kept.push(readError(found));
  };
  error.errorCollector = Number(register(collect, 'vii'));
}

/** What libxml2 says of an element that cannot be validated alone: it is no error of the document, and where it stands is not asked. */
export const isUndeclared = (message: string): boolean => message.includes('No matching global declaration');

function readError(found: number): libxml2.ErrorDetail {
  const message = XmlErrorStruct.message(found);
  const path = isUndeclared(message) ? null : xmlGetNodePath(XmlErrorStruct.node(found));
  return {
    message,
    level: XmlErrorStruct.level(found),
    line: XmlErrorStruct.line(found),
    col: XmlErrorStruct.col(found),
    ...(path === null ? {} : { xpath: path }),
  };
}
