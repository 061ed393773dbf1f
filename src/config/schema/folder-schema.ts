import { z } from 'zod';
import { temporarySuffixes } from '../../folders/reserved-names.ts';
import { duration, text, timerDuration } from './setting-types.ts';

/** Both ends of channels that are folders: where the ERP puts its files, and where it gets them. */

const settle = z.strictObject({
  interval: timerDuration
    .optional()
    .describe(
      'Two looks this far apart must see the same size and time. 100ms by default (500ms for a file that is no XML), 20ms with a done-file; on SFTP at least 2s.',
    ),
  patience: duration
    .prefault('60s')
    .describe('After this much quiet an unfinished XML file is warned about.'),
  giveUp: duration.prefault('15m').describe('After this much quiet an unfinished XML file is refused.'),
  renamed: z
    .boolean()
    .optional()
    .describe(
      'true: the ERP writes under a name that `files` does not take and renames when it has done, so that nothing is waited for where a file shows no end (CSV: 10s otherwise).',
    ),
});

const names = (what: string) => z.array(text).optional().describe(`${what}, in order of preference.`);

export const algorithms = z
  .strictObject({
    kex: names('Key exchange'),
    cipher: names('Ciphers'),
    hmac: names('Message authentication'),
    serverHostKey: names('Kinds of host keys'),
  })
  .optional()
  .describe('For old servers: what to use instead of the safe choice.');

const sftp = z.strictObject({
  host: text.describe('Name or address of the server.'),
  port: z.number().int().min(1).max(65_535).default(22).describe('Its port.'),
  user: text.describe('The account there.'),
  password: z
    .string()
    .min(1)
    .optional()
    .describe('Give it as "${ENV_NAME}" or "${file:PATH}", never in plain text.'),
  privateKey: z
    .string()
    .regex(/^(-----BEGIN|PuTTY-User-Key-File)/, 'the key itself: write "${file:PATH}"')
    .optional()
    .describe('The private key, instead of a password, as "${file:PATH}".'),
  passphrase: z.string().min(1).optional().describe('Of the private key.'),
  agent: text
    .optional()
    .describe('Socket of an ssh agent that holds the key, such as "${SSH_AUTH_SOCK}", instead of both.'),
  hostKey: z
    .string()
    .regex(
      /^SHA256:[A-Za-z0-9+/]{43}$/,
      'SHA256: and 43 characters, as `gateway sftp trust HOST` puts it here',
    )
    .describe(
      'Fingerprint of the server; `gateway sftp trust HOST` puts it here. A server with another is refused.',
    ),
  folder: text.describe('Folder there; one without a leading slash lies in the home of the account.'),
  algorithms,
  timeout: timerDuration.prefault('30s').describe('Deadline of one call.'),
});

const doneEnding = z
  .string()
  .regex(/^\.[A-Za-z0-9._-]{1,20}$/, 'an ending that begins with a dot, such as .done')
  .optional();

/** One of the two must be given, and only one. */
function oneFolder(
  end: { readonly folder?: unknown; readonly sftp?: unknown },
  context: z.RefinementCtx,
): void {
  if (end.folder === undefined && end.sftp === undefined)
    context.addIssue({ code: 'custom', path: ['folder'], message: 'missing' });
  if (end.folder !== undefined && end.sftp !== undefined)
    context.addIssue({ code: 'custom', path: ['sftp'], message: 'left out where `folder` is given' });
}

const fileMode = z
  .string()
  .regex(/^0?[0-7]{3}$/, 'three octal digits in quotes, such as "640"')
  .transform((digits) => Number.parseInt(digits, 8))
  .optional();

export const folderSource = z
  .strictObject({
    folder: text
      .optional()
      .describe('Inbound folder; archive/, error/ and parked/ are made inside it. Or `sftp`.'),
    sftp: sftp.optional().describe('Inbound folder on an SFTP server, instead of `folder`.'),
    files: text
      .optional()
      .transform((pattern = '') => pattern)
      .describe(
        'Which names belong to this channel; others are left alone. By default those of its format: *.xml, *.csv.',
      ),
    lane: text
      .optional()
      .describe(
        'Folders with the same word here keep one order of arrival; without it each folder has its own. For orders whose files come by several folders.',
      ),
    settle: settle.prefault({}).describe('When a file counts as written to its end.'),
    every: timerDuration
      .optional()
      .describe(
        'Time between two looks into the folder; by default 10s on SFTP, 5s on a disk of this machine of which the system tells what happens, elsewhere settle.interval where that is given, else 500ms.',
      ),
    temporary: z
      .array(text)
      .default([...temporarySuffixes])
      .describe('Endings of names that a writer is still busy with; a leading dot counts always.'),
    done: doneEnding.describe(
      'Files count only when a done-file lies beside them: .done asks for NAME.done, removed after the claim.',
    ),
    claim: z
      .enum(['rename', 'delete', 'remember'])
      .default('rename')
      .describe(
        'How files are taken. rename: into archive/, error/ and parked/. Where the account may not: delete, after they are in the journal; remember: never touched, the journal knows them.',
      ),
    work: text
      .optional()
      .describe(
        'Folder for claimed files on the same file system, or the same server; .gateway in the inbound folder by default.',
      ),
    reports: text
      .optional()
      .describe(
        'Folder of this machine for reports of refused and parked files, instead of beside the files.',
      ),
    fileMode: fileMode.describe(
      'Rights of files in archive/, error/ and parked/ and of reports, such as "640"; without it they keep those they have. A file that belongs to another account keeps its own.',
    ),
    recursive: z
      .boolean()
      .default(false)
      .describe('Files in sub-folders too; archive/ and error/ keep their path. Links are not followed.'),
    archive: z
      .strictObject({
        keep: duration.describe('archive/YYYY/MM/DD is deleted when that day is so long ago. error/ never.'),
      })
      .optional()
      .describe('What becomes of old files in archive/; they are kept for ever by default.'),
    byDate: z
      .boolean()
      .default(true)
      .describe('archive/ and error/ get sub-folders YYYY/MM/DD, by the day the file was taken.'),
  })
  .superRefine(oneFolder);

const collected = z.strictObject({
  every: timerDuration
    .prefault('10s')
    .describe('Time between two looks whether the ERP has collected its files.'),
  within: duration
    .optional()
    .describe('An alarm is raised when a published file lies there longer than this; without it, none.'),
  beforeNext: z
    .boolean()
    .default(false)
    .describe('The next file of an order is published only after the one before was collected.'),
});

export const folderTarget = z
  .strictObject({
    folder: text.optional().describe('Outbound folder; parked/ is made inside it. Or `sftp`.'),
    sftp: sftp.optional().describe('Outbound folder on an SFTP server, instead of `folder`.'),
    name: text
      .optional()
      .transform((template = '') => template)
      .describe(
        'Fields: {purchaseOrderNumber} {shipmentNumber} {documentType} {eventName} {date} {sequence}; no slashes, files go into the folder itself. By default {purchaseOrderNumber}-{sequence} and the ending of its format: .xml, .csv.',
      ),
    fileMode: fileMode.describe(
      'Rights of published files and of reports on them, such as "640"; without it what the system gives.',
    ),
    mode: fileMode.describe('The same, as it was called before.'),
    done: doneEnding.describe(
      'Ending of an empty file that is published after each file: .done makes NAME.done.',
    ),
    collected: collected
      .prefault({})
      .describe('The ERP has collected a published file when it is no longer there.'),
  })
  .superRefine(oneFolder);

export type SettleSettings = z.output<typeof settle>;
/** Names as OpenSSH spells them; what is given replaces the built-in choice. */
export type Algorithms = NonNullable<z.output<typeof algorithms>>;
export type SftpSettings = z.output<typeof sftp>;
export type FolderSource = z.output<typeof folderSource>;
export type FolderTarget = z.output<typeof folderTarget>;
