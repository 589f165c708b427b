import { describe, expect, test } from 'vitest'
import { parse } from 'papaparse'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { platformOf } from '#platforms/all.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import type { UploadReport } from '#features/staging-rows/contract.ts'
import { reasons } from '#features/staging-rows/messages.ts'
import { checkRow } from './check-rows.ts'
import { errorSheet, errorSheetName } from './error-sheet.ts'
import { uploadCellFormat } from './cell-format.ts'
import { picturesByName, unmatchedNames, withPicture } from './pictures.ts'
import { currentRefusals, noRefusals } from '#kit/web/staged-grid/staged-rows.ts'
import { isReport } from '#features/staging-rows/rules.ts'
import { refusalsOf, summaryOf, titleCase } from './refusals.ts'
import { uploadTexts } from './texts.ts'

const eCommerce = platformOf('e-commerce')!
const good: GridRow = {
  sn: 1,
  site: 'Amazon',
  url: 'https://a.example/1',
  status: '33',
  image: 'https://img.example/1.png',
}
const row = (more: Record<string, unknown> = {}): GridRow => ({ ...good, ...more }) as GridRow
const why = (more: Record<string, unknown>) =>
  checkRow(eCommerce, 'Acme', row(more)).map(({ column, message }) => `${column}: ${message}`)

const empty: UploadReport = {
  message: '3 of 5 rows cannot be saved. Nothing was saved.',
  urlCount: 0,
  lidCount: 0,
  whiteLabelUrl: 0,
  imageCount: 0,
  invalidDomainCount: 0,
  statusCount: 0,
  storedCount: 0,
  cellCount: 0,
  whiteLabelDuplicates: [],
  urlDuplicates: [],
  lidDuplicates: [],
  imageDuplicates: [],
  brandDuplicates: [],
  statusDuplicates: [],
  cellErrors: [],
  duplicates: [],
}

describe('checking a single row', () => {
  test('a valid row has no problems, whatever dateAdded contains: it is overwritten (S-147)', () => {
    expect(why({ dateAdded: 'yesterday', brand: ' acme ', price: '₹ 1,200' })).toEqual([])
  })
  test('S-143 S-142 an unknown reason code is Invalid Reason Code; code and name in any case are known', () => {
    expect(why({ reasonCode: 'nonsense' })).toEqual(['reasonCode: Invalid Reason Code'])
    expect(why({ reasonCode: 'tm_title' })).toEqual([])
    expect(why({ reasonCode: 12301 })).toEqual([])
  })
  test('S-260 missing status, missing image and wrong brand are reported in the agreed words', () => {
    expect(why({ status: undefined, image: undefined, brand: 'Other' })).toEqual([
      'status: Missing Status for URL',
      'image: Missing Image for URL',
      'brand: Invalid Brand for URL',
    ])
    expect(why({ url: 'javascript:alert(1)', price: 'abc' })).toEqual([
      'url: URL is not valid',
      'price: Price is not valid',
    ])
  })
})

describe('how cells are displayed', () => {
  const format = uploadCellFormat(eCommerce, '2026-11-20')
  const formatted = (name: string, more: Record<string, unknown>) => format.show!(name, row(more))
  test('S-142 codes are shown as names, unknown reason codes as InvalidReasonCode', () => {
    expect(formatted('reasonCode', { reasonCode: '12301' })).toEqual({ text: 'TM_Title' })
    expect(formatted('reasonCode', { reasonCode: 'nonsense' })).toEqual({ text: 'InvalidReasonCode' })
    expect(formatted('status', { status: 33 })).toEqual({ text: 'Awaiting Approval' })
    expect(format.choices!('reasonCode')).toHaveLength(reasonCodes.length)
  })
  test('S-144 a missing priority is that of the reason code, an explicit one stays, a blank one stays blank', () => {
    expect(formatted('priority', { reasonCode: 'TM_Title' })).toEqual({ text: 'High', faint: true })
    expect(formatted('priority', { reasonCode: 'TM_Title', priority: 'low' })).toEqual({ text: 'Low' })
    expect(formatted('priority', { reasonCode: '000' })).toBeUndefined()
  })
  test('S-147 every row shows the reporting date as its date', () => {
    expect(formatted('dateAdded', { dateAdded: '2020-01-01' })?.text).toBe('20/11/2026')
  })
})

describe('pictures', () => {
  const stored = {
    uploadedImage: 'listing  001.jpg',
    Location: '/api/files/shots/k',
    Bucket: 'shots',
    Key: '2026/k.jpg',
  }
  const pictures = picturesByName([stored])
  test('S-105 S-145 a row gains the link, bucket and key of its picture, repeated spaces and case ignored', () => {
    expect(withPicture(row({ image: ' Listing 001.JPG' }), pictures)).toMatchObject({
      image: ' Listing 001.JPG',
      imageUrl: '/api/files/shots/k',
      s3BucketName: 'shots',
      s3FullImagePath: '2026/k.jpg',
    })
  })
  test('S-146 an unmatched image keeps its text and falls back to the bucket newscrapper', () => {
    expect(withPicture(row({ image: 'gone.png' }), pictures)).toMatchObject({
      image: 'gone.png',
      imageUrl: 'gone.png',
      s3BucketName: 'newscrapper',
      s3FullImagePath: 'gone.png',
    })
    expect(unmatchedNames([row({ image: 'gone.png' }), row({ image: 'listing 001.jpg' }), row()], pictures)).toEqual([
      'gone.png',
    ])
  })
})

describe('rows the server rejected', () => {
  const rows = [row({ lid: 'L1' }), row({ sn: 2, lid: 'L1' }), row({ sn: 7, url: 'https://a.example/1' })]
  const report: UploadReport = {
    ...empty,
    lidCount: 2,
    urlCount: 3,
    lidDuplicates: [{ index: 1, sn: 2, reason: 'Duplicate LID', lid: 'L1' }],
    urlDuplicates: [{ index: 2, sn: 7, reason: 'Duplicate URL', url: 'https://a.example/1' }],
    cellErrors: [{ index: 0, sn: 1, reason: 'Price is not valid', column: 'price' }],
    duplicates: [{ index: 2, sn: 7, reason: 'Duplicate URL' }],
  }
  test('S-251 the summary counts in the agreed words', () => {
    expect(summaryOf(report, false)).toBe('2 Duplicate LIDs and 3 Duplicate URLs present.')
    expect(
      summaryOf(
        {
          ...empty,
          imageCount: 1,
          statusCount: 2,
          whiteLabelUrl: 1,
          brandDuplicates: [{ index: 0, sn: 1, reason: '' }],
        },
        false,
      ),
    ).toBe('1 Missing Image, 1 Invalid Brand, 2 Missing Status and 1 White Label URL present.')
    expect(summaryOf({ ...empty, urlCount: 1 }, true)).toBe('1 Duplicate Domain present.')
    expect(summaryOf(empty, false)).toBe('')
  })
  test('S-250 the message is shown in title case', () => {
    expect(titleCase(empty.message)).toBe('3 Of 5 Rows Cannot Be Saved. Nothing Was Saved.')
  })
  test('S-020 S-150 a refusal marks its cell and applies until that cell changes', () => {
    const refusals = refusalsOf(eCommerce, report, rows)
    expect(currentRefusals(refusals, rows[1]!)).toMatchObject([{ column: 'lid', message: 'Duplicate LID' }])
    expect(currentRefusals(refusals, rows[2]!)).toMatchObject([{ column: 'url', message: 'Duplicate URL' }])
    expect(currentRefusals(refusals, rows[0]!)).toMatchObject([{ column: 'price', message: 'Price is not valid' }])
    expect(currentRefusals(refusals, row({ sn: 2, lid: 'L2' }))).toEqual([])
    expect(currentRefusals(noRefusals, rows[1]!)).toEqual([])
  })
  test('S-150 S-020 whichever list contains a row, the matching cell is marked and the row is no longer unique', () => {
    const lists = {
      urlDuplicates: ['url', 'Duplicate URL'],
      lidDuplicates: ['lid', 'Duplicate LID'],
      whiteLabelDuplicates: ['url', 'White Label URL'],
      imageDuplicates: ['image', 'Image Not Found'],
      brandDuplicates: ['brand', 'Invalid Brand for URL'],
      statusDuplicates: ['status', 'Missing Status for URL'],
      duplicates: ['url', 'Unknown Error'],
    } as const
    for (const [list, [column, reason]] of Object.entries(lists)) {
      const named = { ...empty, [list]: [{ index: 1, sn: 2, reason }] } as UploadReport
      const refusals = refusalsOf(eCommerce, named, rows)
      expect([...refusals.keys()], list).toEqual([2])
      expect(currentRefusals(refusals, rows[1]!), list).toMatchObject([{ column, message: reason }])
    }
    const website = platformOf('website')!
    const domain = platformOf('domain')!
    for (const [platform, column] of [
      [website, 'url'],
      [platformOf('social-media')!, 'link'],
      [platformOf('app-store')!, 'url'],
      [domain, 'domain'],
    ] as const) {
      const named = { ...empty, urlDuplicates: [{ index: 0, sn: 1, reason: 'Duplicate' }] } as UploadReport
      expect(refusalsOf(platform, named, rows).get(1), platform.value).toMatchObject([{ column }])
    }
  })
  test('S-260 the nine reasons, as the error sheet and the summary write them', () => {
    expect(Object.values(reasons)).toEqual([
      'Duplicate URL',
      'Duplicate Domain',
      'Duplicate LID',
      'White Label URL',
      'Missing Image for URL',
      'Image Not Found',
      'Invalid Brand for URL',
      'Missing Status for URL',
      'Unknown Error',
    ])
  })
  test('an answer that is not a report is not treated as one', () => {
    expect(isReport({ message: 'Data Saved Successfully', saved: 3 })).toBe(false)
    expect(isReport({ message: 'Not Found' })).toBe(false)
    expect(isReport(undefined)).toBe(false)
    expect(isReport(report)).toBe(true)
  })
  test('S-257 S-148 S-149 S-256 the messages of Upload Unique', () => {
    expect(uploadTexts.uniqueSaved(4, 2)).toBe(
      '4 unique entries uploaded successfully! 2 entries with errors remain for review.',
    )
    expect([uploadTexts.noData, uploadTexts.noUnique, uploadTexts.uniqueFailed]).toEqual([
      'No data available to upload',
      'No unique entries found to upload',
      'Failed to upload unique data',
    ])
  })
})

describe('the error sheet', () => {
  const names = ['url', 'title', 'lid']
  const rows = [row({ title: '=HYPERLINK("http://evil")' }), row({ sn: 2, title: 'fine' })]
  const problemsOf = (one: GridRow) =>
    one.sn === 1
      ? [
          { column: 'url', message: 'Duplicate URL' },
          { column: 'lid', message: 'Duplicate LID' },
        ]
      : []
  const read = (text: string) => parse<Record<string, string>>(text.replace(/^\ufeff/, ''), { header: true }).data

  test('S-019 it is named by platform and date, and contains the rows with errors and two error columns', () => {
    expect(errorSheetName('e-commerce', '2026-11-20')).toBe('error_data_e-commerce_2026-11-20.csv')
    const lines = read(errorSheet(eCommerce.columns, names, rows, problemsOf))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      sn: '1',
      url: good['url'],
      errorColumns: 'URL; LID',
      errorReasons: 'Duplicate URL; Duplicate LID',
    })
  })
  test('S-260 a picture that is nowhere is explained at greater length than in the sheet', () => {
    const lost = () => [{ column: 'image', message: reasons.lostImage }]
    expect(read(errorSheet(eCommerce.columns, names, rows, lost))[0]?.['errorReasons']).toBe(
      'Image Not Found (could not be mapped to uploaded files)',
    )
  })
  test('no cell begins like a formula', () => {
    expect(read(errorSheet(eCommerce.columns, names, rows, problemsOf))[0]?.['title']).toBe(
      '\'=HYPERLINK("http://evil")',
    )
  })
  test('without errors it contains all rows', () => {
    expect(read(errorSheet(eCommerce.columns, names, rows, () => []))).toHaveLength(2)
  })
})
