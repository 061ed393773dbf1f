/** Why a sample file of an ERP makes no format, in English. */
export const samples = {
  'sample-nothing': 'Nothing shows what the files are: describe the format by hand (docs/own-format.md).',
  'sample-no-table':
    'No row looks like headings, none says what it is, or no separator cuts the rows into columns: describe the format by hand (docs/own-format.md).',
  'sample-no-kinds': 'In column {column} stands nothing that says what a row is: choose another one.',
  'sample-no-records':
    'Nothing at the beginning of the lines says what they are: describe the format by hand (docs/own-format.md).',
  'sample-message-unreadable': 'The files hold no message {message} that can be read: {why}',
  'sample-try-format': 'try `gateway format try {format} FILE`.',
  'sample-messages-several': 'The files are of several messages ({messages}): give those of one.',
  'sample-no-xml': 'A file is no XML that can be read. {why}',
  'sample-many-names':
    'The samples have more than {most} different elements, attributes or namespaces: take smaller ones.',
  'sample-order-large':
    'Its first document has {size} MB; that of a sample may have {most} MB. Take a file with a smaller order.',
  'format-narrows':
    'The format narrows a delivered one, so it has no columns and no fields to change here. Change {file} itself.',
  'format-not-shown': 'At line {line}, {file} says what this page cannot show. Change the file itself.',
};
