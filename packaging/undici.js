// What the gateway uses of undici. Its own index also begins fetch, WebSockets, caches and mocks, for which every start would pay: the build
// takes this file in its place (bundle.ts), and what is not here is no part of it.
import api from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import globalDispatcher from 'undici/lib/global.js';

Object.assign(Dispatcher.prototype, api);

export { Agent, EnvHttpProxyAgent };

export function request(url, options = {}) {
  const { origin, pathname, search } = new URL(url);
  const { dispatcher = globalDispatcher.getGlobalDispatcher(), ...rest } = options;
  const method = options.method ?? (options.body ? 'PUT' : 'GET');
  return api.request.call(dispatcher, { ...rest, origin, path: `${pathname}${search}`, method });
}
