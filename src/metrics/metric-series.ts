/** What a series of `/metrics` is called, what tells its values apart, and what it means: the manual's table is made of it. */
export interface Series {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** Every series, in the order in which the manual tells them. */
export const series = {
  health: {
    type: 'gauge',
    name: 'scsn_gateway_health',
    labels: [],
    help: 'As /health: 0 green, 1 amber, 2 red.',
  },
  reasons: {
    type: 'gauge',
    name: 'scsn_gateway_health_reasons',
    labels: ['level', 'code'],
    help: 'How many reasons /health has, by their code.',
  },
  left: {
    type: 'counter',
    name: 'scsn_gateway_messages_total',
    labels: ['channel', 'outcome'],
    help: 'Messages that left the hands of this gateway since it started, by how: an outcome, `parked`, or `waiting` (it will be tried again). What is settled without work is not among them: duplicates of what is under way, superseded messages, decisions of people.',
  },
  lost: {
    type: 'counter',
    name: 'scsn_gateway_values_lost_total',
    labels: ['channel', 'class'],
    help: 'Values of documents that no rule carried and no `ignore:` names, each time a document was prepared, since this gateway started. Class: `commercial` or `other`, by `tables/lost-values.csv`.',
  },
  open: {
    type: 'gauge',
    name: 'scsn_gateway_messages',
    labels: ['channel', 'state'],
    help: 'Messages that have not ended, by state, and those that were rejected within 24 hours (`rejected`).',
  },
  oldest: {
    type: 'gauge',
    name: 'scsn_gateway_oldest_message_seconds',
    labels: ['channel', 'state'],
    help: 'Since when the oldest of them was received, or rejected.',
  },
  outage: {
    type: 'gauge',
    name: 'scsn_gateway_exchange_outage_seconds',
    labels: [],
    help: 'Since when the exchange takes nothing, as all gateways know; 0: it takes what is sent.',
  },
  outageWaiting: {
    type: 'gauge',
    name: 'scsn_gateway_exchange_outage_messages',
    labels: [],
    help: 'Messages that wait for it.',
  },
  tasks: {
    type: 'gauge',
    name: 'scsn_gateway_open_tasks',
    labels: ['channel'],
    help: 'Open tasks: what documents ask that the exchange has no operation for, and a person does.',
  },
  tasksOldest: {
    type: 'gauge',
    name: 'scsn_gateway_oldest_open_task_seconds',
    labels: ['channel'],
    help: 'Since when the oldest of them was opened.',
  },
  first: {
    type: 'gauge',
    name: 'scsn_gateway_lane_first_seconds',
    labels: ['channel'],
    help: 'For how long the first message of a lane has been due, or received and not checked: it should stay near 0.',
  },
  usable: {
    type: 'gauge',
    name: 'scsn_gateway_folder_usable',
    labels: ['channel'],
    help: '1: the inbound folder can be used.',
  },
  scan: {
    type: 'gauge',
    name: 'scsn_gateway_folder_scan_seconds',
    labels: ['channel'],
    help: 'What the last scan of an inbound folder took.',
  },
  answers: {
    type: 'counter',
    name: 'scsn_gateway_exchange_answers_total',
    labels: ['operation', 'status'],
    help: 'Answers of the exchange since the start; status 0: none came.',
  },
  requests: {
    type: 'histogram',
    name: 'scsn_gateway_exchange_request_seconds',
    labels: ['operation'],
    help: 'From a request to its whole answer, without the wait for its turn.',
  },
  commits: {
    type: 'histogram',
    name: 'scsn_gateway_journal_commit_seconds',
    labels: [],
    help: 'From a change to the moment it is on the disk of the journal.',
  },
  journal: {
    type: 'gauge',
    name: 'scsn_gateway_journal_bytes',
    labels: [],
    help: 'Size of an embedded journal with its log; nothing for PostgreSQL.',
  },
  free: {
    type: 'gauge',
    name: 'scsn_gateway_disk_free_bytes',
    labels: ['folder'],
    help: 'Room on each disk that the gateway writes to, by the first folder on it.',
  },
  size: {
    type: 'gauge',
    name: 'scsn_gateway_disk_size_bytes',
    labels: ['folder'],
    help: 'The size of those disks.',
  },
  certificate: {
    type: 'gauge',
    name: 'scsn_gateway_certificate_left_seconds',
    labels: ['certificate'],
    help: 'How long a certificate of the config is still valid; below 0 it has ended.',
  },
  loop: {
    type: 'gauge',
    name: 'scsn_gateway_event_loop_delay_seconds',
    labels: ['percentile'],
    help: 'How late the event loop was in the last seconds: above 0.5 the machine is overloaded.',
  },
  build: {
    type: 'gauge',
    name: 'scsn_gateway_build_info',
    labels: ['version', 'node'],
    help: 'Version of the gateway and of Node; always 1.',
  },
  resident: {
    type: 'gauge',
    name: 'process_resident_memory_bytes',
    labels: [],
    help: 'Memory of the process.',
  },
  cpu: {
    type: 'counter',
    name: 'process_cpu_seconds_total',
    labels: [],
    help: 'Processor time of the process.',
  },
  started: {
    type: 'gauge',
    name: 'process_start_time_seconds',
    labels: [],
    help: 'When the process began, seconds since 1970.',
  },
} as const satisfies Readonly<Record<string, Series>>;
