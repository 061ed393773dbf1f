import type { Request, Response } from 'express';

/** How the secret of a session travels between browser and gateway. */
export interface SessionCarrier {
  /** Undefined: the request has none. */
  read(request: Request): string | undefined;
  /** Resolves to what the answer has to tell the page; undefined: nothing, the browser keeps it. */
  give(response: Response, secret: string): string | undefined;
  forget(response: Response): void;
}

/**
 * With TLS a cookie that no script reads and no other site sends. Each instance has its own name: cookies ignore ports. `instance`: such as the
 * id of the journal, which gateways behind one address share.
 */
export function cookieCarrier(instance: string): SessionCarrier {
  const name = `__Host-gateway-${instance.replace(/[^A-Za-z0-9]/g, '').slice(0, 12)}`;
  const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';
  return {
    read: ({ headers }) => cookieIn(headers.cookie ?? '', name),
    give: (response, secret) => void response.append('Set-Cookie', `${name}=${secret}; ${attributes}`),
    forget: (response) => void response.append('Set-Cookie', `${name}=; ${attributes}; Max-Age=0`),
  };
}

function cookieIn(header: string, name: string): string | undefined {
  const found = header.split(';').map((one) => one.trim().split('='));
  return found.find(([one]) => one === name)?.[1];
}

/**
 * Over plain HTTP on loopback there is no cookie: on a machine that many share, the browser would send it to whatever listens on another port.
 * The page keeps the secret, and sends it as a header.
 */
export const headerCarrier: SessionCarrier = {
  read: ({ headers }) => /^session (\S+)$/i.exec(headers.authorization ?? '')?.[1],
  give: (_response, secret) => secret,
  forget: () => undefined,
};
