import { expect, it } from 'vitest';
import type { Finding } from '../../types.ts';
import { findWhoActsOnMessage } from './who-acts.ts';

const parked = (code: string): readonly Finding[] =>
  code === '' ? [] : [{ code, severity: 'park', message: '', advice: '' }];

const buyer = 'buyer/acme/4711';
const supplier = 'supplier/acme/4711';

const act = (
  state: 'parked' | 'settled',
  { code = '', direction = 'inbound', address = buyer, outcome, closed, task = false }: Situation = {},
) => {
  const found = findWhoActsOnMessage(
    {
      ...{ state, direction, address, findings: parked(code) },
      ...(outcome === undefined ? {} : { outcome }),
      ...(closed === undefined ? {} : { closed }),
    },
    task,
  );
  return `${found.who} ${found.action}`;
};

interface Situation {
  readonly code?: string;
  readonly direction?: 'inbound' | 'outbound';
  readonly address?: string;
  readonly outcome?: 'rejected' | 'delivered' | 'ignored';
  readonly closed?: string;
  readonly task?: boolean;
}

it.each<[string, string]>([
  ['', 'operator decide'],
  ['table-miss', 'administrator add-to-table'],
  ['mapping-failed', 'administrator fix-mapping'],
  ['value-not-carried', 'administrator fix-mapping'],
  ['exchange-not-found', 'exchange ask-exchange'],
  ['line-renumbered', 'erp fix-and-export'],
  ['older-than-delivered', 'operator decide'],
  ['line-disputed', 'purchasing agree'],
])('parked for %j: %s', (code, who) => {
  expect(act('parked', { code })).toBe(who);
});

it('a document about which the parties have to talk is for sales where we supply', () => {
  expect(act('parked', { code: 'line-disputed', address: supplier })).toBe('sales agree');
});

it('what the ERP wrote is exported again; what the exchange wrote is asked about; closed is over', () => {
  expect(act('settled', { outcome: 'rejected' })).toBe('erp fix-and-export');
  expect(act('settled', { outcome: 'rejected', direction: 'outbound' })).toBe('exchange ask-exchange');
  expect(act('settled', { outcome: 'rejected', closed: '2026-03-01T00:00:00.000Z' })).toBe('nobody none');
});

it('an open task is for those who deal with the other party', () => {
  expect(act('settled', { outcome: 'ignored', task: true })).toBe('purchasing do-in-portal');
  expect(act('settled', { outcome: 'ignored', task: true, address: supplier })).toBe('sales do-in-portal');
  expect(act('settled', { outcome: 'delivered' })).toBe('nobody none');
});
