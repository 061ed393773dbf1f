import type { TargetObject, TargetValue } from '../../../tree/values/target-tree.ts';
import type { WriteEnvelope } from '../../document-format.ts';
import type { EdifactLayout } from '../layout.ts';

/** A target whose UNB and UNH say what they must: what it says itself stays. */
export function fillEnvelope(
  target: TargetObject,
  { message, description }: EdifactLayout,
  envelope: WriteEnvelope | undefined,
): TargetObject {
  const { level, version } = description.write;
  const [date = '', time = ''] = envelope === undefined ? [] : envelope.at.split('T');
  const day = date.replaceAll('-', '');
  const unb: EnvelopeParts = {
    S001: { e0001: level, e0002: version },
    S004:
      envelope === undefined
        ? {}
        : { e0017: day.slice(version === '4' ? 0 : 2), e0019: time.replace(/:/g, '').slice(0, 4) },
    ...(envelope === undefined ? {} : { e0020: String(envelope.sequence) }),
  };
  const association = message.association === undefined ? {} : { e0057: message.association };
  const unh: EnvelopeParts = {
    e0062: '1',
    S009: {
      e0065: message.type,
      e0052: message.version,
      e0054: message.release,
      e0051: 'UN',
      ...association,
    },
  };
  const members = new Map(target.members);
  members.set('UNB', withParts(target.members.get('UNB'), unb));
  members.set('UNH', withParts(target.members.get('UNH'), unh));
  return { ...target, members };
}

type EnvelopeParts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

function withParts(value: TargetValue | undefined, parts: EnvelopeParts): TargetValue {
  if (value !== undefined && value.kind !== 'object') return value;
  const members = new Map(value?.members ?? []);
  for (const [name, part] of Object.entries(parts)) {
    const given = members.get(name);
    if (typeof part !== 'string') members.set(name, withParts(given, part));
    else if (given === undefined || (given.kind === 'scalar' && given.text === ''))
      members.set(name, { kind: 'scalar', type: 'string', text: part });
  }
  return { kind: 'object', members };
}
