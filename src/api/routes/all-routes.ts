import type { Desk } from '../desk.ts';
import type { Route } from '../kit/route.ts';
import { userRoutes } from './user-routes.ts';

/** Every route of the pages: the reference lists them. */
export const allRoutes = ({ journal }: Desk): readonly Route[] => [...userRoutes(journal.accounts)];
