import { inboundBehaviour } from './testkit/inbound-behaviour.ts';

inboundBehaviour();
