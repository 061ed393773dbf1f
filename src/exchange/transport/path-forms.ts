import { type Call, headerOf, type Reply, type SendCall } from './call.ts';

/**
 * Where the specification leaves open whether a path has /v2, it is tried as printed, and on 404 with /v2. Which of
 * them is right is remembered per operation, but only from an answer that proves it: a 404 may as well be an unknown
 * order, and an error may come from a proxy before the exchange.
 */
export function withPathForms(send: SendCall): SendCall {
  const known = new Map<string, string>();
  return async (call) => {
    if (call.alternativePath === undefined) return send(call);
    const form = known.get(call.operation);
    if (form !== undefined) return send(form === 'other' ? other(call, call.alternativePath) : call);
    const first = await send(call);
    if (proves(first)) known.set(call.operation, 'printed');
    if (first.answer.status !== 404) return first;
    const second = await send(other(call, call.alternativePath));
    if (proves(second)) known.set(call.operation, 'other');
    return second.answer.status === 404 ? likelierFromExchange(first, second) : second;
  };
}

const other = (call: Call, path: string): Call => ({ ...call, path });

const proves = ({ answer }: Reply): boolean => answer.kind === 'ok' || answer.kind === 'refused';

/** Of two 404, the one that is from the exchange rather than from a router: the one in JSON. */
const likelierFromExchange = (first: Reply, second: Reply): Reply =>
  !isJson(first) && isJson(second) ? second : first;

const isJson = ({ headers }: Reply): boolean => headerOf(headers, 'content-type')?.includes('json') ?? false;
