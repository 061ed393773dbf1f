/** The list of mappings. */
export const mappings = {
  listTitle: (all: number, changed: number) =>
    changed === 0 ? `${all} mappings, none changed here` : `${all} mappings, ${changed} of your own`,
  listHint:
    'A mapping says where each value of a document goes. Open one to see what an edit does while you type.',
  listCaption: 'Mappings',
  name: 'Mapping',
  reads: 'Reads',
  makes: 'Makes',
  origin: 'Where from',
  channels: 'Channels',
  version: 'Version',
  handEdited: 'file edited by hand since',
  newFormat: 'New format from a file…',
  origins: { delivered: 'delivered', own: 'yours', changed: 'yours over delivered' } as Record<
    'delivered' | 'own' | 'changed',
    string
  >,
  noChannel: 'no channel',
  onlyUsed: 'In use, or yours',
  onlyOwn: 'Yours',
  all: 'All',
  allMappings: 'All mappings',
  filter: 'Mapping, format or channel',
  noneFits: 'No mapping fits.',
};
