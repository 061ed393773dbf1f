import type { NotReplayable } from './message-record.ts';

/** Why a message cannot be run again, in words that follow "because". */
export const notReplayableReasons: Readonly<{ [why in NotReplayable]: string }> = {
  'not seen': 'neither check nor prepare decided on it',
  'bodies deleted': 'its documents have been deleted (journal.keep)',
  'no channel': 'its channel is no longer in the config',
  'did not end': 'the step that put it aside had failed or was stopped',
  'no texts': 'the texts of the mapping that made it are not kept',
};
