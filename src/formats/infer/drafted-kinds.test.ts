import { expect, it } from 'vitest';
import { parseConfig } from '../../config/load/load-config.ts';
import { draftedKinds, renderDraftedChannel } from './drafted-kinds.ts';

it.each(draftedKinds)(
  'the channel that is shown for files of the kind %s is one that a config may have',
  (kind) => {
    const rest = [
      'exchange:',
      '  baseUrl: https://exchange.example',
      '  companyId: 5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752',
      '  auth: { email: a@example.com, password: "${PASSWORD}" }',
      'journal: { sqlite: data/journal.db }',
    ];
    const text = `${rest.join('\n')}\n${renderDraftedChannel('acme', kind)}`;
    const { findings } = parseConfig(text, '/nowhere/gateway.yaml', { PASSWORD: 'secret' });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  },
);
