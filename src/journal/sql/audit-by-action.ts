/** The newest entry of an action, such as the last backup, is found at once in an audit of any length. */
export const indexAuditActions = (): string => `
  create index audit_entry_action on audit_entry (action, id);
`;
