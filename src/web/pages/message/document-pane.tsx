import type { MessageDetails } from '../../../api/model/message-model.ts';
import { address, linkTo, pathWith } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { CodeView } from './code-view.tsx';
import { DownloadButton } from './download-button.tsx';
import { OpenTree } from './open-tree.tsx';
import { useFindingWalk } from './walk-findings.ts';

/** The document as the ERP or the exchange wrote it, with its findings at their places. */
export function DocumentPane({ message }: { readonly message: MessageDetails }) {
  const { messages } = words.value;
  const { document, findings, id, name, hasTree } = message;
  useFindingWalk();
  if (!document)
    return (
      <section aria-labelledby="document">
        <div class="pane-head">
          <h2 id="document">{messages.document}</h2>
        </div>
        <p class="note">{message.isDeleted ? messages.deleted : messages.notMaskable}</p>
      </section>
    );
  const isTree = hasTree && address.value.query.get('view') === 'tree';
  const lines = new Set(findings.flatMap(({ places }) => places.flatMap(({ line }) => line ?? [])));
  return (
    <section aria-labelledby="document">
      <div class="pane-head">
        <h2 id="document">{messages.document}</h2>
        <span class="mono muted name" title={name}>
          {name}
        </span>
        {document.role === 'corrected' && <span class="muted">{messages.original}</span>}
        {hasTree && <ViewSwitch isTree={isTree} />}
        <DownloadButton id={id} part={document.role} />
      </div>
      {message.isMasked && <p class="note">{messages.masked}</p>}
      {isTree ? (
        <OpenTree id={id} />
      ) : (
        <CodeView id={id} document={document} findings={findings} label={messages.document} />
      )}
      {lines.size > 1 && !isTree && <p class="hint hide-m">{messages.walk}</p>}
    </section>
  );
}

function ViewSwitch({ isTree }: { readonly isTree: boolean }) {
  const { messages } = words.value;
  const { path, query } = address.value;
  return (
    <span class="switch">
      <a href={linkTo(pathWith(path, query, { view: undefined }))} aria-current={isTree ? undefined : 'true'}>
        {messages.asText}
      </a>
      <a href={linkTo(pathWith(path, query, { view: 'tree' }))} aria-current={isTree ? 'true' : undefined}>
        {messages.asTree}
      </a>
    </span>
  );
}
