import type { LoginAnswer } from '../../../api/model/session-model.ts';
import { call } from '../call-api.ts';
import { keepSecret, session, sessionState } from '../session.ts';

/** Rejects with CallFailed: wrong, too often, or no connection. */
export async function logIn(name: string, password: string): Promise<void> {
  const browser = readMarks()[keyOf(name)];
  const body = { name, password, ...(browser === undefined ? {} : { browser }) };
  enter(await call<LoginAnswer>('/login', { method: 'POST', body }));
}

/** By it the gateway knows this browser again, where somebody else of the same address types wrong passwords. By the user's name. */
const kept = 'gateway-browsers';
const most = 20;

const keyOf = (name: string): string => name.trim().toLowerCase();

function readMarks(): Readonly<Record<string, string>> {
  const entries = (localStorage.getItem(kept) ?? '').split('\n').map((line) => line.split('\t'));
  return Object.fromEntries(entries.map(([name = '', mark = '']) => [name, mark]));
}

function keepMark(name: string, mark: string): void {
  const others = Object.entries(readMarks()).filter(([other]) => other !== '' && other !== keyOf(name));
  const lines = [[keyOf(name), mark], ...others].slice(0, most).map((line) => line.join('\t'));
  localStorage.setItem(kept, lines.join('\n'));
}

export function enter({ secret, browser, ...answer }: LoginAnswer): void {
  keepSecret(secret);
  if (browser !== undefined) keepMark(answer.user.name, browser);
  session.value = answer;
  sessionState.value = 'in';
}
