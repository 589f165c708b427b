const factors: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  b: 1e9,
  bn: 1e9,
  mio: 1e6,
  mil: 1e3,
  mill: 1e6,
  million: 1e6,
  millions: 1e6,
  mln: 1e6,
  mrd: 1e9,
  tsd: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  crore: 1e7,
  crores: 1e7,
  cr: 1e7,
  тыс: 1e3,
  млн: 1e6,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  億: 1e8,
  亿: 1e8,
  만: 1e4,
  억: 1e8,
  هزار: 1e3,
  ألف: 1e3,
  مليون: 1e6,
  // As NFKC has it: with the dot as a sign of its own.
  ['हज़ार'.normalize('NFKC')]: 1e3,
  लाख: 1e5,
}

/** Digits in groups of three, or as in India of two and at the end three ('1,50,000'). */
const grouped = String.raw`\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}`
const isGroupedNumber = new RegExp(`^(?:${grouped})$`)
const countPattern = new RegExp(
  String.raw`((?:${grouped})(?!\d)|\d+(?:[.,]\d{1,2})?)[ \u00a0]?([\p{L}\p{M}]{1,8})?`,
  'u',
)

/**
 * A count as people write it ('1.2M', '12 345', '3,4 Mio.', '1,2 lakh', '1,50,000'), as a whole number in digits;
 * undefined where there is none. Reads the first number of at most 200 characters.
 */
export function readCountText(text: string): string | undefined {
  const found = countPattern.exec(text.slice(0, 200).normalize('NFKC'))
  if (found === null) return undefined
  const [, number = '', word = ''] = found
  const factor = factors[word.toLowerCase()]
  const isGrouped = isGroupedNumber.test(number) && factor === undefined
  const value = isGrouped ? Number(number.replace(/\D/g, '')) : Number(number.replace(',', '.')) * (factor ?? 1)
  return Number.isSafeInteger(Math.round(value)) ? String(Math.round(value)) : undefined
}
