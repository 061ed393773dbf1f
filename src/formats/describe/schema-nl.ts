/** What the schemas say of what must be there, and of what a value must be, in Dutch, by its English text. */
export const schemaNl: Readonly<Record<string, string>> = {
  'Its name: that of the file, without .yaml.': 'De naam: die van het bestand, zonder .yaml.',
  'The document as a tree: names, nesting, and where each value stands. name! is required, name[] a list, name[5] at most 5.':
    'Het document als boom: namen, nesting, en waar elke waarde staat. naam! moet er zijn, naam[] is een lijst, naam[5] zijn er hoogstens 5.',
  'What one document is: file, { key: [ … ] } or { starts: … }.':
    'Wat één document is: file, { key: [ … ] } of { starts: … }.',
  'What one document is: file, or { starts: … }.': 'Wat één document is: file, of { starts: … }.',
  'Where a row says what it is.': 'Waar een rij zegt wat zij is.',
  'Where a record says what it is.': 'Waar een record zegt wat het is.',
  'Where records end, and where they say what they are.':
    'Waar records eindigen, en waar ze zeggen wat ze zijn.',
  'Number of the column; 1 is the first.': 'Nummer van de kolom; 1 is de eerste.',
  'Columns that have the same value in all rows of a document.':
    'Kolommen die in alle rijen van een document dezelfde waarde hebben.',
  'The record that a document begins with.': 'Het record waarmee een document begint.',
  'The rows above the table that hold a label and a value each, empty rows not counted.':
    'De rijen boven de tabel met elk een label en een waarde; lege rijen tellen niet mee.',
  'The kinds of records by their type, each with its fields: LENGTH@FIRST, and the type of the value.':
    'De soorten records op hun type, elk met zijn velden: LENGTE@EERSTE, en het type van de waarde.',
  'Its first character; 1 is the first.': 'Het eerste teken ervan; 1 is het eerste.',
  'How many characters it has.': 'Hoeveel tekens het heeft.',
  'The element that is one document.': 'Het element dat één document is.',

  'small letters, digits, points and hyphens, such as acme-orders':
    'kleine letters, cijfers, punten en streepjes, zoals acme-orders',
  'a point and letters, such as .csv': 'een punt en letters, zoals .csv',
  'text, identifier, integer, decimal, decimal(2) without a mark, or date, datetime and time with a pattern, such as date dd-MM-yyyy':
    'text, identifier, integer, decimal, decimal(2) zonder teken, of date, datetime en time met een patroon, zoals date dd-MM-yyyy',
  'length and first character, such as 12@3': 'lengte en eerste teken, zoals 12@3',
  'one character that is no letter, digit, blank, quote or point':
    'één teken, geen letter, cijfer, spatie, aanhalingsteken of punt',
  'the first and the last row, such as 1-4': 'de eerste en de laatste rij, zoals 1-4',
  'a prefix, or "" for names without one': 'een voorvoegsel, of "" voor namen zonder',
  'type, version and release, such as ORDERS:D:96A': 'type, versie en release, zoals ORDERS:D:96A',
  "six signs, such as :+.? '": "zes tekens, zoals :+.? '",
  'a message type, such as ORDERS': 'een berichttype, zoals ORDERS',
  'a basic type, such as ORDERS05': 'een basistype, zoals ORDERS05',
  'four digits': 'vier cijfers',
  'three capitals': 'drie hoofdletters',
};
