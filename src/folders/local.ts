export { type InboundFolderSettings, openInboundFolder } from './inbound.ts';
export { type OutboundFolderSettings, openOutboundFolder } from './outbound.ts';
