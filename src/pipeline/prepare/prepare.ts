import { buildOutput } from '../../mapping/mapping-output.ts';
import { carriesShipments } from '../channel/channel.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { withLostValues } from './lost-values.ts';
import { prepareInbound } from './prepare-inbound.ts';
import { prepareOutbound } from './prepare-outbound.ts';
import { prepareShipment } from './prepare-shipment.ts';
import type { PrepareResult, PrepareStep, PrepareTask } from './prepare-task.ts';

/** From bytes, what was gathered and the order state to what will be sent or published, or to a refusal. Pure. */
export function prepareDocument(tools: ChannelRuntime, task: PrepareTask): PrepareResult {
  const step = startPrepare(tools, task);
  return 'kind' in step ? step : step.conclude(buildOutput(step));
}

/** The same up to the run: whoever wants to watch or change it runs the mapping and concludes with what it made. */
export const startPrepare = (tools: ChannelRuntime, task: PrepareTask): PrepareStep =>
  withLostValues(tools, task, (heard) => startByDirection(tools, heard));

function startByDirection(tools: ChannelRuntime, task: PrepareTask): PrepareStep {
  const { channel } = task;
  if (channel.direction === 'inbound') return prepareInbound(tools, task, channel);
  return carriesShipments(channel)
    ? prepareShipment(tools, task, channel)
    : prepareOutbound(tools, task, channel);
}
