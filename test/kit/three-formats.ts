import { mkdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../../src/package.ts';
import { Site } from './site.ts';

/** A site whose ERP sends its orders as SCSN, as CSV and as EDIFACT. */
export const openSiteOfThreeFormats = (): Promise<Site> =>
  Site.open({
    config({ channels }, folder) {
      const to = { exchange: 'api-connector/order' };
      for (const name of ['csv', 'edifact']) mkdirSync(`${folder}/erp/out/${name}`, { recursive: true });
      Object.assign(channels['orders-json'] ?? {}, { notFound: { patience: '1ms' } });
      Object.assign(channels, {
        csv: {
          ...{ from: { folder: 'erp/out/csv', settle: { interval: '50ms' } }, document: 'csv-order', to },
          map: ['csv-order-to-order', 'complete-order', 'order-to-exchange'],
        },
        edifact: {
          ...{ from: { folder: 'erp/out/edifact' }, document: 'edifact-d96a-orders', to },
          map: ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'],
        },
      });
    },
  });

/** An interchange with one order. */
export const readInterchange = (): Buffer =>
  readFileSync(packageFile('mappings/fixtures/edifact-orders-to-order.price-per-hundred/document.edi'));
