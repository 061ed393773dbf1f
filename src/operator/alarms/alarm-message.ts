/** What is sent: the same for people (mail) and for programs (webhook). */
export interface AlarmMessage {
  readonly subject: string;
  readonly text: string;
  readonly json: AlarmMessageJson;
}

/** The body of a webhook. */
export interface AlarmMessageJson {
  readonly version: 1;
  /** `test`: nothing is wrong. `over`: all that it tells of is over. */
  readonly status: 'alarm' | 'over' | 'test';
  readonly gateway: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly subject: string;
  readonly alarms: readonly AlarmMessageEntry[];
}

export interface AlarmMessageEntry {
  readonly state: 'new' | 'more' | 'still' | 'over';
  readonly level: 'red' | 'amber';
  readonly code: string;
  readonly about: string;
  readonly since: string;
  readonly title: string;
  readonly what: string;
  readonly todo: string;
}
