import type { SyntaxStarter } from '../define-syntax.ts';

export const idocStarter: SyntaxStarter = {
  label: "SAP's IDocs",
  samples: 'idoc',
  sampleFile: 'orders.xml',
  files: '*',
  extension: '.xml',
  ordersRemark: [
    'IDocs of SAP, XML or flat. Orders (ORDERS) and changes (ORDCHG) may share the folder: MESTYP tells them apart.',
  ],
  orders: [
    { channel: 'orders', document: 'idoc-orders', map: 'idoc-orders-to-order' },
    { channel: 'changes', document: 'idoc-ordchg', map: 'idoc-ordchg-to-order' },
  ],
  responses: { document: 'my-idoc-ordrsp', map: 'my-response-to-idoc' },
  answers: 'as IDocs ORDRSP',
  renderNextStep: (
    path,
  ) => `Write your client, ports and partners into ${path('mappings/formats/my-idoc-ordrsp.yaml')}
     (docs/idoc.md), then put an IDoc of your SAP`,
};
