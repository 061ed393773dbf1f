import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { loadRooms } from '../pipeline/rooms.ts';
import { checkXml } from '../scsn/check.ts';
import type { SchemaSet, XmlCheck } from '../scsn/interface.ts';
import { type DocumentType, documentTypes } from '../types.ts';
import { tellFinding } from './common.ts';

export function validateCommand(): Command {
  return new Command('validate')
    .description('check SCSN files against schemas and rules; nothing is sent')
    .argument('<file...>', 'XML files')
    .addOption(
      new Option('--format <format>', 'for people, or one JSON object a line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .action(async (files: readonly string[], { format }: { format: 'text' | 'json' }) => {
      const { schemas } = loadRooms(undefined).with(undefined);
      let valid = true;
      for (const file of files) valid = (await validateFile(file, schemas, format)) && valid;
      schemas.dispose();
      process.exitCode = valid ? 0 : 1;
    });
}

/** Prints the verdict of one file; a file that cannot be read ends the command with status 2. */
async function validateFile(file: string, schemas: SchemaSet, format: 'text' | 'json'): Promise<boolean> {
  const bytes = await readFile(file);
  const { document, findings } = checkAny(bytes, schemas);
  const ok = findings.every(({ severity }) => severity !== 'error');
  if (format === 'json') console.log(JSON.stringify({ file, document, ok, findings }));
  else {
    console.log(`${ok ? 'valid  ' : 'INVALID'} ${file} (${document})`);
    for (const finding of findings)
      console.log(`  ${tellFinding({ ...finding, file: file.split('/').at(-1) ?? file })}`);
  }
  return ok;
}

/** The document type is what the root element says; anything else is held against an Order. */
function checkAny(bytes: Uint8Array, schemas: SchemaSet): XmlCheck & { readonly document: DocumentType } {
  const asOrder = checkXml(bytes, schemas, { document: 'scsn/Order', severities: {} });
  const root = asOrder.tree?.root.localName;
  const document = documentTypes.find((type) => type === `scsn/${root}`) ?? 'scsn/Order';
  return {
    document,
    ...(document === 'scsn/Order' ? asOrder : checkXml(bytes, schemas, { document, severities: {} })),
  };
}
