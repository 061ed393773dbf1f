import type { SyntaxStarter } from '../define-syntax.ts';

export const edifactStarter: SyntaxStarter = {
  label: 'EDIFACT',
  samples: 'edifact',
  sampleFile: 'orders.edi',
  files: '*.edi',
  extension: '.edi',
  ordersRemark: ['EDIFACT. Orders (ORDERS) and changes (ORDCHG) may share the folder, and an interchange.'],
  orders: [
    { channel: 'orders', document: 'edifact-d96a-orders', map: 'edifact-orders-to-order' },
    { channel: 'changes', document: 'edifact-d96a-ordchg', map: 'edifact-ordchg-to-order' },
  ],
  responses: { document: 'edifact-d96a-ordrsp', map: 'order-response-to-edifact-ordrsp' },
  answers: 'as EDIFACT ORDRSP',
  renderNextStep: (
    path,
  ) => `If your interchanges name partners whom the messages do not, fill in ${path('mappings/tables/partners.csv')}
     (docs/edifact.md), then put a file of your ERP`,
};
