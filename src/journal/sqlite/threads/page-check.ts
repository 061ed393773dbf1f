import { z } from 'zod';
import { threadProgram } from '../../../package.ts';
import { JournalThread } from './journal-thread.ts';

const partSchema = z.object({ more: z.boolean(), damaged: z.string().optional() });

/** What the check of one part came to. */
export type CheckedPart = z.infer<typeof partSchema>;

/** Looks for damaged pages of an embedded journal, part by part, on a thread and a connection of its own. */
export class PageCheck {
  readonly #thread: JournalThread;

  constructor(path: string) {
    // it knows how far it has come
    this.#thread = new JournalThread(threadProgram('journal-check'), { path }, { stays: true });
  }

  /** After the last part, and after damage, the thread goes: the next one begins anew. */
  async next(): Promise<CheckedPart> {
    const part = partSchema.parse(await this.#thread.ask('next'));
    if (!part.more || part.damaged !== undefined) await this.#thread.close();
    return part;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
