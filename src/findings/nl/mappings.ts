import type { MappingWords } from '../mapping-sentences.ts';

const inQuotes = 'Zet de expressie tussen dubbele aanhalingstekens.';
const indent = 'Spring in met spaties, op elk niveau evenveel.';

/** What is said of mapping files, their expressions and tables, in Dutch. */
export const mappings: MappingWords = {
  sentences: {
    'fixture-differs': [
      'Het testgeval {name} geeft iets anders dan het verwacht: {differences}',
      'Bekijk het met `gateway map test`; is het nieuwe resultaat goed, dan neemt `gateway map test --update` het over.',
    ],

    'mapping-not-found': [
      'Er is geen mapping {name}.yaml in {folders}.',
      'Kijk naar de naam onder map: in de configuratie.',
    ],

    'mapping-yaml/foreign': [
      'Dit is geen tekst in UTF-8, UTF-16 of windows-1252.',
      'Bewaar het bestand als tekst in UTF-8.',
    ],
    'mapping-yaml/empty': ['Het bestand is leeg.', 'Schrijf een mapping.'],
    'mapping-yaml/name': ['Een naam is geen tekst.', inQuotes],
    'mapping-yaml/alias': ['"*{name}" is voor YAML een alias.', inQuotes],
    'mapping-yaml/anchor': ['"&{name}" is voor YAML een anker.', inQuotes],
    'mapping-yaml/tag': ['"{name}" is voor YAML een tag.', inQuotes],
    'mapping-yaml/tab': ['Deze regel begint met een tab.', indent],
    'mapping-yaml/second-document': ['Hier begint een tweede document.', 'Haal de regel met --- weg.'],
    'mapping-yaml/no-colon': [
      'Achter deze naam staat geen ": ".',
      'Schrijf NAAM: EXPRESSIE, met een spatie achter de dubbele punt.',
    ],
    'mapping-yaml/sign': ['Dit teken heeft in YAML een eigen betekenis.', inQuotes],
    'mapping-yaml/star': ['Een * heeft in YAML een eigen betekenis.', inQuotes],
    'mapping-yaml/escape': [
      'Tussen dubbele aanhalingstekens begint een backslash een teken zoals \\n.',
      'Schrijf hem dubbel: \\\\, of zet de expressie tussen enkele aanhalingstekens.',
    ],
    'mapping-yaml/second-colon': [
      'Op deze regel staat een tweede ": ", die YAML voor nog een naam houdt.',
      inQuotes,
    ],
    'mapping-yaml/too-far': ['De volgende regel springt te ver in om naast deze te horen.', indent],
    'mapping-yaml/open-bracket': [
      'Een haakje hiervoor is niet gesloten met "{sign}".',
      'Schrijf {sign} aan het einde ervan.',
    ],
    'mapping-yaml/indent': ['Deze regel springt anders in dan de regels eromheen.', indent],
    'mapping-yaml/flow': [
      'Binnen { } en [ ] houdt YAML dit haakje of deze komma voor een eigen teken.',
      inQuotes,
    ],
    'mapping-yaml/after-end': [
      'Achter het einde van de aanhalingstekens of van de lijst staat nog iets.',
      `${inQuotes} ${indent}`,
    ],
    'mapping-yaml/open-quote': [
      'Het aanhalingsteken {quote} dat hier begint, is niet gesloten.',
      'Schrijf {quote} aan het einde van de expressie.',
    ],
    'mapping-yaml/twice': ['{name} staat hier twee keer, ook op regel {line}.', 'Haal er een weg.'],
    'mapping-yaml/large': [
      'Het bestand heeft meer dan {most} tekens.',
      'Zet wat lang is in tabellen, of verdeel het over meer mappings.',
    ],
    'mapping-yaml/deep': [
      'Namen en lijsten staan meer dan {most} niveaus diep in elkaar.',
      'Kijk of een haak of inspringing zich herhaalt.',
    ],
    'mapping-yaml/other': ['Hier klopt de YAML niet: {problem}.', `${inQuotes} ${indent}`],

    'mapping-rule/no-map': ['Een mappingbestand bestaat uit namen met waarden.', 'Begin met mapping: NAAM.'],
    'mapping-rule/no-target': ['Er is geen target:.', 'Schrijf de mappingregels onder target:.'],
    'mapping-rule/section': ['Een mappingbestand kent geen "{name}".', '{todo}'],
    'mapping-rule/other-name': [
      'De mapping noemt zich "{said}", het bestand heet "{name}".',
      'Gebruik één naam.',
    ],
    'mapping-rule/from': ['"from:" noemt geen bekende bron.', '{todo}'],
    'mapping-rule/to': ['"to:" noemt geen bekend doel.', '{todo}'],
    'mapping-rule/tables': [
      'Onder tables: horen namen met bestanden.',
      'Schrijf ze als NAAM: tables/BESTAND.csv, één per regel.',
    ],
    'mapping-rule/namespaces': [
      'Onder namespaces: horen voorvoegsels met hun namespace.',
      'Schrijf namespaces: { my: "urn:…" }.',
    ],
    'mapping-rule/prefix-name': [
      '"{name}" kan geen voorvoegsel zijn.',
      'Schrijf letters en cijfers, zonder dubbele punt.',
    ],
    'mapping-rule/prefix-taken': ['Het voorvoegsel {name} betekent al iets.', 'Kies een ander.'],
    'mapping-rule/prefix-empty': [
      'Het voorvoegsel {name} heeft geen namespace.',
      'Neem die over uit xmlns van het document.',
    ],
    'mapping-rule/extends': [
      '"extends:" noemt geen meegeleverde mapping.',
      'Schrijf extends: scsn-gateway/NAAM.',
    ],
    'mapping-rule/extends-itself': [
      'Een mapping kan zichzelf niet uitbreiden.',
      'Zet haar in een eigen map.',
    ],
    'mapping-rule/extends-what': [
      'Er is geen meegeleverde mapping {name}.',
      'Hun namen staan op de pagina Mappings; `gateway map check` toont ze ook.',
    ],
    'mapping-rule/section-map': [
      'Onder {section}: horen namen met expressies.',
      'Schrijf ze als NAAM: EXPRESSIE, één per regel.',
    ],
    'mapping-rule/closes': ['closes: noemt delen van een document; "{said}" is er geen.', '{todo}'],
    'mapping-rule/section-list': ['{section}: is een lijst.', 'Begin elk onderdeel met "- ".'],
    'mapping-rule/rule-key': ['Een mappingregel kent geen {name}.', '{todo}'],
    'mapping-rule/key-place': ['{key} hoort alleen in een mappingregel met {needs}.', 'Haal het weg.'],
    'mapping-rule/no-value': [
      'De mappingregel noemt geen waarde.',
      'Schrijf $from: met een expressie, of $text: met een vaste tekst.',
    ],
    'mapping-rule/value-members': [
      'Een mappingregel met $from of $text heeft geen velden onder zich.',
      'Schrijf de velden zonder $from.',
    ],
    'mapping-rule/copy': [
      '$copy kan alleen in een mapping van SCSN naar SCSN.',
      'Schrijf voor elk veld een mappingregel.',
    ],
    'mapping-rule/key': [
      '$key noemt {key}, en geen mappingregel van die naam geeft binnen het item een waarde.',
      '{todo}',
    ],
    'mapping-rule/omit': ['Deze $omit is niet bekend.', 'Schrijf $omit: unchanged.'],
    'mapping-rule/compare': [
      '$compare bevat namen en hoe elke waarde wordt gelezen.',
      'Schrijf $compare: { dates: dates deliverySchedule }.',
    ],
    'mapping-rule/compare-value': [
      'Hoe de waarde {name} wordt vergeleken is niet bekend.',
      'Schrijf een vorm en het pad van een veld, zoals `sum deliverySchedule/quantity`. {todo}',
    ],
    'mapping-rule/omit-key': [
      '$omit kan niet zonder $key.',
      'Noem het veld waaraan een item te herkennen is: $key: …',
    ],
    'mapping-rule/conversion': ['Er is geen omzetting "{name}".', '{todo}'],
    'mapping-rule/flag': ['{name} is true of false.', 'Schrijf {name}: true.'],
    'mapping-rule/object': ['Hier hoort een object.', 'Schrijf de velden ervan, elk op een eigen regel.'],
    'mapping-rule/from-text': ['Een mappingregel heeft óf $from óf $text.', 'Haal een van beide weg.'],
    'mapping-rule/attributes': [
      'Onder $attributes horen namen met expressies.',
      'Schrijf $attributes: { unitCode: … }.',
    ],
    'mapping-rule/attribute': ['Het attribuut {name} krijgt één waarde.', 'Schrijf een expressie.'],
    'mapping-rule/let': ['Onder $let horen namen met expressies.', 'Schrijf $let: { naam: … }.'],
    'mapping-rule/expression': ['Hier hoort een expressie.', 'Schrijf een XPath-expressie als één tekst.'],
    'mapping-rule/clause': [
      'Elk onderdeel van {section}: heeft when, code, say en advice.',
      'Schrijf - when: …',
    ],
    'mapping-rule/clause-lacks': ['Er is geen {key}:.', 'Schrijf {key}: …'],
    'mapping-rule/clause-when': ['Er is geen when:.', 'Schrijf when: met een voorwaarde.'],
    'mapping-rule/clause-key': ['Een onderdeel van {section}: kent geen "{name}".', '{todo}'],
    'mapping-rule/clause-as': ['as: is niet ignored, parked of rejected.', 'Schrijf een van die drie.'],
    'mapping-rule/tasks-target': [
      'tasks: is voor wat de exchange niet kan aannemen, en deze mapping maakt een document.',
      'Schrijf het in de mapping die maakt wat naar de exchange gaat; schrijf hier warn: of stop:.',
    ],
    'mapping-rule/clause-nl': [
      'Onder nl: ontbreekt say:.',
      'Schrijf nl: met say: en advice: in het Nederlands.',
    ],
    'mapping-rule/clause-brace': [
      'Een { of } staat hier zonder zijn tegenhanger.',
      'Schrijf {expression} met beide.',
    ],

    'mapping-override/remove': ['De meegeleverde mapping heeft hier geen {name} om weg te halen.', '{todo}'],
    'mapping-override/variable': [
      'De meegeleverde mapping heeft geen variabele {name}, en niets hier gebruikt haar.',
      '{todo}',
    ],
    'mapping-override/remove-clause': [
      'De meegeleverde mapping heeft geen stop: of warn: met de code {code} om weg te halen.',
      '{todo}',
    ],
    'mapping-override/clause': [
      'De meegeleverde mapping heeft geen stop: of warn: met de code {code}.',
      'Is "{meant}" bedoeld? Een eigen stop: of warn: heeft een andere code nodig.',
    ],

    'mapping-xpath/empty': ['Hier staat geen expressie.', 'Schrijf een XPath-expressie, of haal dit weg.'],
    'mapping-xpath/quote': [
      'Het aanhalingsteken {quote} dat hier begint, is niet gesloten.',
      'Sluit het; YAML houdt " # " voor een opmerking, tenzij de expressie tussen dubbele aanhalingstekens staat. Een aanhalingsteken in een tekst wordt dubbel geschreven.',
    ],
    'mapping-xpath/ends': ['Dit is geen XPath-expressie: de tekst houdt te vroeg op.', '{todo}'],
    'mapping-xpath/unreadable': [
      'Dit is geen XPath-expressie: vanaf "{rest}" is het niet te lezen.',
      '{todo}',
    ],
    'mapping-xpath/failed': ['De expressie is mislukt: {problem}', 'Probeer een deel ervan.'],
    'mapping-xpath/construct': [
      'In een expressie mag {what} niet.',
      'Schrijf het met de functies van de mappingtaal.',
    ],
    'mapping-xpath/always-true': [
      'Deze waarde telt als waar zodra ze er is, ook als er false staat.',
      "Vergelijk haar: … = 'true'.",
    ],
    'mapping-xpath/arguments': ['{name}() staat hier met een verkeerd aantal argumenten: {given}.', '{todo}'],
    'mapping-xpath/floats': [
      '"{sign}" rekent binair met drijvende komma, en dat geeft verkeerde cijfers.',
      'Schrijf {instead}, dat is exact.',
    ],
    'mapping-xpath/several': [
      '{name}() kan hier met één waarde werken, en het kunnen er meer zijn.',
      "Kies er een met [1], of voeg ze samen met string-join(…, ' ').",
    ],
    'mapping-xpath/table-name': [
      'De naam van een tabel hoort tussen aanhalingstekens.',
      "Schrijf table('naam', sleutel).",
    ],
    'mapping-xpath/no-table': [
      'Er is geen tabel "{name}".',
      'Noem haar onder tables:; daar staan nu: {tables}.',
    ],
    'mapping-xpath/function': ['Er is geen functie {name}().', '{todo}'],
    'mapping-xpath/wrong-answers': ['{name}() geeft hier verkeerde antwoorden.', '{todo}'],
    'mapping-xpath/constant': ["{name}() kan niets met '{text}'.", '{todo}'],
    'mapping-xpath/variable': ['Er is hier geen variabele ${name}.', 'De variabelen hier zijn: {names}.'],
    'mapping-xpath/order': [
      '"{sign}" vergelijkt waarden van een document als tekst: 10 komt dan vóór 9.',
      'Schrijf dec:compare(a, b) {sign} 0 voor getallen, date:date(a) {sign} date:date(b) voor datums.',
    ],
    'mapping-xpath/decimals': [
      '"{sign}" vergelijkt decimale getallen als tekst: 10 en 10.00 zijn dan verschillend.',
      'Schrijf dec:compare(a, b) {sign} 0, of string(a) {sign} string(b) als teksten zijn bedoeld.',
    ],
    'mapping-xpath/text-number': [
      '"{sign}" vergelijkt een tekst met een getal.',
      'Zet het getal tussen aanhalingstekens om teksten te vergelijken, of schrijf dec:compare(a, b) {sign} 0.',
    ],
    'mapping-xpath/key-boolean': [
      'In een tabel wordt met een tekst gezocht, niet met true of false.',
      'Schrijf de waarde die in de eerste kolom van de tabel staat.',
    ],
    'mapping-xpath/key-holder': [
      '{name} bevat andere elementen en heeft geen waarde om mee te zoeken.',
      'Noem een ervan: {names}.',
    ],
    'mapping-xpath/sorted': [
      'Achter een "/" staan de knopen van ({names}) in de volgorde van het document, zodat [1] {first} neemt waar beide er zijn.',
      'Zet [1] direct achter deze namen, of schrijf (x/a, x/b)[1].',
    ],

    'mapping-path/name': ['{where} heeft geen {name}.', '{todo}'],
    'mapping-path/attribute': ['{where} heeft geen attribuut {name}.', '{todo}'],
    'mapping-path/below': ['Er is nergens onder {where} een {name}.', 'Kijk naar de spelling.'],
    'mapping-path/prefix': [
      'Het voorvoegsel {prefix}: is niet gedeclareerd.',
      '{meant}Een eigen voorvoegsel hoort boven in de mapping: namespaces: { {prefix}: "urn:…" }.',
    ],
    'mapping-path/several': [
      'Er kunnen meerdere waarden zijn voor één veld van het doel.',
      'Kies er een met [1] of een voorwaarde, voeg ze samen met string-join(…), of maak van het doel een lijst.',
    ],
    'mapping-path/text-number': [
      '{name} is in het formaat een tekst, en er is een getal nodig: 1.000 zou één zijn, en 1,5 geen getal.',
      'Schrijf type: decimal in het formaat.',
    ],
    'mapping-path/no-value': ['{name} bevat andere elementen en heeft zelf geen waarde.', '{todo}'],

    'mapping-target/member': ['{target} heeft geen {name}.', '{todo}'],
    'mapping-target/no-namespace': [
      '{name} staat in geen namespace.',
      'Declareer een voorvoegsel boven in de mapping, namespaces: { my: "urn:…" }, en schrijf my:{name}.',
    ],
    'mapping-target/prefix': [
      'Het voorvoegsel {prefix}: is niet gedeclareerd.',
      '{meant}Een eigen voorvoegsel hoort boven in de mapping: namespaces: { {prefix}: "urn:…" }.',
    ],
    'mapping-target/extension': [
      'In ext:ExtensionContent hoort precies één eigen element.',
      'Zet daarin wat u hebt: my:Extra: { my:Code: … }.',
    ],
    'mapping-target/members': ['{target} heeft velden onder zich, geen waarde.', '{todo}'],
    'mapping-target/no-members': ['{target} is een waarde en heeft geen velden onder zich.', '{todo}'],
    'mapping-target/value': ['{member} kent geen waarde "{text}".', '{todo}'],
    'mapping-target/needs': ['In {target} moet {name} staan.', 'Schrijf een mappingregel voor {name}.'],
    'mapping-target/one': ['{name} krijgt één waarde, geen lijst.', 'Schrijf één mappingregel.'],
    'mapping-target/list': [
      '{name} is een lijst.',
      'Schrijf {name}: [ … ], of $each voor een lijst van objecten.',
    ],
    'mapping-target/attribute': ['{target} heeft geen attribuut {name}.', '{todo}'],
    'mapping-target/needs-attribute': [
      'Bij {target} moet het attribuut {name} staan.',
      'Schrijf $attributes: { {name}: … }.',
    ],

    'mapping-table/none': [
      'Er is geen tabel {path} in {folders}.',
      'Kijk naar het pad onder tables:. Wat buiten de map ligt, ook achter een link, wordt niet gelezen.',
    ],
    'mapping-table/unreadable': [
      'De tabel "{name}" is niet te lezen: {problem}',
      'Kijk naar het pad onder tables:.',
    ],
    'mapping-table/foreign': [
      'Dit is geen tekst in UTF-8, UTF-16 of windows-1252.',
      'Bewaar de tabel als CSV in UTF-8 (Excel: "CSV UTF-8").',
    ],
    'mapping-table/columns': [
      'De eerste regel heeft geen twee kolommen.',
      'Schrijf daar de koppen: sleutel en waarde.',
    ],
    'mapping-table/no-value': [
      'Bij de sleutel "{key}" ontbreekt de kolom met de waarde.',
      'Schrijf sleutel en waarde, met een scheidingsteken ertussen.',
    ],
    'mapping-table/empty': [
      'De sleutel "{key}" heeft een lege waarde: wat ermee wordt opgezocht, valt weg.',
      'Vul de waarde in. Moet hij wegvallen, schrijf dan in de derde kolom waarom.',
    ],
    'mapping-table/twice': [
      'De sleutel "{key}" staat er twee keer, eerst op regel {line}.',
      'Haal er een weg.',
    ],
    'mapping-table/zeros': [
      'De sleutel "{key}" is korter dan de andere, alsof een spreadsheet de nullen vooraan heeft weggehaald.',
      'Maak van de kolom een tekstkolom en schrijf {padded}, als dat is bedoeld.',
    ],
    'mapping-table/heading': [
      'De eerste regel, "{key}", lijkt een gewone rij; hij geldt als kop en wordt nooit opgezocht.',
      'Schrijf de koppen erboven: sleutel en waarde.',
    ],
    'mapping-table/swapped': [
      'De kolommen van de tabel "{name}" lijken verwisseld: in de eerste kolom staan waarden van de meegeleverde tabel.',
      'Eerste kolom: wat wordt opgezocht; tweede kolom: wat het betekent.',
    ],
    'mapping-table/value': ['{member} kent geen waarde "{text}".', '{todo}'],
    'mapping-table/no-use': ['De mapping doet niets met "{text}".', 'Is "{meant}" bedoeld?'],
    'mapping-table/partner-heading': [
      'In de eerste regel staat geen kolom {name}.',
      'Schrijf daar de koppen; bij een partner horen account en partnerId.',
    ],
    'mapping-table/partner-column': ['Een partner heeft niets dat "{name}" heet.', '{todo}'],
    'mapping-table/partner-empty': ['Deze partner heeft geen {name}.', 'Vul het in, of haal de rij weg.'],
    'mapping-table/partner-twice': [
      '"{name}" staat er twee keer, eerst op regel {line}: niemand kan zien welke partner is bedoeld.',
      'Haal er een weg, of zeg in de kolom format voor welk formaat elke rij is.',
    ],
    'mapping-table/partner-format': ['Er is geen formaat {name}: deze rij wordt nooit gebruikt.', '{todo}'],

    'mapping-file/yml': [
      '{path} wordt niet gelezen: de naam van een mapping eindigt op .yaml.',
      'Geef het bestand een andere naam.',
    ],
    'mapping-file/unused': [
      'Geen mapping noemt de tabel {path}.',
      'Kijk naar de naam en de map, of haal haar weg.',
    ],
    'mapping-file/link': [
      '{path} is een link die niet wordt gevolgd: hij leidt buiten de map, naar niets, terug naar een map waar hij in staat, of van de ene gelinkte map naar de andere.',
      'Zet op zijn plaats wat er achter hoort te staan.',
    ],
    'mapping-file/pair': [
      '{path} is van uzelf, {twin} is de meegeleverde.',
      'Kijk of op de weg terug hetzelfde moet veranderen.',
    ],
  },
  parts: {
    or: '{before} of {last}',
    'and-more': '{names} en nog {count}',
    'did-you-mean': 'Is "{near}" bedoeld?',
    'did-you-mean-prefix': 'Is "{near}:" bedoeld? ',
    'did-you-mean-bare': 'Is {near} bedoeld?',
    'none-here': 'Er zijn hier geen {what}.',
    'names-here': 'De {what} hier zijn: {names}.',
    attributes: 'attributen',
    codes: 'codes',
    columns: 'kolommen',
    conversions: 'omzettingen',
    'delivered-variables': 'variabelen van de meegeleverde mapping',
    fields: 'velden',
    fixtures: 'testgevallen',
    formats: 'formaten',
    members: 'velden',
    names: 'namen',
    parts: 'onderdelen',
    records: 'records',
    'rule-keys': 'sleutels van een mappingregel',
    'value-forms': 'vormen van een vergeleken waarde',
    sections: 'onderdelen',
    sources: 'bronnen',
    targets: 'doelen',
    values: 'waarden',
    'no-attributes': 'Het heeft geen attributen.',
    'blank-after-colon': 'Schrijf een spatie achter de dubbele punt.',
    'write-expression': 'Schrijf een expressie, of $from: met een expressie.',
    'needs-value': '$from of $text',
    'your-variables': 'De meegeleverde mapping klopt op zichzelf: kijk naar uw eigen {names}.',
    'variable-at': '${name} (regel {line})',
    'text-alone': 'Schrijf voor de tekst zelf { $text: {name} }.',
    'text-inside': "Schrijf voor de tekst zelf '{name}', tussen aanhalingstekens.",
    'no-tables': 'geen',
    'xpath-general':
      'Kijk naar haakjes en aanhalingstekens; een expressie met " # " of ": " erin hoort tussen dubbele aanhalingstekens. Een vaste tekst is { $text: … }.',
    'xpath-quotes': `Schrijf rechte aanhalingstekens ' of " in plaats van die van een tekstverwerker.`,
    'xpath-signs': 'XPath schrijft =, !=, and, or, not(…).',
    'xpath-else': 'Bij elke if (…) then … hoort een else …; schrijf else () voor niets.',
    'xpath-if': 'Schrijf het als if (…) then … else …, met de voorwaarde tussen haakjes.',
    'xpath-slash': 'Schrijf een naam achter de laatste /.',
    'bracket-begin': 'Er staat een "{sign}" zonder begin.',
    'bracket-end': 'Een haakje is niet gesloten: "{sign}" ontbreekt.',
    takes: '{name}() heeft er {least} nodig.',
    'takes-more': '{name}() heeft er {least} of meer nodig.',
    'takes-between': '{name}() heeft er {least} tot {most} nodig.',
    functions: 'De functies zijn: {names}.',
    write: 'Schrijf {what}.',
    'write-or': 'Schrijf {what} of {other}.',
    'write-exact': 'Schrijf {what}, dat is exact.',
    'write-real-date': 'Schrijf {what}, dat weigert dagen die niet bestaan.',
    'compare-with': 'Vergelijk met {what} of {other}.',
    'leave-out': 'Laat het weg: functies van dec: nemen de tekst zoals hij is.',
    'leave-out-number': 'Laat het weg: dec:add, dec:compare en de andere nemen de tekst zoals hij is.',
    'function-value': 'een functie als waarde (naam#1)',
    'function-in-place': 'een functie ter plekke',
    'function-call': 'een waarde aanroepen als functie',
    arrow: 'de pijl =>',
    map: 'een map (map { … })',
    array: 'een array',
    lookup: 'het opzoeken met ?',
    'name-in-braces': 'een naam met zijn namespace tussen accolades (Q{…})',
    'bare-decimal': 'een getal met een punt buiten aanhalingstekens',
    'bare-double': 'een getal met een exponent buiten aanhalingstekens',
    'bad-decimal': "Schrijf een getal zoals '12.50'.",
    'division-by-zero': 'Schrijf een ander getal.',
    'digits-wrong': 'Schrijf het aantal cijfers, zoals 2.',
    'bad-date': "Schrijf een datum zoals '2026-03-31'.",
    'bad-time': "Schrijf een tijd zoals '14:30:00'.",
    'bad-date-time': "Schrijf een moment zoals '2026-03-31T14:30:00Z'.",
    'bad-time-zone': "Schrijf een naam zoals 'Europe/Amsterdam'.",
    'unquoted-number': 'Schrijf een getal, zonder aanhalingstekens.',
    'other-value': 'Schrijf een andere waarde.',
    'no-file': 'er is geen bestand {file}.',
    'fixture-unexpected': 'Er is geen {file}; de mapping geeft:',
    'fixture-no-result': '{file} wordt verwacht, en de mapping geeft geen document.',
    'fixture-stops': 'De mapping stopt: {stop}.',
    'fixture-no-document': 'Er is geen {file} in {folder}.',
    'fixture-folder': 'De map van een testgeval heet MAPPING.GEVAL, zoals order-to-exchange.mijn-geval.',
    quoted: '“{text}”',
  },
};
