/** Code lists and check digits that the rules ask for. */

/** Codes of UN/ECE Recommendation 20 (revision 17) that are words, and those of one digit. */
const units = new Set(
  (
    '10 11 13 14 15 20 21 22 23 24 25 27 28 33 34 35 37 38 40 41 56 57 58 59 60 61 74 77 80 81 85 87 89 91 1I 2A 2B 2C ' +
    '2G 2H 2I 2J 2K 2L 2M 2N 2P 2Q 2R 2U 2X 2Y 2Z 3B 3C 4C 4G 4H 4K 4L 4M 4N 4O 4P 4Q 4R 4T 4U 4W 4X 5A 5B 5E 5J A2 A3 ' +
    'A4 A5 A6 A7 A8 A9 AA AB ACR ACT AD AE AH AI AK AL AMH AMP ANN APZ AQ AS ASM ASU ATM AWG AY AZ B1 B3 B4 B7 B8 BAR ' +
    'BB BFT BHP BIL BLD BLL BP BPM BQL BTU BUA BUI C0 C3 C7 C8 C9 CCT CDL CEL CEN CG CGM CKG CLF CLT CMK CMQ CMT CNP ' +
    'CNT COU CTG CTM CTN CUR CWA CWI D1 D2 D5 D6 DAA DAD DAY DB DBM DBW DD DEC DG DJ DLT DMA DMK DMO DMQ DMT DN DPC ' +
    'DPR DPT DRA DRI DRL DT DTN DWT DZN DZP E4 EA EB EQ FAH FAR FBM FC FF FH FIT FL FNU FOT FP FR FS FTK FTQ G2 G3 GB ' +
    'GBQ GDW GE GF GFI GGR GIA GIC GII GIP GJ GL GLD GLI GLL GM GO GP GQ GRM GRN GRO GV GWH HA HAD HAR HBA HBX HC HDW ' +
    'HEA HGM HH HIU HKM HLT HM HMO HMQ HMT HPA HTZ HUR HWE IA IE INH INK INQ ISD IU IUG IV J2 JE JK JM JNT JOU JPS JWL ' +
    'K1 K2 K3 K6 KA KAT KB KBA KCC KDW KEL KGM KGS KHY KHZ KI KIC KIP KJ KJO KL KLK KLX KMA KMH KMK KMQ KMT KNI KNM ' +
    'KNS KNT KO KPA KPH KPO KPP KR KSD KSH KT KTM KTN KUR KVA KVR KVT KW KWH KWN KWO KWS KWT KWY KX L2 LA LAC LBR LBT ' +
    'LD LEF LF LH LK LM LN LO LP LPA LR LS LTN LTR LUB LUM LUX LY M1 M4 M5 M7 M9 MAH MAL MAM MAR MAW MBE MBF MBR MC ' +
    'MCU MD MGM MHZ MIK MIL MIN MIO MIU MKD MKM MKW MLD MLT MMK MMQ MMT MND MNJ MON MPA MQD MQH MQM MQS MQW MRD MRM ' +
    'MRW MSK MTK MTQ MTR MTS MTZ MVA MWH N1 N3 NA NAR NCL NEW NF NIL NIU NL NM3 NMI NMP NPR NPT NT NTU NU NX OA ODE ' +
    'ODG ODK ODM OHM ON ONZ OPM OT OZA OZI P1 P2 P5 PAL PD PFL PGL PI PLA PO PQ PR PS PTD PTI PTL PTN Q3 QA QAN QB QR ' +
    'QTD QTI QTL QTR R1 R9 RH RM ROM RP RPM RPS RT S3 S4 SAN SCO SCR SEC SET SG SIE SM3 SMI SQ SQR SR STC STI STK STL ' +
    'STN STW SW SX SYR T0 T3 TAH TAN TI TIC TIP TKM TMS TNE TP TPI TPR TQD TRL TST TTS U1 U2 UB UC VA VLT VP W2 WA WB ' +
    'WCD WE WEB WEE WG WHR WM WSD WTT X1 YDK YDQ YRD Z9 Z11 ZP ZZ'
  ).split(' '),
);

/** Its derived units (a letter and two digits: nearly all of them are in use), and packagings (X and Rec 21). */
const unitFamilies = /^(?:[A-HJ-NP]\d\d|Q[1-4]\d|X[0-9A-Z]{2})$/;

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
  STUECK: 'C62',
  PIECE: 'C62',
  PIECES: 'C62',
  PZ: 'C62',
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
  PAIR: 'PR',
  STD: 'HUR',
  TAG: 'DAY',
  DAG: 'DAY',
  DAGEN: 'DAY',
  WEEK: 'WEE',
  KM: 'KTM',
  MTR2: 'MTK',
  MTR3: 'MTQ',
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

/** A code of Rec 20 that was hardly meant (`STK` is a stick of cigarettes there, `M1` a microcurie) counts as none. */
export const isUnit = (code: string): boolean =>
  unitMistakes[code] === undefined && (units.has(code) || unitFamilies.test(code));

/** The unit code that was meant, or an empty text. */
export function findMeantUnit(code: string): string {
  const capitals = code.trim().toUpperCase();
  return unitMistakes[capitals] ?? (isUnit(capitals) ? capitals : '');
}

export const isCurrency = (code: string): boolean => currencies.has(code);

/** GS1 General Specifications, 7.9: weights 1 and 3 in turn, the thirteenth digit makes the sum a multiple of ten. */
export function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
