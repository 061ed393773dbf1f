import type { Meter } from '../../metrics/meter.ts';
import type { SendCall } from './call.ts';

/** Reports duration and status of each request to the meter. The wait for a turn does not count. */
export function withMeter(send: SendCall, meter: Meter | undefined): SendCall {
  if (meter === undefined) return send;
  return async (call) => {
    const started = performance.now();
    const reply = await send(call);
    meter.observeRequest(call.operation, reply.answer.status, (performance.now() - started) / 1000);
    return reply;
  };
}
