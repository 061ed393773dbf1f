import os from 'node:os';

/** Who runs this process, as decisions and findings name him. */
export interface Account {
  readonly name: string;
  /** Of the system; -1 on Windows. */
  readonly number: number;
}

/** An account of which the system knows a number alone, as in a container, is named by that. */
export function readAccount(): Account {
  try {
    const { username, uid } = os.userInfo();
    return { name: username, number: uid };
  } catch {
    const number = process.getuid?.() ?? -1;
    return { name: `number ${number}`, number };
  }
}
