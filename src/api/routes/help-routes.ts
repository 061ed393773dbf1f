import { z } from 'zod';
import { packageFile } from '../../package.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Route, route } from '../kit/route.ts';
import { Manual } from '../manual/manual-pages.ts';
import {
  manualAnswer,
  manualPageAnswer,
  manualPageInput,
  manualSearchAnswer,
  manualSearchInput,
} from '../model/manual-model.ts';

export function helpRoutes(): readonly Route[] {
  const manual = new Manual(packageFile('docs'));
  return [
    route(
      {
        ...{ method: 'GET', path: '/help', role: 'read', forMasked: true },
        ...{ input: z.strictObject({}), output: manualAnswer },
        about: 'The pages of the manual.',
      },
      async () => ({ pages: [...manual.listPages()] }),
    ),
    route(
      {
        ...{ method: 'GET', path: '/help/page', role: 'read', forMasked: true },
        ...{ input: manualPageInput, output: manualPageAnswer },
        about: 'One page of the manual, as a tree.',
      },
      async ({ name }) => {
        const page = manual.findPage(name);
        if (page === undefined) throw noSuchPage(name);
        return page;
      },
    ),
    route(
      {
        ...{ method: 'GET', path: '/help/search', role: 'read', forMasked: true },
        ...{ input: manualSearchInput, output: manualSearchAnswer },
        about: 'Headings of the manual and codes of findings that hold all words.',
      },
      async ({ q }) => ({ hits: manual.search(q) }),
    ),
  ];
}

const noSuchPage = (name: string): ApiProblem =>
  new ApiProblem(404, 'no-such-page', {
    en: `The manual has no page “${name}”.`,
    nl: `De handleiding heeft geen pagina “${name}”.`,
  });
