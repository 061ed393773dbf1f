import type { Language } from '../../types.ts';
import type { DraftOutcome } from '../../workbench/publish/publish-draft.ts';
import type { PublicationRefusal, PublishRefusal } from '../../workbench/publish/publish-edit.ts';
import { renderUnusablePart } from './unusable-part.ts';

type Refusal = PublicationRefusal | PublishRefusal | Extract<DraftOutcome, { readonly kind: 'refused' }>;

const english: Readonly<Record<Refusal['code'], string>> = {
  'others-changed': 'Somebody else has changed the mappings that run since you began.',
  conflict: 'Somebody else has changed the same rules since you began.',
  'would-delete': 'The mappings that run hold files that the draft lacks.',
  'leads-out': 'A link in the folder of mappings leads out of it: files would be written elsewhere.',
  'not-right': 'The draft is not right yet.',
  'not-usable': 'A channel could not be used with this draft.',
  'folder-changed': 'The mappings that run were changed meanwhile: compare again.',
  'stops-messages': 'Messages that were sent would be refused or parked: say why that is right.',
  'base-unknown':
    'What the draft began from is no longer kept: choose between it and what runs, then publish.',
  'not-restorable': 'This version cannot be put back.',
  'goes-back': 'An earlier version takes back what somebody has published: say why.',
  incomplete: 'Not all messages could be compared in time: say why it may go all the same.',
};

const dutch: Readonly<Record<Refusal['code'], string>> = {
  'others-changed': 'Iemand anders heeft de mappings die draaien gewijzigd sinds u begon.',
  conflict: 'Iemand anders heeft dezelfde regels gewijzigd sinds u begon.',
  'would-delete': 'De mappings die draaien hebben bestanden die in het concept ontbreken.',
  'leads-out':
    'Een koppeling in de map met mappings wijst erbuiten: bestanden zouden elders worden geschreven.',
  'not-right': 'Het concept is nog niet goed.',
  'not-usable': 'Een kanaal is met dit concept niet te gebruiken.',
  'folder-changed': 'De mappings die draaien zijn intussen gewijzigd: vergelijk opnieuw.',
  'stops-messages':
    'Berichten die zijn verstuurd, zouden worden geweigerd of geparkeerd: zeg waarom dat goed is.',
  'base-unknown':
    'Waar het concept van uitging is niet meer bewaard: kies tussen het concept en wat draait, en publiceer dan.',
  'not-restorable': 'Deze versie kan niet terug.',
  'goes-back': 'Een eerdere versie neemt terug wat iemand heeft gepubliceerd: zeg waarom.',
  incomplete: 'Niet alle berichten konden op tijd worden vergeleken: zeg waarom het toch kan.',
};

/** Why a draft is not published as it is. */
export const renderRefusedPublication = (refusal: Refusal, language: Language): string => {
  const text = (language === 'nl' ? dutch : english)[refusal.code];
  if (refusal.code === 'not-usable') return `${text} ${renderUnusablePart(refusal.part, language)}`;
  return refusal.code === 'not-restorable' ? `${text} ${refusal.reason[language]}` : text;
};
