import { outboundBehaviour } from './testkit/outbound-behaviour.ts';

outboundBehaviour();
