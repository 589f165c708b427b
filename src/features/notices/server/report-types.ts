// The XARF report type of reason codes that differ from their kind of harm (src/vocabulary/harm-kinds.ts).
import { harmOf, harms, misuse, type ReportType } from '#vocabulary/harm-kinds.ts'

const fraud = (kind: string): ReportType => ({ type: 'fraud', fraud: kind })
const registration = (infringement: string, ...indicators: string[]): ReportType => ({
  type: 'suspicious_registration',
  indicators,
  infringement,
})

/** Report types by code or group (G49); a code takes precedence. Codes have five digits, groups three. */
const byCode: Readonly<Record<string, ReportType>> = {
  '12303': misuse('trademark_violation', 'product_images'),
  '12304': misuse('logo_misuse', 'logo'),
  '912': misuse('counterfeit', 'other'),
  '91204': { type: 'copyright', infringement: 'direct_copy' },
  '456': misuse('lookalike', 'layout', 'color_scheme'),
  '45603': { type: 'copyright', infringement: 'modified_copy' },
  '182': misuse('lookalike', 'brand_name'),
  '18201': misuse('typosquatting', 'brand_name'),
  '18202': misuse('lookalike', 'logo'),
  '18205': registration('typosquatting', 'typosquatting'),
  '18206': registration('homograph', 'homograph_attack'),
  '42305': misuse('brand_impersonation', 'brand_name'),
  '42306': fraud('other'),
  '12206': registration('brand_impersonation', 'suspicious_registrant'),
  '12207': fraud('employment'),
  '12208': fraud('lottery'),
  '12209': fraud('advance_fee'),
  '12210': fraud('investment'),
  '12211': fraud('advance_fee'),
  '12212': fraud('tech_support'),
  '529': registration('other', 'brand_keyword'),
  '52901': registration('other', 'parked_page'),
  '52902': registration('other', 'parked_page'),
  '74405': { type: 'copyright', infringement: 'modified_copy' },
}

/**
 * The report type of a reason code. `host` is the reported one: a look-alike name is a homograph only where it has
 * letters outside ASCII, else a misspelling.
 */
export function reportTypeFor(code: string | null, host: string | null): ReportType {
  const found = byCode[code ?? ''] ?? byCode[(code ?? '').slice(0, 3)] ?? harms[harmOf(code)].report
  if (found.type !== 'suspicious_registration' || !found.indicators.includes('homograph_attack')) return found
  return hasForeignLetters(host ?? '') ? found : registration('typosquatting', 'typosquatting')
}

const hasForeignLetters = (host: string): boolean => /(?:^|\.)xn--/.test(host)
