import { constants, deflateRawSync } from 'node:zlib'

/** One part of a workbook: its packed bytes and what the file says about them. */
export type PackedPart = { name: string; bytes: Uint8Array; method?: number; flags?: number; declared?: number }

const plain = (text: string) => Buffer.from(text, 'utf8')

/** A part that unpacks to this text. */
export const packed = (name: string, text: string | Uint8Array): PackedPart => {
  const bytes = typeof text === 'string' ? plain(text) : text
  return { name, bytes: deflateRawSync(bytes, { level: 9 }), declared: bytes.length }
}

/**
 * A part that unpacks to `head`, `times` the text `piece`, and `tail`, made without ever having all of it in memory.
 * It declares `declared` bytes.
 */
export function repeated(
  name: string,
  { head = '', piece, times, tail = '' }: { head?: string; piece: string; times: number; tail?: string },
  declared = 1000,
): PackedPart {
  // Blocks that end with a full flush stand for themselves and may be repeated.
  const block = (text: string) => deflateRawSync(plain(text), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const middle = block(piece)
  const bytes = Buffer.concat([
    block(head),
    ...Array.from({ length: times }, () => middle),
    deflateRawSync(plain(tail)),
  ])
  return { name, bytes, declared }
}

/** A zip file of these parts, whatever they declare. */
export function zipOf(parts: readonly PackedPart[]): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, method = 8, flags = 0, declared = bytes.length } of parts) {
    const title = plain(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(declared, 18)
    common.writeUInt16LE(title.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, title)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), common, title, Buffer.from(bytes))
    offset += 30 + title.length + bytes.length
  }
  const length = directory.reduce((sum, { length: one }) => sum + one, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length % 65_536, 8)
  end.writeUInt16LE(parts.length % 65_536, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...files, ...directory, end]))
}

const xmlns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...lines: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`

/** What stands around the rows of a worksheet. */
export const sheetHead = `<?xml version="1.0"?><worksheet ${xmlns}><sheetData>`
export const sheetTail = '</sheetData></worksheet>'
export const sheetPart = 'xl/worksheets/sheet1.xml'
export const stringsPart = 'xl/sharedStrings.xml'

/** The parts of a workbook with one worksheet; the sheet, and shared strings if it has any, are given. */
export function workbookOf(...parts: readonly PackedPart[]): Uint8Array<ArrayBuffer> {
  return zipOf([
    packed('_rels/.rels', rels(relation('rId1', 'officeDocument', 'xl/workbook.xml'))),
    packed(
      'xl/workbook.xml',
      `<workbook ${xmlns} xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    packed(
      'xl/_rels/workbook.xml.rels',
      rels(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
        relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      ),
    ),
    ...parts,
  ])
}

const inline = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
const aRow = (row: number, ...cells: string[]) => `<row r="${row}">${cells.join('')}</row>`
const sheet = (rows: string, after = '') => packed(sheetPart, `${sheetHead}${rows}</sheetData>${after}</worksheet>`)
const megabyte = (letter: string) => letter.repeat(1024 * 1024)
const letters = (count: number) => Array.from({ length: count }, (_, at) => String.fromCharCode(65 + at))
const shared = (times: number) =>
  Array.from({ length: times }, (_, at) => aRow(at + 1, `<c r="A${at + 1}" t="s"><v>0</v></c>`))

/** Workbooks of a few kilobytes that would cost a careless reader gigabytes or minutes, by what they do. */
export const bombs: Record<string, () => Uint8Array<ArrayBuffer>> = {
  'a directory that lies about 1000 MB': () =>
    workbookOf(repeated(sheetPart, { head: sheetHead, piece: megabyte(' '), times: 1000, tail: sheetTail })),
  'rows that unpack to 1000 MB': () =>
    workbookOf(
      repeated(sheetPart, { head: sheetHead, piece: aRow(1, inline('A1', 'x')).repeat(20_000), times: 900 }, 2 ** 30),
    ),
  'one cell of 600 MB': () =>
    workbookOf(repeated(sheetPart, { head: `${sheetHead}<row><c t="str"><v>`, piece: megabyte('A'), times: 600 })),
  'a 1 GB picture that nobody reads': () =>
    workbookOf(sheet(aRow(1, inline('A1', 'x'))), repeated('xl/media/a.png', { piece: megabyte('\0'), times: 1000 })),
  'elements nested 300,000 deep': () =>
    workbookOf(sheet(aRow(1, `<c t="inlineStr"><is>${'<r>'.repeat(3e5)}${'</r>'.repeat(3e5)}</is></c>`))),
  'elements nested 1,000,000 deep': () =>
    workbookOf(sheet(aRow(1, `<c t="inlineStr"><is>${'<r>'.repeat(1e6)}${'</r>'.repeat(1e6)}</is></c>`))),
  '20,000 merged ranges of everything': () =>
    workbookOf(sheet(aRow(1, inline('A1', 'x')), '<mergeCell ref="A1:XFD1048576"/>'.repeat(20_000))),
  '9,000 merged ranges over 50,000 rows': () =>
    workbookOf(
      sheet(
        Array.from({ length: 50_000 }, (_, at) => aRow(at + 1, inline(`A${at + 1}`, 'x'))).join(''),
        '<mergeCell ref="A1:Z50000"/>'.repeat(9_000),
      ),
    ),
  '59,000 rows of 8 cells': () =>
    workbookOf(
      sheet(
        Array.from({ length: 59_000 }, (_, at) =>
          aRow(at + 1, ...letters(8).map((letter) => inline(`${letter}${at + 1}`, 'x'))),
        ).join(''),
      ),
    ),
  '59,000 rows with one cell far right': () =>
    workbookOf(
      sheet(Array.from({ length: 59_000 }, (_, at) => aRow(at + 1, `<c r="SF${at + 1}"><v>1</v></c>`)).join('')),
    ),
  'a cell at the far corner': () => workbookOf(sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
  'one long shared string in 50,000 cells': () =>
    workbookOf(
      sheet(shared(50_000).join('')),
      packed(stringsPart, `<sst><si><t>${'A'.repeat(900_000)}</t></si></sst>`),
    ),
  'shared strings of 600 MB': () =>
    workbookOf(
      sheet(shared(1).join('')),
      repeated(stringsPart, { head: '<sst>', piece: `<si><t>${'&quot;'.repeat(30_000)}</t></si>`, times: 3_400 }),
    ),
  '20,000,000 empty shared strings': () =>
    workbookOf(
      sheet(shared(1).join('')),
      repeated(stringsPart, { head: '<sst>', piece: '<si/>'.repeat(20_000), times: 1_000 }),
    ),
  'a row of 300,000 attributes': () =>
    workbookOf(sheet(`<row ${Array.from({ length: 300_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`)),
  'a billion laughs': () => {
    const entities = 'bcdefghij'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`)
    const text = `<!DOCTYPE x [<!ENTITY a "lololol">${entities.join('')}]>${sheetHead}`
    return workbookOf(packed(sheetPart, `${text}${aRow(1, inline('A1', '&j;'))}${sheetTail}`))
  },
  'an entity from a file': () =>
    workbookOf(
      packed(
        sheetPart,
        `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>${sheetHead}${aRow(1, inline('A1', '&e;'))}${sheetTail}`,
      ),
    ),
  'a comment of 400 MB': () =>
    workbookOf(
      repeated(sheetPart, { head: `${sheetHead}<!--`, piece: megabyte('c'), times: 400, tail: '--></worksheet>' }),
    ),
  'an encrypted part': () => workbookOf({ ...sheet(''), flags: 1 }),
  'a part packed with deflate64': () => workbookOf({ ...sheet(''), method: 9 }),
  'two parts of one name': () => workbookOf(sheet(aRow(1, inline('A1', 'x'))), sheet(aRow(1, inline('A1', 'y')))),
  'a workbook inside a workbook': () => zipOf([{ name: 'inner.xlsx', bytes: workbookOf(sheet('')), method: 0 }]),
  '6,000 parts': () =>
    workbookOf(sheet(''), ...Array.from({ length: 6_000 }, (_, at) => packed(`x/${at}.xml`, '<a/>'))),
  'a sheet elsewhere': () =>
    zipOf([
      packed('xl/workbook.xml', `<workbook xmlns:r="${relations}"><sheet r:id="rId1"/></workbook>`),
      packed(
        'xl/_rels/workbook.xml.rels',
        rels(
          `<Relationship Id="rId1" Type="${relations}/worksheet" Target="http://192.0.2.1/a.xml" TargetMode="External"/>`,
        ),
      ),
    ]),
}
