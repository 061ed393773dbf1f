import type { ComponentChildren } from 'preact';
import type { MessageDetails } from '../../../api/model/message-model.ts';
import { StateMark } from '../../parts/icons.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatCount, formatTime } from '../../parts/times.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { DownloadButton } from './download-button.tsx';

/** What happened to it, and what it was made with. */
export function MessageFacts({ message }: { readonly message: MessageDetails }) {
  const { messages } = words.value;
  const { receivedAt, channel, size, place, attempts, decisions, madeWith, hasState, parts, documents, id } =
    message;
  const about = [
    formatTime(receivedAt),
    channel,
    size === undefined ? '' : messages.bytes(formatCount(size)),
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{messages.happened}</h2>
      <dl class="facts">
        <Fact name={messages.received}>{about.filter(Boolean).join(', ')}</Fact>
        {message.of !== undefined && <MessageLink name={messages.ofFile} id={message.of} />}
        {message.corrects !== undefined && <MessageLink name={messages.corrects} id={message.corrects} />}
        {place !== undefined && (
          <Fact name={messages.liesAt}>
            <code>{place}</code>
          </Fact>
        )}
        <Fact name={messages.attempts}>
          {attempts.length === 0 && messages.none}
          {attempts.map(({ at, mark, text }) => (
            <p key={at}>
              <StateMark state={mark} /> {formatTime(at)}
              {text !== '' && ' · '}
              <Sentence text={text} />
            </p>
          ))}
        </Fact>
        <Fact name={messages.decisions}>
          {decisions.length === 0 && messages.none}
          {decisions.map(({ at, who, what, reason, result }) => (
            <p key={`${at} ${what}`}>
              {formatTime(at)} <b>{who}</b>: {what}
              {reason !== '' && ` (“${reason}”)`}. {result}
            </p>
          ))}
        </Fact>
        {madeWith.length > 0 && (
          <Fact name={messages.madeWith}>
            {madeWith.map(({ name, version }) => (
              <p key={name}>
                <a href={linkTo(`/mappings/${encodeURIComponent(name)}?source=message:${id}`)}>{name}</a>{' '}
                <a
                  class="mono"
                  href={linkTo(`/mappings/${encodeURIComponent(name)}/history`)}
                  title={messages.versionsOf(name)}
                >
                  {version}
                </a>
              </p>
            ))}
          </Fact>
        )}
        {!message.isMasked && (
          <Fact name={messages.saw}>
            {hasState ? (
              <DownloadButton id={id} part="state" label={messages.sawState} />
            ) : (
              messages.sawNothing
            )}
          </Fact>
        )}
        {parts.length > 0 && (
          <Fact name={messages.parts}>
            {parts.map(({ role }) => (
              <DownloadButton key={role} id={id} part={role} label={messages.partNames[role] ?? role} />
            ))}
          </Fact>
        )}
      </dl>
      <Documents documents={documents} />
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const MessageLink = ({ name, id }: { readonly name: string; readonly id: number }) => (
  <Fact name={name}>
    <a href={linkTo(`/messages/${id}`)}>{words.value.messages.message(id)}</a>
  </Fact>
);

/** Of a file of several: each is a message of its own. */
function Documents({ documents }: Pick<MessageDetails, 'documents'>) {
  if (documents.length === 0) return null;
  return (
    <>
      <h3>{words.value.messages.documents}</h3>
      <ul class="causes">
        {documents.map(({ id, name, mark, sentence }) => (
          <li key={id}>
            <StateMark state={mark} />
            <div>
              <Sentence text={sentence} />
              <p class="at">{name}</p>
            </div>
            <a class="mono" href={linkTo(`/messages/${id}`)}>
              #{id}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
