import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { explainFailure } from '../../findings/localized-error.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import { sendJson } from '../../http/send-json.ts';
import type { AccountStore, Author } from '../../journal/journal.ts';
import type { Log } from '../../system/log.ts';
import type { Language } from '../../types.ts';
import { type UserRole, userRoles } from '../model/common-model.ts';
import { ApiProblem } from './api-problem.ts';
import { addressOf } from './client-address.ts';
import type { Caller, RequestContext, Route } from './route.ts';

/** Bytes of a body: a corrected document of 5 MB, escaped. */
const mostBody = '12mb';

export interface ApiParts {
  readonly routes: readonly Route[];
  /** Who asks; rejects with ApiProblem where nobody is logged in, or the request may come from another site. */
  identify(request: Request): Promise<Caller>;
  /** Keeps what people ask to be done. */
  readonly audit?: Pick<AccountStore, 'addAuditEntry'>;
  readonly log: Log;
  /** False: nobody carries out what is decided. */
  readonly runsGateway?: boolean;
}

/** Answers `/api/...`: checks who asks, reads the input by the description of the route, and tells problems by their code. */
export function buildApiRouter({ routes, identify, audit, log, runsGateway = true }: ApiParts): Router {
  const router = Router();
  for (const one of routes) {
    const { method, path, role, forMasked, needsGateway } = one.description;
    const answer = async (request: Request, response: Response): Promise<void> => {
      const caller = await identify(request);
      if (!mayAsk(caller.role, role)) throw notForRole(role);
      if (caller.masked && !forMasked) throw notMasked();
      if (needsGateway && !runsGateway) throw noGateway();
      await readBody(request, response);
      const context = contextOf(request, response, caller);
      sendJson(
        response.set('Cache-Control', 'no-store'),
        200,
        answerOf(await answerAudited(one, inputOf(request), context, audit)),
      );
    };
    router[methods[method]](path, answer);
  }
  router.use(() => {
    throw new ApiProblem(404, 'no-such-route', noSuchRoute);
  });
  router.use(tellProblems(log));
  return router;
}

/** Whether it was done or refused stands in the audit, with who and from where. */
async function answerAudited(
  one: Route,
  input: object,
  context: RequestContext,
  audit: ApiParts['audit'],
): Promise<unknown> {
  const note = async (result: string, answer?: unknown): Promise<void> => {
    const asked = one.audit?.(input, answer);
    if (asked) await audit?.addAuditEntry({ ...asked, by: actorIn(context), result });
  };
  try {
    const answer = await one.answer(input, context);
    await note(resultIn(answer), answer);
    return answer;
  } catch (error) {
    if (error instanceof ApiProblem) await note(error.code);
    throw error;
  }
}

/** An answer may say itself that it was refused, or is still to come. */
const resultIn = (answer: unknown): string => {
  const kind = typeof answer === 'object' && answer !== null && 'kind' in answer ? answer.kind : undefined;
  return kind === 'refused' || kind === 'pending' ? kind : 'done';
};

export const actorIn = ({ caller: { kind = 'user', name }, address }: RequestContext): Author => ({
  ...{ kind, name, address },
});

const parseJson = express.json({ limit: mostBody });

/** Not before it is known who asks: of strangers nothing large is taken in. */
const readBody = (request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    parseJson(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

export const mayAsk = (has: UserRole, needed: UserRole): boolean =>
  userRoles.indexOf(has) >= userRoles.indexOf(needed);

const answerOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : { value };

const inputOf = ({ method, params, query, body }: Request): object => ({
  ...(method === 'GET' || method === 'DELETE' ? query : body),
  ...params,
});

function contextOf(request: Request, response: Response, caller: Caller): RequestContext {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  return { caller, address: addressOf(request), language: languageOf(request), signal: gone.signal };
}

const languageOf = (request: Request): Language =>
  request.acceptsLanguages('en', 'nl') === 'nl' ? 'nl' : 'en';

/** Express knows a handler of errors by its four parameters. */
export const tellProblems =
  (log: Log) =>
  (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = problemOf(error, log);
    const { status, code, details } = problem;
    sendJson(response.set('Cache-Control', 'no-store'), status, {
      code,
      text: problem.text[languageOf(request)],
      details,
    });
  };

function problemOf(error: unknown, log: Log): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const status = statusIn(error);
  if (status !== undefined && status < 500)
    return new ApiProblem(status, 'bad-request', explainFailure(error));
  log.error({ code: 'page-failed', err: error }, 'a request of a page could not be answered');
  return new ApiProblem(500, 'internal', internal);
}

/** As express' reader of bodies throws it. */
const statusIn = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

const notForRole = (role: UserRole): ApiProblem =>
  new ApiProblem(403, 'role', {
    en: `This needs the role “${role}”.`,
    nl: `Hiervoor is de rol “${role}” nodig.`,
  });

const notMasked = (): ApiProblem =>
  new ApiProblem(403, 'masked', {
    en: 'You see documents masked, and this shows them as they are.',
    nl: 'U ziet documenten gemaskeerd, en dit toont ze zoals ze zijn.',
  });

const noGateway = (): ApiProblem =>
  new ApiProblem(409, 'no-gateway', {
    en: 'Nothing was done: this is the workbench of a folder, and no gateway runs here that could carry it out. Decide on the pages of the gateway.',
    nl: 'Er is niets gedaan: dit is de werkbank van een map, en hier draait geen gateway die het kan uitvoeren. Beslis op de pagina’s van de gateway.',
  });

const noSuchRoute: LocalizedText = { en: 'There is nothing here.', nl: 'Hier is niets.' };

const internal: LocalizedText = {
  en: 'The gateway could not answer this. Its log says why (page-failed).',
  nl: 'De gateway kon dit niet beantwoorden. In zijn log staat waarom (page-failed).',
};
