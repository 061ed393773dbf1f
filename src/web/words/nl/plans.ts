import type { Words } from '../en.ts';

export const plans: Words['plans'] = {
  of: {
    retry: [
      'Het wordt opnieuw gecontroleerd en verstuurd, vóór latere van zijn order.',
      'Wat een herstelde tabel of mapping nu geeft, telt.',
    ],
    release: [
      'Latere documenten van de order gaan voor.',
      'Het blijft geparkeerd en kan opnieuw geprobeerd of weggegooid worden.',
    ],
    discard: ['Het eindigt hier en wordt nooit verstuurd.', 'Het blijft in het journaal, met uw reden.'],
    close: ['Het blijft geweigerd en verdwijnt uit “Actie nodig”.', 'Er wordt niets verstuurd.'],
    done: ['De open taken van dit bericht eindigen.', 'Er wordt niets verstuurd.'],
    force: [
      'Het wordt opnieuw gecontroleerd en verstuurd, ook al is er niets veranderd of ging een later document voor.',
      'De exchange toont dan mogelijk oudere waarden.',
    ],
  },
  whyOptional: 'Waarom (komt in het journaal; mag leeg zijn)',
  notBefore: 'Er gebeurt niets voordat u het zegt.',
};
