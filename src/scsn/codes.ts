/** Code lists and check digits that the rules ask for. */

/** Units of UN/ECE Recommendation 20 that occur in orders; SCSN uses a part of them. */
const units = new Set(
  (
    'C62 H87 EA LTR KGM MTR MTK MTQ MLT GRM CMT MMT CMK MMK CMQ DMT DMK DMQ KTM MLT DLT CLT HLT MGM TNE DTN ' +
    'DAY HUR MIN SEC MON WEE ANN QAN SET PR DZN DZP MIL CEN NPR NMP LO LS E48 E49 E51 P1 KWH WHR MWH KWT WTT ' +
    'JOU KJO MAL BAR PAL HPA CEL KEL FAH INH FOT YRD INK FTK YDK INQ FTQ LBR ONZ GLL GLI PTI ONZ STN A97 B41 B42 ' +
    'AMP VLT OHM HTZ NEW NU KMH MTS MTR KNT SMI NMI ACR HAR KMK ZZ XPK XBX XCT XPX XPF XRO XBE XBG XTU XCN XSA XST'
  ).split(' '),
);

/** What ERPs write instead, and what was meant. */
const unitMistakes: Readonly<Record<string, string>> = {
  PCE: 'C62',
  PCS: 'C62',
  PC: 'C62',
  ST: 'C62',
  STK: 'C62',
  STKS: 'C62',
  STCK: 'C62',
  STUK: 'C62',
  STUKS: 'C62',
  STÜCK: 'C62',
  KG: 'KGM',
  G: 'GRM',
  GR: 'GRM',
  M: 'MTR',
  MTR1: 'MTR',
  M1: 'MTR',
  M2: 'MTK',
  'M²': 'MTK',
  M3: 'MTQ',
  'M³': 'MTQ',
  L: 'LTR',
  LT: 'LTR',
  ML: 'MLT',
  CM: 'CMT',
  MM: 'MMT',
  H: 'HUR',
  HR: 'HUR',
  UUR: 'HUR',
  DAYS: 'DAY',
  T: 'TNE',
  TON: 'TNE',
  PAAR: 'PR',
};

/** Active currencies of ISO 4217. */
const currencies = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
    'CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD ' +
    'HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD ' +
    'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN ' +
    'PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY ' +
    'TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XAG XAU XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

export const isUnit = (code: string): boolean => units.has(code);

/** The unit code that was meant, or an empty text. */
export function unitMeant(code: string): string {
  return unitMistakes[code.toUpperCase()] ?? (units.has(code.toUpperCase()) ? code.toUpperCase() : '');
}

export const isCurrency = (code: string): boolean => currencies.has(code);

/** GS1 General Specifications, 7.9: weights 1 and 3 in turn, the thirteenth digit makes the sum a multiple of ten. */
export function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
