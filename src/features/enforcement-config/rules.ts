/** What an attached document proves: authority to act, a registered right, authorship, a court's decision, or nothing. */
export const documentTypes = ['authority', 'registration', 'copyright', 'court-order', 'other'] as const
export type DocumentType = (typeof documentTypes)[number]

/** The type that a file name suggests to the person who uploads it; the person decides. */
export function suggestedType(fileName: string): DocumentType {
  if (/attorney|authori[sz]|mandate|\b(?:poa|loa)\b|vollmacht|procura|pouvoir/i.test(fileName)) return 'authority'
  if (/copyright/i.test(fileName)) return 'copyright'
  if (/trade[ _-]?mark|\btm\b|certificate|registration|patent|design/i.test(fileName)) return 'registration'
  return /court|judg|order/i.test(fileName) ? 'court-order' : 'other'
}
