import { Site } from './site.ts';

/** Alarms by mail to a server on this machine, soon. */
export const alarmsTo = (port: number, more: object = {}) => ({
  mail: {
    smtp: { host: '127.0.0.1', port, tls: 'none' },
    from: 'gateway@erp.test',
    to: ['ops@erp.test'],
  },
  name: 'erp-1',
  wait: '2s',
  ...more,
});

/** A site with the channel `orders` alone, and these alarms. */
export const openWith = (alarms: object) =>
  Site.open({
    config: (config) => {
      config.channels = { orders: config.channels.orders ?? {} };
      Object.assign(config, { alarms });
    },
  });
