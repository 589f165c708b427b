import * as sheets from '@e965/xlsx'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rowsFromCells } from '#columns/sheet.ts'
import { companySheet } from '#features/companies/contract.ts'
import { rows, sql } from '#kit/server/db.ts'
import { sampleCompany as fields } from './testing.ts'

const { at, post } = setUpActionTests()
const get = async (path: string) =>
  (
    await at.testApp.server.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${at.tokens['admin']!}` } })
  ).json()
const names = async (query: string) =>
  (await get(`company/v1/allRecords?${query}`)).docs.map((doc: { name: string }) => doc.name)
const log = () =>
  rows<{ type: string; total_affected: number; company_id: string }>(
    at.database.db,
    sql`select type, total_affected, company_id from data_log where model = 'Company' order by at, type`,
  )

test('A-096 a sheet is reported row by row, stored completely or not at all, and importing its export changes nothing', async () => {
  const importSheet = async (rows: object[], apply: boolean) =>
    (await post('company/import', { rows, apply }, 'admin')).json()
  const { isChild: _child, contacts: _contacts, ...cells } = fields
  const rowsOfSheet = [
    {
      ...cells,
      name: 'Sheet A',
      contacts: 'Asha Rao | +919876543210 | asha@nw.test | Legal\nBo Lind | 9876543 | bo@nw.test',
    },
    {
      ...cells,
      name: 'Sheet B',
      contractDate: '31/12/2024',
      parentCompany: 'sheet a',
      contacts: 'Cy Ray | | cy@nw.test',
    },
    { ...cells, name: 'acme' },
  ]
  const bad = [
    ...rowsOfSheet,
    { ...cells, name: 'Sheet C', gst: 'x' },
    { ...cells, name: 'Sheet D', startDate: 'soon', parentCompany: 'nobody' },
  ]
  const before = (await log()).length
  expect(await importSheet(bad, true)).toEqual({
    message: '2 of 5 rows cannot be imported. Nothing was saved.',
    applied: false,
    added: 2,
    updated: 1,
    refused: 2,
    rows: [
      { sn: 1, outcome: 'add', errors: [] },
      { sn: 2, outcome: 'add', errors: [] },
      { sn: 3, outcome: 'update', errors: [] },
      { sn: 4, outcome: 'refused', errors: [{ column: 'gst', message: 'GST is not valid' }] },
      { sn: 5, outcome: 'refused', errors: [{ column: 'startDate', message: 'Start date is not valid' }] },
    ],
  })
  expect(await importSheet(rowsOfSheet, false)).toMatchObject({
    applied: false,
    message: '2 rows would be added, 1 row would be updated.',
  })
  expect(await names('search=sheet')).toEqual([])
  expect((await log()).length).toBe(before)

  expect(await importSheet(rowsOfSheet, true)).toMatchObject({
    applied: true,
    message: '2 rows were added, 1 row was updated.',
  })
  expect((await log()).slice(before)).toEqual([
    { type: 'add', total_affected: 2, company_id: null },
    { type: 'update', total_affected: 1, company_id: expect.any(String) as string },
  ])
  const [b, a] = (await get('company/v1/allRecords?search=sheet')).docs
  expect(b).toMatchObject({ name: 'Sheet B', contractDate: '2024-12-31', parentCompany: [{ name: 'Sheet A' }] })
  const cy = { contactPersonName: 'Cy Ray', mobileNumber: '', emailAddress: 'cy@nw.test', designation: '' }
  expect(b.contacts).toEqual([cy])
  expect(a.contacts).toEqual([fields.contacts[0], { ...fields.contacts[1], designation: '' }])

  const exported = await sheetOf('company/export')
  const again = rowsFromCells(exported, companySheet.columns, companySheet.imported).filter(({ name }) =>
    /Sheet/.test(String(name)),
  )
  expect(await importSheet(again, true)).toMatchObject({ applied: true, updated: 2, added: 0 })
  const after = (await get('company/v1/allRecords?search=sheet')).docs
  expect(after.map(withoutVersion)).toEqual([b, a].map(withoutVersion))
  expect((await sheetOf('company/import/template'))[0]).toEqual(['sn', ...companySheet.imported])
})

async function sheetOf(path: string): Promise<unknown[][]> {
  const { rawPayload } = await at.testApp.server.inject({
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${at.tokens['admin']!}` },
  })
  const book = sheets.read(rawPayload)
  return sheets.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
}

const withoutVersion = (company: object) => ({ ...company, version: 0 })

test('A-072 G107 in a sheet too, names that look the same are one company, and a second row for it is refused', async () => {
  const { isChild: _child, contacts: _contacts, ...cells } = fields
  const row = (name: string) => ({ ...cells, name })
  const importSheet = async (rows: object[], apply = true) =>
    (await post('company/import', { rows, apply }, 'admin')).json()
  expect(await importSheet([row('Café Zed')])).toMatchObject({ applied: true, added: 1 })
  const looksTheSame = ['Cafe\u0301 Zed', 'café  zed', 'Café\u200b\u00a0Zed']
  for (const name of looksTheSame) expect(await importSheet([row(name)], false)).toMatchObject({ added: 0, updated: 1 })
  for (const name of looksTheSame)
    expect((await post('company', { ...fields, name }, 'admin')).json().errors).toEqual([
      { name: 'Name already exists' },
    ])
  const twice = await importSheet([row('Once'), row('Other'), row('once ')])
  expect(twice).toMatchObject({ applied: false, added: 2, refused: 1 })
  expect(twice.rows[2].errors).toEqual([{ column: 'name', message: 'Row 1 is for the same record' }])
  expect(await names('search=once')).toEqual([])
})

test('two Admins who import the same companies in a different order at the same moment both succeed', async () => {
  const { isChild: _child, contacts: _contacts, ...cells } = fields
  const rowsOfSheet = Array.from({ length: 60 }, (_, n) => ({ ...cells, name: `Crossing ${n}` }))
  const answers = await Promise.all(
    [rowsOfSheet, rowsOfSheet.toReversed()].map((sheet) =>
      post('company/import', { rows: sheet, apply: true }, 'admin'),
    ),
  )
  expect(answers.map((answer) => [answer.statusCode, answer.json().added]).sort()).toEqual([
    [200, 0],
    [200, 60],
  ])
})

test('A-096 what a sheet has no column for stays in a stored company; an empty cell empties it', async () => {
  const { isChild: _child, contacts: _contacts, gst: _gst, ...cells } = fields
  const row = { ...cells, name: 'Kept child', city: 'Surat' }
  const importSheet = async (sheet: object) =>
    expect((await post('company/import', { rows: [row], apply: true, ...sheet }, 'admin')).json()).toMatchObject({
      applied: true,
    })
  const stored = async () => (await get('company/v1/allRecords?search=kept')).docs[0]
  const child = { ...fields, name: 'Kept child', isChild: true, parentCompany: at.world.companies.parent }
  expect((await post('company', child, 'admin')).statusCode).toBe(200)
  const { contacts, gst, parentCompany } = await stored()
  expect([contacts.length, gst, parentCompany.length]).toEqual([fields.contacts.length, fields.gst, 1])
  await importSheet({})
  expect(await stored()).toMatchObject({ city: 'Surat', isChild: true, parentCompany, contacts, gst })
  await importSheet({ columns: [...Object.keys(row), 'parentCompany'] })
  expect(await stored()).toMatchObject({ isChild: false, parentCompany: [], contacts, gst })
  await importSheet({ rows: [{ ...row, contacts: '' }] })
  expect(await stored()).toMatchObject({ contacts: [], gst })
})
