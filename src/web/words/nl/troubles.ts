import type { Words } from '../en.ts';

export const troubles: Words['troubles'] = {
  since: (time) => `sinds ${time}`,
  acknowledge: 'Ik kijk ernaar',
  whoToCall: 'Wie kan ik bellen?',
  noWhoToCall:
    'Er is nog niemand genoemd: `alarms.whoToCall` in de configuratie heeft plaats voor drie regels.',
};
