/** What stands still: on the overview and the page of alarms. */
export const troubles = {
  since: (time: string) => `since ${time}`,
  acknowledge: 'Acknowledge',
  whoToCall: 'Who to call',
  noWhoToCall: 'Nobody is named yet: `alarms.whoToCall` in the config takes three lines.',
};
