import type { ActorName } from '../../../api/model/alarms-model.ts';

export const actors = {
  you: 'You',
  names: {
    nobody: 'Nobody',
    administrator: 'An administrator',
    decider: 'Someone who may decide',
    mappings: 'An administrator',
    purchasing: 'Purchasing',
    ERP: 'ERP team',
    exchange: 'The exchange’s help desk',
  } as Readonly<Record<ActorName, string>>,
  hints: {
    nobody: 'it goes by itself',
    administrator: 'see what to do',
    decider: 'retry, edit or discard',
    mappings: 'fix the mapping or its tables',
    purchasing: 'settle it with the other party',
    ERP: 'fix it, then export again',
    exchange: 'call them when it lasts',
  } as Readonly<Record<ActorName, string>>,
};
