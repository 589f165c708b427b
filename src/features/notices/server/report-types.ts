// The XARF report type of each reason code; defined only here.

/** The type-specific fields of a report. Names are those of the XARF 4.2 schemas. */
export type ReportType =
  | { type: 'brand_infringement'; infringement: string; elements?: readonly string[] }
  | { type: 'phishing' }
  | { type: 'fraud'; fraud: string }
  /** Without a registration date this is a brand infringement of the kind named. */
  | { type: 'suspicious_registration'; indicators: readonly string[]; infringement: string }
  | { type: 'copyright'; infringement: string }

const misuse = (infringement: string, ...elements: string[]): ReportType => ({
  type: 'brand_infringement',
  infringement,
  elements,
})
const fraud = (kind: string): ReportType => ({ type: 'fraud', fraud: kind })
const registration = (infringement: string, ...indicators: string[]): ReportType => ({
  type: 'suspicious_registration',
  indicators,
  infringement,
})

/** Report types by code or group (G49); a code takes precedence. Codes have five digits, groups three. */
const byCode: Readonly<Record<string, ReportType>> = {
  '123': misuse('trademark_violation', 'brand_name'),
  '12303': misuse('trademark_violation', 'product_images'),
  '12304': misuse('logo_misuse', 'logo'),
  '12307': registration('trademark_violation', 'brand_keyword'),
  '234': misuse('counterfeit', 'product_images'),
  '912': misuse('counterfeit', 'other'),
  '91204': { type: 'copyright', infringement: 'direct_copy' },
  '456': misuse('lookalike', 'layout', 'color_scheme'),
  '45603': { type: 'copyright', infringement: 'modified_copy' },
  '182': misuse('lookalike', 'brand_name'),
  '18201': misuse('typosquatting', 'brand_name'),
  '18202': misuse('lookalike', 'logo'),
  '18205': registration('typosquatting', 'typosquatting'),
  '18206': registration('homograph', 'homograph_attack'),
  '423': misuse('unauthorized_reseller', 'brand_name'),
  '42305': misuse('brand_impersonation', 'brand_name'),
  '42306': fraud('other'),
  '181': misuse('unauthorized_reseller', 'product_images'),
  '789': misuse('unauthorized_reseller', 'product_images'),
  '122': { type: 'phishing' },
  '12206': registration('brand_impersonation', 'suspicious_registrant'),
  '12207': fraud('employment'),
  '12208': fraud('lottery'),
  '12209': fraud('advance_fee'),
  '12210': fraud('investment'),
  '12211': fraud('advance_fee'),
  '12212': fraud('tech_support'),
  '12216': fraud('shopping'),
  '12217': fraud('shopping'),
  '529': registration('other', 'brand_keyword'),
  '52901': registration('other', 'parked_page'),
  '52902': registration('other', 'parked_page'),
  '61108': { type: 'copyright', infringement: 'distribution' },
  '733': misuse('brand_impersonation', 'brand_name'),
  '73310': { type: 'copyright', infringement: 'distribution' },
  '744': misuse('brand_impersonation', 'brand_name'),
  '74405': { type: 'copyright', infringement: 'modified_copy' },
}

/** The report type of a reason code; 'other' brand infringement for codes without an entry. */
export function reportTypeFor(code: string | null): ReportType {
  return byCode[code ?? ''] ?? byCode[(code ?? '').slice(0, 3)] ?? misuse('other')
}
