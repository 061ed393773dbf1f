import type { FindingMessages } from '../finding-catalogue.ts';
import type { ProcessingCode } from '../finding-codes.ts';

/** What is said on the way from the document to its end, in English. */
export const processing: FindingMessages<ProcessingCode> = {
  'value-not-carried': [
    '`{path}` = `{value}` is carried by no rule and goes nowhere (values at such places of this document: {count}).',
    'Carry it by a rule of the mapping; or end it with a line in ignored.csv beside your mappings (mapping, path, reason).',
  ],
  'required-missing': [
    '`{name}` is required and stays empty{from}.',
    '{fill}, or give an alternative in the mapping.',
  ],
  'several-values': [
    '`{name}` takes one value, and {from} gives several here.',
    'Leave one in the document, or choose one in the mapping.',
  ],
  'key-twice': ['`{name}` occurs twice with the value `{value}`.', 'Give each a number of its own.'],
  'value-not-of-exchange': [
    '`{name}` is `{value}`, and the exchange has no such value; it has {values}.',
    'Give one of these by a rule or table of the mapping, or leave it out: an order without a type is a purchase order.',
  ],
  'bad-identifier': [
    '`{value}` has a blank inside; the specification of the exchange allows none in a number or code, an item number too.',
    'Write it without the blank in the ERP, in every document alike: numbers are compared character by character on the other side. Or replace the blank by a rule in a mapping of your own.',
  ],
  'identifier-too-long': [
    '`{name}` has {count} characters; an identifier or number has {most} at most.',
    'Look whether another text got into this field, and put the number there.',
  ],
  'identifier-character': [
    '`{name}` holds a control character or half of a character: `{value}`.',
    'Look where this number or id was made, and correct it there; an id is text that can be printed.',
  ],
  'bad-decimal': [
    '`{value}` is not a number.',
    'Write digits with a point as decimal mark and no thousands separator, such as 1234.50.',
  ],
  'bad-integer': ['`{value}` is not a whole number.', 'Write it without decimals.'],
  'bad-boolean': ['`{value}` is neither true nor false.', 'Write true or false, in small letters.'],
  'bad-date': ['`{value}` is not a date.', 'Write a day of the calendar as YYYY-MM-DD, such as 2026-01-31.'],
  'bad-date-time': [
    '`{value}` is not a date with time.',
    'Write it as YYYY-MM-DDThh:mm:ss, such as 2026-01-31T14:30:00Z.',
  ],
  'bad-time': ['`{value}` is not a time.', 'Write it as hh:mm:ss, such as 14:30:00.'],
  'bad-time-zone': [
    '`{value}` is not a time zone.',
    'Correct `timeZone` of the channel or the mapping: a name such as Europe/Amsterdam.',
  ],
  'bad-uri': [
    '`{value}` is not a web address; it is left out.',
    'Write an address that begins with https://.',
  ],
  'division-by-zero': [
    '`{name}` is to be divided by `{value}`, and a division by zero has no result.',
    'Correct the number it is divided by; mostly it is a price quantity of 0.',
  ],
  'digits-wrong': [
    'The mapping asks for `{value}` digits after the decimal mark.',
    'Write 0, 1, 2 and so on as the number of digits in the mapping.',
  ],
  'table-miss': [
    'The table `{table}` has no entry for `{value}`.',
    'Add a row for it to {file}, below its headings, then retry the message.',
  ],
  'mapping-failed': [
    'The mapping cannot evaluate `{expression}` here: {what}.',
    'Correct the expression in the mapping, then retry the message.',
  ],
  'too-many-members': [
    'The document has {count} entries under `{name}`; the exchange takes {most}.',
    'Split the order in the ERP, or ask the exchange whether the limit was raised and change `limits` of the channel.',
  ],
  'embedded-file-refused': [
    'The file `{title}` is embedded in the document; the exchange takes no files inside JSON, and upload is not switched on.',
    'Set `exchange.upload: true` if the exchange takes uploads; or let the ERP refer to the file by an https address. With `embedded-file-refused: warning` under `severities`, the document goes without it.',
  ],
  'embedded-file-blocked': [
    'The embedded file `{title}` ends in `{ending}`, and the exchange takes no such files.',
    'Take the file out of the document, or put it into an archive of another kind.',
  ],
  'embedded-file-too-large': [
    'The embedded file `{title}` has {size} MB; the exchange takes {most} MB.',
    'Make the file smaller, or let the ERP refer to it by an https address.',
  ],
  'older-than-delivered': [
    'A newer version of this order was taken at {at} (message {message}).',
    'By their dates alone nobody can tell which of the two is wanted: discard this one, or send it all the same with `gateway journal retry ID --force`. It holds no other back.',
  ],
  'newer-was-delivered': [
    'A newer version of this order was taken at {at} as message {message}, so this one was not sent.',
    'Nothing has to be done. If it must go all the same: `gateway journal retry ID --force`.',
  ],
  'refuse-in-portal': [
    "Line {line} refuses the supplier's change; the exchange has no operation for that.",
    'Refuse it in the portal of the exchange, then end this task: `gateway journal done ID --line {line}`.',
  ],
  'reference-again': [
    'Another document of this order had the reference {value} before (message {message}).',
    'Nothing needs to be done if it was mended by hand; else have the ERP count its references on.',
  ],
  'line-left-out': [
    'Line {line} is left out: the document says {own}, as before, and {agreed} was agreed{since}.',
    "Take over in the ERP what was agreed. To ask for the ERP's values again, change the line there, or send it as it is: `gateway journal retry ID --force --lines {line}`.",
  ],
  'line-contradicts': [
    'Line {line} is marked as new or changed, yet it says what the export before said ({own}), and {agreed} was agreed{since}. It is left out.',
    "Take over in the ERP what was agreed. If the ERP's values are meant, send them: `gateway journal retry ID --force --lines {line}`.",
  ],
  'line-reopens': [
    'Line {line} goes with {own}, as exported before, and {agreed} was agreed{since}: sending it asks for that again.',
    'Take over in the ERP what was agreed before the line is changed. `reopens: park` of the channel holds such orders back.',
  ],
  'line-asked-again': [
    'The supplier refused line {line}{since}. The order goes whole, so that the exchange asks for it again as it was.',
    'Cancel the line in the ERP if it is not wanted any more. `reopens: park` of the channel holds such orders back.',
  ],
  'line-renumbered': [
    'Line {line} is not known and says what line {before} said, which is absent now: it looks like the same line with another number. To send it would order it twice.',
    'Give the lines their old numbers in the ERP. If line {line} is meant beside line {before}, let the ERP mark it as added, or send it as it is: `gateway journal retry ID --force --lines {line}`.',
  ],
  'line-closed': [
    'Line {line} is {status} at the exchange{since}, which ignores changes of it; the document still has it.',
    'Close the line in the ERP, or add a new line for what is still needed.',
  ],
  'line-refused': [
    'The supplier refused line {line}{since}, and the document says the same as before. It is left out.',
    'To ask again, let the ERP mark the line as revised; else cancel it.',
  ],
  'line-not-known': [
    'Line {line} has no status, as if it had not changed, and neither this gateway nor the exchange knows it. It is sent.',
    'Nothing needs to be done if the line is new; let the ERP mark new lines as added.',
  ],
  'line-not-asked': [
    'Line {line} has no status, as if it had not changed, and this gateway does not know it. It is sent; the exchange could not be asked, since the channel names no company.',
    'Set `companyId` of the exchange or the channel, so that it can be asked.',
  ],
  'line-texts-left-out': [
    'Line {line} has other texts, references or documents than before. They are left out: to send them would reopen what was agreed or asked.',
    'Answer the open request, or take over in the ERP what was agreed, and export the order again: they go then.',
  ],
  'accepted-otherwise': [
    "Line {line} accepts the supplier's change, and says {own} where that says {open}. It goes as it is: to the exchange that is no acceptance.",
    "Take over the supplier's values in the ERP, or refuse the change.",
  ],
  'proposal-unanswered': [
    "Line {line} is marked as new or changed and says what it said before ({own}), while the supplier's change waits for an answer ({open}). It is left out.",
    "Answer the supplier's change: with its values, with other ones, or with the status rejected.",
  ],
  'nothing-to-refuse': [
    'Line {line} refuses a change of the supplier, and none waits for an answer. It is left out.',
    'Nothing needs to be done, if the change was answered or taken back meanwhile.',
  ],
  'header-left-out': [
    'Something of the order as a whole is new (texts, terms, documents), and no line can carry it: the exchange takes no order without lines, and to send one would reopen it.',
    'It goes as soon as a line changes or stands as the ERP has it. To send it now: `gateway journal retry ID --force --lines NUMBER`.',
  ],
  'document-left-open': [
    'The document leaves something open ({parts}), and nothing on its way has closed it.',
    'Name complete-order or complete-order-response behind the mapping of your format under `map:` of the channel, then retry.',
  ],
  'own-extension-dropped': [
    'What the document has for the exchange beside SCSN ({names}) is not sent: this operation takes SCSN alone.',
    'Send it to api-connector/order, or leave it out in the mapping.',
  ],
  'document-not-taken': [
    'No channel on this folder takes this document of the file.',
    'Look what it is; have it exported elsewhere, or give it a channel of its own.',
  ],
  'documents-too-many': [
    'The file holds {count} documents; one file may hold {most}.',
    'Have it exported in several files.',
  ],
  'corrected-several': [
    'The corrected file holds {count} documents, and it is to take the place of one.',
    'Leave the one that is to be sent, with the beginning and the end of the file.',
  ],
  'corrected-another-order': [
    'The corrected document is about order {other}, and message {message} about order {own}: that one would not be sent any more.',
    'Give the number of the message of order {other}. Who means it all the same adds `--as-another-order --reason WHY`.',
  ],
  'corrected-another-party': [
    'The corrected document is about order {own} too, but of another account or kind than message {message}.',
    'Look at the account number in it. If it was that which had to be corrected, add `--as-another-order --reason WHY`.',
  ],
  'corrected-order-unknown': [
    'Message {message} is about order {own}, and it cannot be told whether the corrected file is about that order alone.',
    'Leave one document in it, with its number; `gateway check` tells whether mappings and schemas work. Who is sure adds `--as-another-order --reason WHY`.',
  ],
  'contract-mismatch': [
    'What would be sent to {operation} does not fit the OpenAPI file of {service}: {what}.',
    'Put the data right in the ERP, or the mapping; `gateway exchange contract` lists what the exchange expects.',
  ],
  'exchange-refused': [
    'The exchange refused the document with status {status}.',
    'Read its answer, put the document right in the ERP and export it again.',
  ],
  'exchange-not-found': [
    'The exchange still answers {status}: it does not know this order or account number.',
    'Have the account number or order entered at the exchange, then `gateway journal retry`; or discard the message.',
  ],
  'exchange-unexpected-status': [
    'The exchange answered with the unexpected status {status}.',
    'Ask the exchange what it means, then `gateway journal retry` or discard the message.',
  ],
  'exchange-says-failed': [
    'The exchange answered with {status}, and says in its answer that it failed: it does not count as delivered.',
    'Ask the exchange whether it has this, then `gateway journal retry` or discard the message.',
  ],
  'exchange-answers-another': [
    'The exchange was asked for {asked} and answered with {answered}: it was not passed on.',
    'Ask the exchange why, then `gateway journal retry` to ask once more, or discard the message.',
  ],
  'event-not-json': [
    'What came to the webhook is not JSON; it was answered with 400.',
    'Look at the body with `gateway journal show ID --body`; look the matter up in the portal of the exchange if it concerns you, then discard this message.',
  ],
  'event-unknown-shape': [
    'The exchange sent JSON in which no id of an order or shipment was found.',
    'Look at the body with `gateway journal show ID --body`; look the matter up in the portal of the exchange if it concerns you, then discard this message.',
  ],
  'order-unreadable': [
    'The exchange answered with JSON in which no order id was found.',
    'Look at the body with `gateway journal show ID --body` and ask the exchange; then retry or discard the message.',
  ],
  'shipment-unreadable': [
    'The exchange answered with JSON in which no shipment id was found.',
    'Look at the body with `gateway journal show ID --body` and ask the exchange; then retry or discard the message.',
  ],
  'json-not-well-formed': [
    'What the exchange sent is not well-formed JSON: {what}.',
    'Ask the exchange for it again; if it comes out the same, it is broken at this place.',
  ],
  'json-duplicate-name': [
    'What the exchange sent has the name `{value}` twice in one object; it is not clear which value counts.',
    'Ask the exchange to write every name once.',
  ],
  'json-too-many-members': [
    'What the exchange sent has an object of more than {most} members.',
    'Ask the exchange for it again; no order has so many, and it is not looked at.',
  ],
  'document-without-file': ['The document `{title}` has no file at the exchange.', '{todo}'],
  'document-missing': ['The document `{title}` could not be fetched: {what}.', '{todo}'],
  'document-blocked': ['The document `{title}` was not fetched: {why}.', '{todo}'],
  'document-file-too-large': [
    'The document `{title}` has {size} MB, more than the {most} MB of `documents.maxMegabytes`.',
    '{todo}',
  ],
  'deadline-exceeded': [
    'The gateway gave up: it took longer than {seconds} seconds to {step} it.',
    'Look whether the document is what it should be; `gateway journal retry` tries it once more.',
  ],
  'step-failed': [
    'The gateway could not {step} it: {what}.',
    'This is a fault of the gateway or of the mapping, not of the document. Use `gateway journal retry` when it is mended.',
  ],
  'body-damaged': [
    'What the journal keeps of this message is damaged: {what}.',
    'Export the document from the ERP again, or put a whole one in with `gateway journal resend ID --file FILE`. `gateway journal verify` tells what else is damaged.',
  ],
};
