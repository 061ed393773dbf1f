import type { SyntaxStarter } from '../define-syntax.ts';

export const csvStarter: SyntaxStarter = {
  label: 'a table of its own',
  samples: 'csv',
  sampleFile: 'orders.csv',
  files: '*.csv',
  extension: '.csv',
  ordersRemark: [
    'tables of orders. What a file looks like stands in mappings/formats/my-orders.yaml, where each column goes',
    'in mappings/my-orders-to-order.yaml.',
  ],
  orders: [{ channel: 'orders', document: 'my-orders', map: 'my-orders-to-order' }],
  responses: { document: 'csv-order-response', map: 'order-response-to-csv-order-response' },
  answers: 'as tables',
  renderNextStep: (
    path,
  ) => `Change ${path('mappings/formats/my-orders.yaml')} to what your ERP writes (docs/own-format.md),
     then put a file of it`,
};
