import { Document, isScalar, visit, type YAMLMap } from 'yaml';

/** Plain values as YAML; maps of which `isShort` says so stand on one line. */
export function renderYaml(value: unknown, isShort: (map: YAMLMap) => boolean): string {
  const document = new Document(value);
  visit(document, {
    Map: (_, map) => {
      if (isShort(map)) map.flow = true;
    },
    Seq: (_, list) => {
      list.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** What stands around all documents, by name: `{ header: F, trailer: Z }`. */
export const isFileMap = (map: YAMLMap): boolean =>
  (map.has('header') || map.has('trailer')) && map.items.every(({ value }) => isScalar(value));

/** As a remark behind `#` it has to be one line, without what nobody sees. */
export const tidyRemark = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
