import type { Meter } from '../../metrics/meter.ts';
import type { SendCall } from './call.ts';

/** Tells what each request took and how it was answered; those that had to wait for their turn, from then on. */
export function withMeter(send: SendCall, meter: Meter | undefined): SendCall {
  if (meter === undefined) return send;
  return async (call) => {
    const started = performance.now();
    const reply = await send(call);
    meter.observeRequest(call.operation, reply.answer.status, (performance.now() - started) / 1000);
    return reply;
  };
}
