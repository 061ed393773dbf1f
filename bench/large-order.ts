import { readFileSync } from 'node:fs';
import { orderXml } from '../test/kit/documents.ts';
import { freePort, GatewayProcess } from '../test/kit/process.ts';
import { Site } from '../test/kit/site.ts';

/**
 * What does a 50 MB order with an embedded file cost? Peak resident memory of a gateway in a process of its own, beside
 * that of the same gateway with a small order (Linux: VmHWM). Target: under 600 MB.
 */

const channelsFromErp = (config: { channels: Record<string, unknown> } & Record<string, unknown>): void => {
  config.http = { operator: { listen: `127.0.0.1:${port}` } };
  for (const name of ['responses', 'supplier-orders']) delete config.channels[name];
};

const port = await freePort();

function large(megabytes: number): Buffer {
  const file = Buffer.alloc(megabytes * 750_000, 'drawing').toString('base64');
  const reference = `<cac:DocumentReference><cbc:ID>D1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">${file}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:DocumentReference>`;
  const order = orderXml({ number: 'PO-LARGE' }).toString();
  return Buffer.from(
    order.replace('</cac:LineItem></cac:OrderLine>', `</cac:LineItem>${reference}</cac:OrderLine>`),
  );
}

/** Megabytes. */
function peak(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1000);
}

async function cost(
  name: string,
  bytes: Buffer,
): Promise<{ outcome: string; megabytes: number; seconds: number }> {
  const site = await Site.open({ config: channelsFromErp });
  const gateway = await GatewayProcess.start(site.path('gateway.yaml'));
  try {
    const start = performance.now();
    site.drop('erp/out/orders', name, bytes);
    const message = await site.ended(name, 1, 120);
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    return { outcome: message.outcome ?? message.state, megabytes: peak(gateway.pid), seconds };
  } finally {
    await gateway.kill();
    await site.close();
  }
}

const small = await cost('small.xml', orderXml({ number: 'PO-SMALL' }));
const fifty = await cost('large.xml', large(50));
console.table({ '2 kB': small, '50 MB': fifty });
console.log(
  `peak of 50 MB against 2 kB: ${(fifty.megabytes / small.megabytes).toFixed(2)}; target: under 600 MB`,
);
