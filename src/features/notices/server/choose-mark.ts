import type { RegisteredMark } from './queries.ts'

/** The trademark offices of the countries that most marks are registered in, by two-letter code (WIPO ST.3). */
const offices: Readonly<Record<string, string>> = {
  AU: 'IP Australia',
  BR: 'National Institute of Industrial Property (INPI)',
  BX: 'Benelux Office for Intellectual Property (BOIP)',
  CA: 'Canadian Intellectual Property Office (CIPO)',
  CH: 'Swiss Federal Institute of Intellectual Property (IGE/IPI)',
  CN: 'China National Intellectual Property Administration (CNIPA)',
  DE: 'German Patent and Trade Mark Office (DPMA)',
  EM: 'European Union Intellectual Property Office (EUIPO)',
  EU: 'European Union Intellectual Property Office (EUIPO)',
  ES: 'Spanish Patent and Trademark Office (OEPM)',
  FR: 'National Institute of Industrial Property (INPI)',
  GB: 'UK Intellectual Property Office (UKIPO)',
  IN: 'Trade Marks Registry of India',
  IT: 'Italian Patent and Trademark Office (UIBM)',
  JP: 'Japan Patent Office (JPO)',
  KR: 'Korean Intellectual Property Office (KIPO)',
  MX: 'Mexican Institute of Industrial Property (IMPI)',
  SG: 'Intellectual Property Office of Singapore (IPOS)',
  US: 'United States Patent and Trademark Office (USPTO)',
  WO: 'World Intellectual Property Organization (WIPO)',
}
const unions: Readonly<Record<string, string>> = {
  BX: 'Benelux',
  EM: 'European Union',
  EU: 'European Union',
  WO: 'International registration',
}

/** The mark that a notice about this host names: one that the host contains, else the brand's own name, else the first. */
export function chooseMark(
  marks: readonly RegisteredMark[],
  about: { brand: string; host: string },
): RegisteredMark | null {
  const contained = marks
    .filter(({ name }) => plain(name).length > 2 && isContained(plain(name), about.host.toLowerCase()))
    .toSorted((a, b) => plain(b.name).length - plain(a.name).length)
  const withNumberFirst = (list: readonly RegisteredMark[]) => list.find(({ number }) => number !== '') ?? list[0]
  const longest = contained.filter(({ name }) => plain(name).length === plain(contained[0]!.name).length)
  const ofBrand = marks.filter(({ name }) => plain(name) === plain(about.brand))
  const found = withNumberFirst(longest) ?? withNumberFirst(ofBrand) ?? marks[0]
  return found ? withOffice(found) : null
}

/** A name without what stands between its letters and digits. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Across hyphens and dots only as whole words: 'acme-careers' contains Acme, but not Acme Care. */
function isContained(name: string, host: string): boolean {
  const pattern = new RegExp(Array.from(name).join('[^\\p{L}\\p{N}]*'), 'gu')
  return [...host.matchAll(pattern)].some((found) => {
    const around = [host[found.index - 1], host[found.index + found[0].length]]
    return found[0] === name || around.every((one) => one === undefined || /[-.]/.test(one))
  })
}

/** The office and the name of the country, where only the country's code is known. */
export function withOffice(mark: RegisteredMark): RegisteredMark {
  const code = /^[A-Z]{2}$/.test(mark.country) ? mark.country : ''
  if (code === '') return mark
  const name = unions[code] ?? new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(code) ?? code
  return { ...mark, office: mark.office || (offices[code] ?? ''), country: name }
}

/** Whom a mark belongs to: its holder by the register, where one is known, else the company. */
export const ownerOf = (mark: Pick<RegisteredMark, 'owner'> | null, company: string): string => mark?.owner || company

/** What a text about a finding says of its mark: its name, or the brand's, and whom it belongs to. */
export const statedMark = (of: { mark: RegisteredMark | null; brand: string; company: string }) => ({
  mark: of.mark?.name ?? of.brand,
  owner: ownerOf(of.mark, of.company),
})

/** The mark in one line: name, number, office, country, classes, end of protection and owner, as far as known. */
export function markLine(mark: RegisteredMark, company: string): string {
  return [
    mark.name,
    mark.number && `No. ${mark.number}`,
    [mark.office, !mark.office.includes(mark.country) && `(${mark.country})`].filter(Boolean).join(' '),
    mark.classes && `classes ${mark.classes}`,
    mark.expiresOn && `in force until ${mark.expiresOn}`,
    `owner ${ownerOf(mark, company)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
