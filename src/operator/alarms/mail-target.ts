import { getCACertificates } from 'node:tls';
import type { Transporter } from 'nodemailer';
import type { AlarmSettings } from '../../config/schema/config-schema.ts';
import { explainFailure, type LocalizedError, localizeError } from '../../findings/localized-error.ts';
import { SecretRedactor } from '../../text/secret-redactor.ts';
import { readText } from '../../text/text-file.ts';
import { rejectAfter } from '../../time/deadline.ts';
import type { AlarmMessage } from './alarm-message.ts';
import { type AlarmTarget, longestSend } from './alarm-target.ts';

type Mail = NonNullable<AlarmSettings['mail']>;

/** Milliseconds. */
const usual = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Plain text by SMTP, to addresses of the config alone. Certificates are always checked. */
export function buildMailTarget(mail: Mail, timeouts = usual): AlarmTarget {
  const place = `${mail.smtp.host}:${mail.smtp.port}`;
  return { name: 'mail', address: place, send: (notice) => send(mail, place, notice, timeouts) };
}

async function send(
  mail: Mail,
  place: string,
  notice: AlarmMessage,
  timeouts: typeof usual,
): Promise<LocalizedError | undefined> {
  const transport = await openTransport(mail.smtp, timeouts);
  try {
    const late = () => localizeError('mail-late');
    const { rejected } = await rejectAfter(longestSend, transport.sendMail(messageOf(mail, notice)), late);
    const refused = rejected.map((address) => (typeof address === 'string' ? address : address.address));
    return refused.length === 0
      ? undefined
      : localizeError('mail-refused', { place, to: refused.join(', ') });
  } catch (error) {
    // the server has seen the password, and may say it
    const secret = new SecretRedactor(mail.smtp.password ?? '');
    const { en, nl } = explainFailure(error);
    const why = { en: secret.redactText(en), nl: secret.redactText(nl) };
    throw localizeError('mail-not-taken', { place, why });
  } finally {
    transport.close();
  }
}

/** A connection of its own each time: alarms are seldom, and files with secrets may have changed. */
async function openTransport(smtp: Mail['smtp'], timeouts: typeof usual) {
  const { host, port, tls, user, password, certificateAuthority } = smtp;
  const { createTransport } = await import('nodemailer');
  const authority = certificateAuthority === undefined ? [] : [await readText(certificateAuthority)];
  const transport: Transporter<SentMail> = createTransport({
    ...{ host, port, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { minVersion: 'TLSv1.2', ca: [...getCACertificates('default'), ...authority] },
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
  });
  return transport;
}

interface SentMail {
  readonly rejected: readonly (string | { readonly address: string })[];
}

/** No machine answers what a machine wrote. */
const messageOf = ({ from, to }: Mail, { subject, text }: AlarmMessage) => ({
  ...{ from, to, subject, text },
  headers: { 'Auto-Submitted': 'auto-generated' },
});
