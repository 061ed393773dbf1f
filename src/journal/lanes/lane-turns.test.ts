import { expect, it } from 'vitest';
import { takeInTurn } from './lane-turns.ts';

/** Some of these lanes at a time, as a look lists them: after the last one comes the first again. */
const listSome = (all: readonly string[], most: number) => async (after: string) => {
  const turned = [...all.filter((lane) => lane > after), ...all.filter((lane) => lane <= after)];
  const lanes = turned.slice(0, most);
  return { lanes, next: turned.length < most ? undefined : lanes.at(-1) };
};

it('who finds nothing has looked at every lane, whichever was the last, and ends', async () => {
  for (let count = 1; count <= 12; count += 1) {
    const all = Array.from('abcdefghijkl'.slice(0, count));
    for (const last of ['', ...all, 'z']) {
      const seen = new Set<string>();
      let looks = 0;
      const take = async (lanes: readonly string[]): Promise<readonly string[]> => {
        looks += 1;
        if (looks > 2 * count + 2) throw new Error(`It never ends: ${count} lanes after ${last}`);
        for (const lane of lanes) seen.add(lane);
        return [];
      };
      expect(await takeInTurn(listSome(all, 4), take, last)).toEqual([]);
      expect([...seen].sort(), `after ${last}`).toEqual(all);
    }
  }
});
