import type { ManualPageTitle } from '../../../api/model/manual-model.ts';

export const help = {
  title: 'Manual',
  search: 'A word, or the code of a finding',
  searchFailed: 'The manual could not be searched.',
  hits: (count: number) =>
    count === 0 ? 'Nothing in the manual fits.' : count === 1 ? '1 place' : `${count} places`,
  groups: { manual: 'Tasks', dutch: 'In Dutch', reference: 'Reference' } as Readonly<
    Record<ManualPageTitle['group'], string>
  >,
};
