import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword, isOutdated, passwordCost, verifyPassword } from './password-hash.ts';
import { PasswordQueue } from './password-queue.ts';

const cheap = { ln: 4, r: 8, p: 1 };

it('a password is told from others, in whatever way its letters are written', async () => {
  const phc = await hashPassword('crème brûlée 2026', randomBytes(16), cheap);
  expect(await verifyPassword('crème brûlée 2026', phc)).toBe(true);
  expect(await verifyPassword('cre\u0300me bru\u0302le\u0301e 2026', phc)).toBe(true);
  expect(await verifyPassword('creme brulee 2026', phc)).toBe(false);
});

it('two hashes of one password differ', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => hashPassword('same', randomBytes(16), cheap)));
  expect(one).not.toBe(other);
});

it.each([undefined, '', 'plain text', '$scrypt$ln=4,r=8,p=1$$', '$scrypt$ln=63,r=8,p=1$AAAA$AAAA'])(
  'the hash %s is nobody’s',
  async (phc) => {
    expect(await verifyPassword('plain text', phc, cheap)).toBe(false);
  },
);

it('today’s cost is 128 MB', async () => {
  expect(passwordCost).toEqual({ ln: 17, r: 8, p: 1 });
  const phc = await hashPassword('a horse and its stable', randomBytes(16));
  expect(await verifyPassword('a horse and its stable', phc)).toBe(true);
  expect(isOutdated(phc, passwordCost)).toBe(false);
});

it('one runs at a time, ten wait, and no address takes all the places', async () => {
  const queue = new PasswordQueue();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await held;
    running -= 1;
    return 'done';
  };
  const flood = Array.from({ length: 20 }, () => queue.run('10.0.0.7', task));
  const others = Array.from({ length: 20 }, (_, n) => queue.run(`10.0.1.${n}`, task));
  go();
  const count = (answers: readonly unknown[]) => answers.filter((answer) => answer === 'done').length;
  expect([count(await Promise.all(flood)), count(await Promise.all(others))]).toEqual([4, 7]);
  expect(most).toBe(1);
});

it('a task that fails holds up nobody', async () => {
  const queue = new PasswordQueue();
  const failed = queue.run('a', () => Promise.reject(new Error('no')));
  const next = queue.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
