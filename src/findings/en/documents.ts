import type { FindingMessages } from '../finding-catalogue.ts';
import type { DocumentCode } from '../finding-codes.ts';

/** What is said of the document itself, in English. `{name}` takes a value. */
export const documents: FindingMessages<DocumentCode> = {
  'file-empty': [
    'The file is empty.',
    'Look whether the export was interrupted, and have the ERP write the file again.',
  ],
  'file-too-large': [
    'The file has {size}; more than {most} are not read.',
    'Send large attachments by reference (cac:ExternalReference) instead of inside the document.',
  ],
  'file-not-xml': [
    'The file is not XML: {looks}.',
    'Check which export writes into this folder; SCSN documents are XML files.',
  ],
  'encoding-unknown': [
    'The XML declaration names the encoding `{value}`, which is not supported.',
    'Have the export write UTF-8; UTF-16, the parts of ISO-8859, windows-1252 and US-ASCII are read too.',
  ],
  'encoding-wrong': [
    'The file is said to be {encoding}, but the byte {value}{likely} after `{near}` does not belong to that encoding.',
    'Have the export write the encoding it declares. Without a declaration UTF-8 is expected; files of older Windows programs are mostly windows-1252: <?xml version="1.0" encoding="windows-1252"?>.',
  ],
  'encoding-not-utf-16': [
    'The XML declaration says `{declared}`, but the file is not written in it.',
    'Have the export declare UTF-8, or write real UTF-16 with a byte order mark.',
  ],
  'encoding-declaration': [
    'The XML declaration says `{declared}`, but the file is written in {actual}; it was read as {actual}.',
    'Have the export declare the encoding it writes.',
  ],
  'encoding-windows-1252': [
    'The file declares ISO-8859-1 but holds characters of windows-1252, such as the euro sign; it was read as windows-1252.',
    'Have the export declare windows-1252 or, better, write UTF-8.',
  ],
  'xml-not-well-formed': [
    'The file is not well-formed XML: {what}.',
    'Have the ERP write the file again; if it comes out the same, its export is broken at this place.',
  ],
  'xml-truncated': [
    'The file ends before its XML is complete{open}.',
    'The file was cut off while it was written or copied; have the ERP write it again.',
  ],
  'xml-two-roots': [
    'There is a second document in the file, after the end of the first.',
    'Write each document into a file of its own; look whether the export appends to an existing file.',
  ],
  'xml-text-outside': [
    'There is text before the first element of the document or behind its last one.',
    'Look whether the export appends to an existing file, or writes messages of its own into it.',
  ],
  'xml-close-tag': [
    '`</{name}>` stands where `</{open}>` is expected, which was opened in line {since}.',
    'Let the export close every element, under the very name under which it was opened: capitals count.',
  ],
  'xml-less-than': [
    'There is a `<` that is not written as `&lt;`: `{value}`.',
    'Let the export escape its texts: & as &amp;, < as &lt;.',
  ],
  'xml-attribute': [
    'An attribute is not written as XML wants it: `{value}`.',
    'Write attributes as name="value", in quotes, with a blank between them.',
  ],
  'xml-attribute-twice': [
    'The attribute `{value}` stands twice in one element.',
    'Let the export write it once.',
  ],
  'xml-late-declaration': [
    'There are blanks or empty lines before the XML declaration.',
    'Let the export begin with <?xml, at the very first character of the file.',
  ],
  'xml-doctype': [
    'The file has a document type declaration (<!DOCTYPE ...>), which is not accepted.',
    'Remove the declaration from the export; SCSN documents have none.',
  ],
  'document-too-deep': [
    'The document nests more than {most} levels deep.',
    'Check the program that wrote the file; no order is nested like this.',
  ],
  'document-too-large': [
    'The document has more than {most} elements, attributes and texts.',
    'Split the document; an order of 500 lines has about 50,000.',
  ],
  'document-in-pieces': [
    'The document is in more than {most} pieces: CDATA sections, comments, processing instructions, references such as `&amp;`.',
    'Write each text in one piece, and leave comments out.',
  ],
  'document-too-many-names': [
    'The document has more than {most} different names of elements and attributes.',
    'A format has some hundreds: see whether the export writes values as names.',
  ],
  'document-too-wide': [
    '`{name}` holds {count} elements; more than {most} are not looked at.',
    'Split the document, or look whether the export repeats itself.',
  ],
  'document-too-many-parts': [
    'The document has more than {most} records, fields and components.',
    'Split the document, or look whether the export repeats a sign without end.',
  ],
  'file-too-many-documents': [
    'The file holds more than {most} documents.',
    'Split the file, or look whether `documents:` of the format cuts it where you mean it.',
  ],
  'findings-more': [
    'There are {count} more findings of the kind `{code}`, which are not listed.',
    'Mend the first ones, and send the document again.',
  ],
  'xml-ampersand': [
    'There is an `&` that is not written as `&amp;`: `{value}`.',
    'Let the export escape its texts: & as &amp;, < as &lt;.',
  ],
  'xml-entity': [
    '`{value}` means nothing in XML.',
    'Write the character itself or its number, such as &#160;; only &amp; &lt; &gt; &quot; and &apos; are known.',
  ],
  'xml-character': [
    'There is a character that XML does not allow: {value}.',
    'Remove control characters from this text at its source.',
  ],
  'xml-undeclared-prefix': [
    'The prefix `{value}` is used but never declared.',
    'Declare it on the root element, for example xmlns:{value}="{namespace}".',
  ],
  'root-unknown': [
    'The root element is `{value}`; an SCSN {expected} is expected here.',
    'Check whether the file belongs into this folder, and what the export calls its root element.',
  ],
  'root-order-change': ['The root element is `{value}`, which SCSN does not have.', '{todo}'],
  'root-other-document': [
    'The root element is `{value}`; `{expected}` is expected here.',
    'Let the export write {value} files into a folder of their own, or give this channel the right document type in the configuration.',
  ],
  'root-namespace': [
    'The root element `{name}` is in the namespace `{value}`; {expected} documents use `{namespace}`.',
    'Write xmlns="{namespace}" on the root element.',
  ],
  'root-no-namespace': [
    'The root element `{name}` has no namespace.',
    'Write xmlns="{namespace}" on the root element, and the namespaces of cac: and cbc: beside it.',
  ],
  'element-order': [
    '`{name}` stands {stands}; SCSN wants it {wanted}.',
    'Let the export write what is in `{parent}` in this order: {order}. The values are right as they are.',
  ],
  'element-missing': ['`{name}` is missing in `{parent}`.', 'Add `{name}` {wanted}.'],
  'element-repeated': [
    '`{name}` occurs {count} times in `{parent}`; {allowed} allowed.',
    'Leave out what is too much, or look whether two records were written into one.',
  ],
  'element-unknown': ['`{parent}` has no element `{name}`.', '{todo} Allowed at this place: {allowed}.'],
  'element-misspelt': ['`{parent}` has no element `{name}`; did you mean `{nearest}`?{more}', '{todo}'],
  'element-misplaced': ['`{name}` does not belong into `{parent}`; SCSN has it in {where}.', '{todo}'],
  'elements-unwrapped': [
    '`{parent}` holds what belongs into `{home}`: {names}.',
    '{todo} Inside, the order is: {names}.',
  ],
  'element-namespace': ['`{name}` is {written}; in `{parent}` it has to be {wanted}{more}.', '{todo}'],
  'element-nil': ['`{name}` is marked with xsi:nil, which SCSN does not allow.', '{todo}'],
  'element-type': [
    '`{name}` has `{attribute}="{value}"`, a type that it cannot be of in SCSN.',
    'Leave {attribute} out: the type of an element follows from its name.',
  ],
  'extension-content': [
    '`{name}` {holds}; an extension takes exactly one element, of a namespace of your own.',
    'Write what you extend the document by as one element with its own namespace, or leave `{out}` out.',
  ],
  'text-unexpected': [
    '`{name}` holds the text `{value}`; it may hold elements only.',
    'Put the text into the right element inside it, such as a `Note`.',
  ],
  'elements-in-value': [
    '`{name}` holds the element `{value}`; it may hold a value only.',
    'Write the value itself between the tags of `{name}`, without elements.',
  ],
  'attribute-missing': [
    '`{name}` has no attribute `{attribute}`.',
    'Write it with its value, for example {example}.',
  ],
  'attribute-unknown': [
    '`{name}` has no attribute `{attribute}` in SCSN.',
    'Write its value under one of the names that are allowed here, or into an element: {allowed}.',
  ],
  'attribute-value': [
    'The attribute `{attribute}` of `{name}` holds `{value}`, which is not {wanted}.',
    '{todo}',
  ],
  'decimal-comma': ['`{name}`: `{value}` is not a number.', 'Use a point as decimal mark: {example}.'],
  'decimal-thousands': [
    '`{name}`: `{value}` is not a number.',
    'Use a point as decimal mark and no thousands separator: {example}.',
  ],
  'decimal-exponent': [
    '`{name}`: `{value}` is written with an exponent.',
    'Write it in plain digits: {example}.',
  ],
  'decimal-wrong': [
    '`{name}`: `{value}` is not a number.',
    'Write digits with a point as decimal mark, such as 1234.50; a unit or currency belongs into an attribute.',
  ],
  'value-empty': ['`{name}` is empty but must hold {wanted}.', '{todo}'],
  'date-with-time': [
    '`{name}`: `{value}` is a date with a time; only a date may stand here.',
    'Write the date alone: {example}.',
  ],
  'date-order': [
    '`{name}`: `{value}` is not a date in the order year-month-day.',
    'Write it as YYYY-MM-DD: {example}.',
  ],
  'date-wrong': [
    '`{name}`: `{value}` is not a date.',
    'Write a day of the calendar as YYYY-MM-DD, such as 2026-01-31.',
  ],
  'time-wrong': ['`{name}`: `{value}` is not a time.', 'Write it as hh:mm:ss, such as 14:30:00.'],
  'date-time-wrong': [
    '`{name}`: `{value}` is not a date with time.',
    'Write it as YYYY-MM-DDThh:mm:ss, such as 2026-01-31T14:30:00Z.',
  ],
  'boolean-wrong': [
    '`{name}`: `{value}` is neither true nor false.',
    'Write true or false, in small letters.',
  ],
  'base64-wrong': [
    '`{name}` does not hold a file in base64.',
    'Encode the file as base64, or refer to it with cac:ExternalReference and cbc:URI.',
  ],
  'value-wrong': ['`{name}`: `{value}` is not {wanted}.', 'Correct the value.'],
  'value-unusable': ['`{name}` holds a value that cannot be calculated with: {what}', 'Correct the value.'],
  'schema-other': [
    '`{name}` is against the schema: {what}',
    'Compare this place with a document that was accepted before.',
  ],
  'order-repaired': [
    'Elements stood in the wrong order ({count}); the document goes on with them in the order of SCSN.',
    'Have the export write them in that order: {names}; the places follow.',
  ],
  'findings-cut': [
    'There are {count} more findings that are not listed.',
    'Correct those above first, then have the file checked again.',
  ],
  'character-removed': [
    '`{name}` held characters that XML cannot carry ({value}); they were left out.',
    'Remove control characters from this text at its source.',
  ],
  'target-unknown': [
    '`{parent}` has no element or attribute `{name}`.',
    'Correct the mapping that writes it.',
  ],
  'target-shape': ['`{name}` {wanted}.', 'Correct the mapping that writes it.'],
  'target-repeated': [
    '`{name}` would occur {count} times in `{parent}`; {allowed} allowed.',
    'Correct the mapping so that it writes no more.',
  ],
};
