import { expect, it } from 'vitest';
import { formats, head, mapping } from '../../mapping/testkit/kit.ts';
import { change, fixture } from '../../scsn/testkit/documents.ts';
import { noMappings, useMappings } from './document-mappings.ts';
import { refuseLargeFile, validateFile } from './validate-file.ts';

const order = fixture('scsn/Order');
const options = { language: 'en', severities: {}, rules: true } as const;
const validate = (
  text: string,
  mappings = noMappings,
  more: Partial<Parameters<typeof validateFile>[3]> = {},
) => validateFile(Buffer.from(text), formats, mappings, { ...options, ...more });

const disputed = change(
  order,
  /<cbc:Quantity/,
  '<cbc:LineStatusCode>disputed</cbc:LineStatusCode><cbc:Quantity',
);

it('judges by the worst finding; of a document that nobody maps nobody knows whether it would be sent', () => {
  expect(validate(order)).toEqual({
    document: 'scsn/Order',
    findings: [],
    verdict: 'valid',
    wouldBeSent: false,
  });
  expect(validate(change(order, '>25<', '>2,5<'))).toMatchObject({ verdict: 'invalid' });
  expect(validate(disputed)).toMatchObject({
    verdict: 'parked',
    findings: [{ code: 'line-status-disputed' }],
  });
  expect(validate(disputed, noMappings, { severities: { 'line-status-disputed': 'off' } }).verdict).toBe(
    'valid',
  );
});

it('goes through its mapping, whose stop decides', () => {
  const target = `target:\n  order:\n    ${head}`;
  const sends = useMappings([mapping(target)], 'en', formats);
  expect(validate(order, sends)).toMatchObject({ verdict: 'valid', wouldBeSent: true });
  const ignores = useMappings(
    [
      mapping(
        `stop: [ { when: 'true()', as: ignored, code: not-ours, say: Not ours., advice: None. } ]\n${target}`,
      ),
    ],
    'en',
    formats,
  );
  expect(validate(order, ignores)).toMatchObject({ verdict: 'ignored', wouldBeSent: false });
});

it('refuses a file by its size alone', () => {
  expect(refuseLargeFile(1_000, options)).toBeUndefined();
  expect(refuseLargeFile(10_000_000_000, options)).toMatchObject({
    document: 'scsn/Order',
    verdict: 'invalid',
  });
});
