import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openOutboundFolder } from '../../folders/outbound/publishing-folder.ts';
import { recordingLog, temporaryFolder } from '../../folders/testkit/folder.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { channel } from '../testkit/check-and-prepare.ts';
import { CollectionLoop } from './collection-loop.ts';

it('tells once that it cannot be told what was collected, and again after it could', async () => {
  const at = await temporaryFolder();
  const { log, lines } = recordingLog();
  const journal = openSqliteJournal(join(at, 'journal.db'));
  const outbound = channel('responses');
  if (outbound.direction !== 'outbound') throw new Error('it is outbound');
  const collected = { ...outbound.settings.to.collected, every: 5 };
  const settings = { ...outbound.settings, to: { ...outbound.settings.to, collected } };
  const folder = await openOutboundFolder({ folder: at }, log);
  const lead = vi.spyOn(journal, 'acquireLease').mockRejectedValue(new Error('out of order'));
  const loop = new CollectionLoop({ channels: [{ ...outbound, settings }], folder, journal, log });
  const running = loop.run();
  await expect.poll(() => lead.mock.calls.length).toBeGreaterThan(3);
  expect(lines).toMatchObject([{ level: 'error', code: 'collection-unknown' }]);
  lead.mockResolvedValueOnce(false).mockRejectedValue(new Error('again'));
  await expect.poll(() => lines.length).toBe(2);
  loop.stop();
  await running;
  await journal.close();
});

it('tells of each channel what lies too long of it, where several publish into one folder', async () => {
  const at = await temporaryFolder();
  const { log } = recordingLog();
  const journal = openSqliteJournal(join(at, 'journal.db'));
  const outbound = channel('responses');
  if (outbound.direction !== 'outbound') throw new Error('it is outbound');
  const collected = { ...outbound.settings.to.collected, within: 1_000 };
  const settings = { ...outbound.settings, to: { ...outbound.settings.to, collected } };
  const folder = await openOutboundFolder({ folder: at }, log);
  const mark = { temporary: '.a.tmp', folder: '.gateway-1', at: '2026-03-01T10:00:00.000Z' };
  const there = [
    { ...mark, id: 1, channel: 'responses', name: 'a.xml' },
    { ...mark, id: 2, channel: 'statuses', name: 'b.xml' },
    { ...mark, id: 3, channel: 'statuses', name: 'c.xml' },
  ];
  vi.spyOn(journal, 'listUncollected').mockResolvedValue(there);
  vi.spyOn(folder, 'findPublished').mockResolvedValue({ there, gone: [] });
  const channels = ['responses', 'statuses', 'orders'].map((name) => ({ ...outbound, settings, name }));
  const loop = new CollectionLoop({ channels, folder, journal, log });
  await loop.runRound();
  expect(loop.channelNames).toEqual(['responses', 'statuses', 'orders']);
  expect(loop.trouble('responses')?.en).toContain('a.xml');
  expect(loop.trouble('statuses')?.en).toMatch(/b\.xml.*1/);
  expect(loop.trouble('orders')).toBeUndefined();
  await journal.close();
});
