import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderFindings } from '../findings/render-findings.ts';
import { fileLooks } from '../formats/syntaxes.ts';
import { decodeXmlBytes } from '../tree/xml/decode-xml.ts';
import { languages } from '../types.ts';
import { checkXml } from './check-xml.ts';
import { delivered } from './testkit/documents.ts';

const folder = new URL('./fixtures/broken/', import.meta.url);

/** What an administrator reads of files that ERPs, mail programs and web servers write. `vitest run FILE -u` takes over what is new. */
it.each(languages)('broken files are told in plain words: %s', async (language) => {
  const told = readdirSync(folder).map((name) => {
    const bytes = readFileSync(new URL(name, folder));
    const { findings } = checkXml(bytes, delivered(), {
      document: 'scsn/Order',
      severities: {},
      language,
      fileLooks,
    });
    const lines = renderFindings(findings, language, decodeXmlBytes(bytes).source?.whole());
    return [name, ...lines.flat()].join('\n');
  });
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot(`./fixtures/broken.${language}.txt`);
});
