import type { Desk } from '../desk.ts';
import type { Route } from '../kit/route.ts';

/** Every route of the pages: the reference lists them. */
export const allRoutes = (_desk: Desk): readonly Route[] => [];
