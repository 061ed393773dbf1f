/** What comes of a person's decision, in English. `{name}` takes a value. */
export const decisions = {
  'no-message': 'There is no message {id}.',
  'no-gateway': 'No gateway runs now: it is kept, and carried out when one starts.',
  'in-hand': 'It is being worked on: it is carried out when that has ended.',
  'not-taken-up':
    'No gateway has taken it up within {seconds} seconds: it is kept, and carried out by the next one that can.',
  'correction-unfit': 'The corrected document is not taken, and message {id} stays as it is: {reason}',
  'correction-channel-gone':
    'The corrected document is not taken, and message {id} stays as it is: The channel {channel} is no longer in the config.',
  'cursor-future': 'That lies in the future: what changes until then would never be found.',
  'cursor-none': 'No search of {channel} has come anywhere yet: its first begins at from.search.since.',
  'cursor-back':
    'From {before} back to {to}: what changed since is asked for again; what was seen before is not handled twice.',
  'cursor-on': 'From {before} on to {to}: what changed between the two is not asked for any more.',
  'not-bound': 'It is bound to no exchange yet: the first start binds it.',
  rebound: 'The journal belongs to {url} now. Name that in exchange.baseUrl of the config.',
  'no-channel': 'There is no channel {name}.',
  'takes-no-files': 'The channel {name} takes no files.',
  'still-dry': 'The channel {name} still runs dry.',
  'no-seen-files': 'No dry run of its folder has seen any file that lies there.',
  'seen-files-taken': '{count} files that a dry run has seen are taken now, as far as they lie there.',
  'no-alarm-kind': 'There is no alarm of the kind {code}.',
  'told-once':
    '{code} is told once and never repeated: there is nothing to acknowledge. Carry each path by a rule of the mapping, or end it with one line in ignored.csv.',
  'no-open-alarm':
    'No alarm {alarm} is open now, and nothing is noted. Open are (gateway alarm list): {open}',
  'no-open-alarms': 'No alarm {alarm} is open now, nor any other (gateway alarm list): nothing is noted.',
  'time-passed': 'That time has passed.',
  silenced: 'Silence {id} holds until {until}.',
  'silenced-unknown':
    'Silence {id} holds until {until}. No channel is called {about}, and no alarm is about that now: if it is a slip, end the silence.',
  acknowledged: 'It is noted that you see to it.',
  'silence-ended': 'Alarms are sent again.',
  'no-silence': 'There is no such silence.',
} as const;
