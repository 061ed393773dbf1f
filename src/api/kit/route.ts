import type { z } from 'zod';
import type { Language } from '../../types.ts';
import type { UserRole } from '../model/common-model.ts';
import { buildBadRequest } from './bad-request.ts';

/** Who asks. */
export interface Caller {
  /** Of the user, of a token, or of an account of the system. */
  readonly name: string;
  readonly role: UserRole;
  /** A user without it. */
  readonly kind?: 'user' | 'system' | 'token';
  /** No value of a document may be shown, nor searched for. */
  readonly masked?: boolean;
  /** Hash of the session; absent: a token. */
  readonly session?: string;
}

export interface RequestContext {
  readonly caller: Caller;
  /** The address that the request came from. */
  readonly address: string;
  /** In which texts are answered. */
  readonly language: Language;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What a route is: the router checks callers, inputs and answers by it. */
export interface RouteDescription<In extends z.ZodType, Out extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with parameters as `:id`. */
  readonly path: `/${string}`;
  /** The least role that may ask. */
  readonly role: UserRole;
  /** Its answer holds no value of a document, or masks each, and no value can be searched for: users who see documents masked may ask it. */
  readonly forMasked?: true;
  /**
   * Of a route that is no GET: why the router notes nothing. `reads`: it changes nothing, its question is too long for an address. `draft`: it
   * keeps what its caller typed and has not sent. `journal`: the change and its entry are one transaction.
   */
  readonly unaudited?: 'reads' | 'draft' | 'journal';
  /** A gateway carries out what it asks, or reaches for what a gateway reaches: where a folder of mappings alone is open, it is refused. */
  readonly needsGateway?: true;
  /** What it is for, in one sentence. */
  readonly about: string;
  /** Of parameters in the path and the query (GET, DELETE) or the body, together. */
  readonly input: In;
  readonly output: Out;
}

export interface Route {
  readonly description: RouteDescription<z.ZodType, z.ZodType>;
  /** Rejects with ApiProblem. */
  answer(input: unknown, context: RequestContext): Promise<unknown>;
  /** What the audit keeps of it; `answer`: absent where it was refused. Absent: nothing (`unaudited`). */
  readonly audit?: ((input: unknown, answer: unknown) => RouteAudit | undefined) | undefined;
}

/** What somebody asked to be done. */
export interface RouteAudit {
  readonly action: string;
  readonly object: string;
  readonly detail?: string;
  readonly reason: string;
}

/** Ties a handler to its description: it gets what `input` allows, and may answer what `output` describes and no more. */
export function route<In extends z.ZodType, Out extends z.ZodType>(
  description: RouteDescription<In, Out>,
  handle: (input: z.output<In>, context: RequestContext) => Promise<z.input<Out>>,
  describeAudit?: (input: z.output<In>, answer: z.output<Out> | undefined) => RouteAudit,
): Route {
  return {
    description,
    audit: describeAudit && buildAudit(description, describeAudit),
    answer: async (asked, context) => {
      const input = readInput(description.input, asked);
      return description.output.parse(await handle(input, context));
    },
  };
}

/** What was asked in another way than the description allows is not kept. */
function buildAudit<In extends z.ZodType, Out extends z.ZodType>(
  { input, output }: RouteDescription<In, Out>,
  describe: (input: z.output<In>, answer: z.output<Out> | undefined) => RouteAudit,
): NonNullable<Route['audit']> {
  return (asked, answer) => {
    const { data } = input.safeParse(asked);
    return data === undefined ? undefined : describe(data, output.safeParse(answer).data);
  };
}

/** Throws ApiProblem for what the description does not allow. */
export function readInput<In extends z.ZodType>(description: In, asked: unknown): z.output<In> {
  const input = description.safeParse(asked, { reportInput: true });
  if (!input.success) throw buildBadRequest(input.error);
  return input.data;
}
