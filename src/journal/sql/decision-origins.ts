/** Where decisions are made: at which machine's command line, and whether the audit has heard of it from elsewhere. */
export const addDecisionOrigins = (): string => `
  alter table command add column machine text not null default '';
  alter table command add column audited integer not null default 0;
  alter table history add column machine text not null default '';
`;
