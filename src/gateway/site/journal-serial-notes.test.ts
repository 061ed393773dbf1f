import { describe, expect, it } from 'vitest';
import { assertJournalNotOlder } from './journal-serial-notes.ts';

/** A journal of this number, and a folder in which another gateway notes what `raise` makes of it while it is looked at. */
function whileNoting(
  serial: number,
  raise: (serial: number) => { readonly noted: number; readonly now: number },
) {
  let now = serial;
  const folder = {
    readJournalSerial: async () => {
      const { noted, now: next } = raise(now);
      now = next;
      return { serial: noted, place: 'in/.gateway/.journal' };
    },
  };
  const journal = { id: 'j', readSerial: async () => now };
  return { journal, inbound: new Map([['orders', folder]]), outbound: new Map() };
}

describe('the number of the journal that folders have noted', () => {
  it('may be raised and noted by another gateway that starts meanwhile', async () => {
    const site = whileNoting(7, (serial) => ({ noted: serial + 1, now: serial + 1 }));
    await expect(assertJournalNotOlder(site)).resolves.toBeUndefined();
  });

  it('is not above that of the journal, but where an older copy was put back', async () => {
    const site = whileNoting(7, (serial) => ({ noted: serial + 1, now: serial }));
    await expect(assertJournalNotOlder(site)).rejects.toThrow('in/.gateway/.journal');
  });
});
