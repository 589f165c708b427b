import { shownBy, type Shown } from './number-formats.ts'
import { readXml } from './read-xml.ts'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'
import { readStrings } from './xlsx-strings.ts'
import { openZip, type ZipParts } from './zip-parts.ts'

/** How many styles are read; Excel has at most 65,490. */
const styleLimit = 100_000

/** What of a workbook is needed to read its first worksheet. */
export type XlsxPackage = {
  zip: ZipParts
  /** The part of the first worksheet, in the order of the tabs. */
  sheet: string | undefined
  /** The other worksheets that are not hidden. */
  others: readonly { name: string; part: string }[]
  strings: readonly string[]
  /** How the style of this number shows a number. */
  shown: readonly Shown[]
  from1904: boolean
}

type Relation = { type: string; part: string }

/** Opens an .xlsx file; reads its table of contents, strings and formats. Throws SheetUnreadable. */
export function openXlsx(bytes: Uint8Array): XlsxPackage {
  const zip = openZip(bytes)
  const root = [...relationsOf(zip, '').values()].find(({ type }) => type === 'officeDocument')
  const workbook = root?.part ?? 'xl/workbook.xml'
  const relations = relationsOf(zip, workbook)
  const { sheets, from1904 } = readWorkbook(zip, workbook)
  const worksheets = sheets.flatMap(({ id, ...sheet }) => {
    const relation = relations.get(id)
    return relation?.type === 'worksheet' ? [{ ...sheet, part: relation.part }] : []
  })
  const partOf = (type: string) => {
    const part = [...relations.values()].find((one) => one.type === type)?.part
    return part !== undefined && zip.has(part) ? part : undefined
  }
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')]
  return {
    zip,
    sheet: worksheets[0]?.part,
    others: worksheets.slice(1).filter(({ isHidden, part }) => !isHidden && zip.has(part)),
    strings: strings === undefined ? [] : readStrings(zip, strings),
    shown: styles === undefined ? [] : readStyles(zip, styles),
    from1904,
  }
}

/** The relations of a part by id; their types by their last word, because strict workbooks have other addresses. */
function relationsOf(zip: ZipParts, part: string): Map<string, Relation> {
  const relations = new Map<string, Relation>()
  const slash = part.lastIndexOf('/') + 1
  const rels = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  if (!zip.has(rels)) return relations
  readXml(zip, rels, {
    open: (name, { Id, Type, Target, TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External' || !Id || !Type || !Target) return
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: resolved(part.slice(0, slash), Target) })
    },
  })
  return relations
}

/** A target as the name of a part: absolute, or relative to the folder. */
function resolved(folder: string, target: string): string {
  const names: string[] = []
  for (const name of (target.startsWith('/') ? target : folder + target).split('/'))
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  return names.join('/')
}

type WorkbookSheet = { id: string; name: string; isHidden: boolean }

function readWorkbook(zip: ZipParts, part: string): { sheets: WorkbookSheet[]; from1904: boolean } {
  const sheets: WorkbookSheet[] = []
  let from1904 = false
  readXml(zip, part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const { name: title = '', state = 'visible' } = attributes
      if (id !== undefined) sheets.push({ id, name: title, isHidden: state !== 'visible' })
    },
  })
  return { sheets, from1904 }
}

/** How cell formats show numbers, by the number of the format. */
function readStyles(zip: ZipParts, part: string): Shown[] {
  const codes = new Map<number, string>()
  const styles: Shown[] = []
  let isCellFormats = false
  readXml(zip, part, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'cellXfs') isCellFormats = true
      else if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode.slice(0, 255))
      else if (name === 'xf' && isCellFormats) {
        const id = Number(numFmtId ?? 0)
        if (styles.push(shownBy(id, codes.get(id))) > styleLimit) throw new SheetUnreadable(sheetTexts.tooLarge)
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormats = false
    },
  })
  return styles
}
