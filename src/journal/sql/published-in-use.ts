/** Which publication the folder named when what a gateway runs was read: what is there instead of it is later. */
export const addPublishedInUse = (): string => `
  alter table mappings_in_use add column published text not null default '';
`;
