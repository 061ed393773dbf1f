/** What the audit can be asked for: the codes of what people do, by what they are about. */
export const auditTopics = {
  logins: ['login', 'logout', 'logout-everywhere', 'set-password'],
  users: [
    ...(['add-user', 'change-role', 'mask-user', 'unmask-user', 'disable-user', 'enable-user'] as const),
    ...(['remove-user', 'add-link', 'add-token', 'remove-token'] as const),
  ],
  messages: [
    ...(['retry', 'force', 'release', 'discard', 'close', 'done', 'resend'] as const),
    ...(['retry-many', 'release-many', 'discard-many', 'close-many', 'stop-decision'] as const),
  ],
  mappings: ['map publish', 'map publish-retry', 'map restore'],
  alarms: ['acknowledge', 'silence', 'end-silence', 'test-alarms'],
  site: ['accept', 'rebind', 'cursor', 'take', 'rescue', 'backup'],
} as const;

export type AuditTopic = keyof typeof auditTopics;
export type AuditAction = (typeof auditTopics)[AuditTopic][number];

const topicNames = ['logins', 'users', 'messages', 'mappings', 'alarms', 'site'] as const;

export const auditActions: readonly AuditAction[] = Object.values(auditTopics).flat();

export const findAuditTopic = (action: string): AuditTopic | undefined =>
  topicNames.find((topic) => auditTopics[topic].some((one) => one === action));
