import { Workbook } from '@cj-tech-master/excelts'
import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { cellsOf } from '#columns/sheet-cells.ts'
import { rowsFromCells } from '#columns/sheet.ts'
import { decisionColumns, type DecisionReport } from '#features/findings/contract-schemas.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { appStore } from '#platforms/app-store.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Platform } from '#platforms/platform.ts'
import { addFindings } from './testing.ts'

const { at, post, own, one, stored, logOf, change } = setUpActionTests()

/** The validation of a cell with a list of choices: the list as a formula. */
type Offered = { formulae: string[] }
type Row = { row: number; recordId?: unknown; recordVersion?: unknown; decision?: unknown }
const decide = (platform: Platform, list: readonly Row[], more: object = {}, who?: string) =>
  post(`${platform.path}/decide`, { rows: list, ...more }, who)
const rowsOfIds = (ids: readonly string[], decision: unknown): Row[] =>
  ids.map((recordId, n) => ({ row: n + 1, recordId, recordVersion: 1, decision }))
const statusesOf = async (ids: readonly string[]) => (await Promise.all(ids.map(stored))).map((row) => row.status)

describe('a decision sheet', () => {
  test.each([domain, appStore])('%#: is downloaded with the list, filled in and uploaded', async (platform) => {
    const reportingDate = '2021-03-05'
    const ids = await own(platform, ['33', '33', '88', '55'], { reportingDate })
    const query = 'startDate=2021-03-01&endDate=2021-03-31'
    const file = await at.testApp.server.inject({
      url: `/api/${platform.path}/decision-sheet?${query}`,
      headers: { authorization: `Bearer ${at.tokens['client']!}` },
    })
    expect(file.statusCode).toBe(200)
    const cells = await cellsOf('x.xlsx', file.rawPayload)
    expect(cells[0]!.slice(0, 2)).toEqual(['SN', 'Decision'])
    expect(cells[0]!.slice(-2)).toEqual(['Record ID', 'Record version'])
    const read = rowsFromCells(cells, decisionColumns, Object.keys(decisionColumns))
    expect(read.map((row) => row['recordId']).toSorted()).toEqual(ids.toSorted())
    const wanted: Record<string, string> = {
      [ids[0]!]: 'Approve',
      [ids[1]!]: 'no action',
      [ids[2]!]: 'Awaiting approval',
    }
    const filled = read.map((row, n) => ({ ...row, row: n + 2, decision: wanted[String(row['recordId'])] }))
    const dry = (await decide(platform, filled)).json() as DecisionReport
    expect(dry).toMatchObject({ applied: false, changed: 3, refused: 0, undecided: 1, same: 0 })
    expect(dry.message).toBe('3 records would change. No rows were rejected.')
    expect(await statusesOf(ids)).toEqual(['33', '33', '88', '55'])
    const done = (await decide(platform, filled, { apply: true, changes: 3 })).json() as DecisionReport
    expect(done).toMatchObject({ applied: true, message: '3 records changed. No rows were rejected.' })
    expect(await statusesOf(ids)).toEqual(['22', '00', '33', '55'])
    expect(await logOf(ids[1]!)).toMatchObject([{ module: 'bulk-approve', status_from: '33', status_to: '00' }])
  })

  test('every invalid row is listed, and the others change only with their confirmed number', async () => {
    const [good, stale, twice, closed, odd, same] = (await own(domain, [
      '33',
      '33',
      '33',
      '55',
      '33',
      '22',
    ])) as string[]
    const [foreign] = await addFindings(at.database.db, domain, [
      { companyId: at.world.companies.foreign, brandId: at.world.brands.foreign, status: '33' },
    ])
    const off = await one(domain, '33', { brandId: at.world.brands.disabled })
    const other = await one(eCommerce, '33')
    await change(stale!, { status: '88', statusfrom: '33' })
    const rowOf = (recordId: unknown, decision: unknown, recordVersion: unknown = '1') => ({
      recordId,
      decision,
      recordVersion,
    })
    const list = [
      rowOf(good, 'Approve'),
      rowOf(stale, 'Approve'),
      rowOf(twice, 'Approve'),
      rowOf(twice, 'No Action'),
      rowOf(closed, 'Approve'),
      rowOf(odd, 'Success'),
      rowOf(odd!.toUpperCase(), ''),
      rowOf(same, '22'),
      rowOf(foreign, 'Approve'),
      rowOf(off, 'Approve'),
      rowOf(other, 'Approve'),
      rowOf(newId(), 'Approve'),
      rowOf('no id', 'Approve'),
      rowOf({ id: good }, 'Approve'),
      rowOf(undefined, 'Approve'),
      rowOf(await one(domain, '33'), 'Approve', null),
      rowOf(await one(domain, '33'), 'Approve', '1.5'),
      rowOf(await one(domain, '33'), ['Approve']),
      rowOf(await one(domain, '33'), 'x'.repeat(100_000)),
      rowOf(await one(domain, '33'), '44'),
    ].map((cells, n) => ({ row: n + 2, ...cells }))
    const report = (await decide(domain, list)).json() as DecisionReport
    expect(report).toMatchObject({ changed: 1, same: 1, undecided: 1, refused: 17 })
    const unknown = 'Record not found.'
    const choices = 'Decision is not valid. Allowed: Awaiting Approval, Approve, No Action, Client Review.'
    const version = 'Record version is missing or not valid. Please download the list again.'
    expect(report.rows.map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual([
      [3, 'refused', 'This record has changed since the sheet was downloaded. It is now in Client Review.'],
      [4, 'refused', 'This record appears in more than one row: 4, 5.'],
      [5, 'refused', 'This record appears in more than one row: 4, 5.'],
      [6, 'refused', 'A record in Success cannot be changed.'],
      [7, 'refused', choices],
      ...[10, 11, 12, 13, 14, 15, 16].map((row) => [row, 'refused', unknown]),
      [17, 'refused', version],
      [18, 'refused', version],
      ...[19, 20, 21].map((row) => [row, 'refused', choices]),
      [2, 'change', ''],
    ])
    for (const changes of [undefined, 0, 2]) {
      const answer = await decide(domain, list, { apply: true, changes })
      expect([answer.statusCode, answer.json().report.changed]).toEqual([409, 1])
    }
    expect(await stored(good!)).toMatchObject({ status: '33', version: 1 })
    expect((await decide(domain, list, { apply: true, changes: 1 })).json()).toMatchObject({
      applied: true,
      refused: 17,
    })
    expect(await statusesOf([good!, stale!, twice!, closed!, odd!, foreign!, off, other])).toEqual([
      '22',
      '88',
      '33',
      '55',
      '33',
      '33',
      '33',
      '33',
    ])
    expect(await rows(at.database.db, sql`select total_affected from data_log order by id desc limit 1`)).toEqual([
      { total_affected: 1 },
    ])
  })

  test('the cell of each row offers exactly the decisions that would change it', async () => {
    const reportingDate = '2021-04-05'
    await own(eCommerce, ['33', '00', '55'], { reportingDate })
    const file = await at.testApp.server.inject({
      url: `/api/${eCommerce.path}/decision-sheet?startDate=2021-04-01&endDate=2021-04-30`,
      headers: { authorization: `Bearer ${at.tokens['client']!}` },
    })
    const book = new Workbook()
    await book.xlsx.load(file.rawPayload)
    const sheet = book.worksheets[0]!
    const status = (sheet.getRow(1).values as unknown[]).indexOf('Status')
    const offered = Object.fromEntries(
      [2, 3, 4].map((row) => [
        String(sheet.getRow(row).getCell(status).value),
        (sheet.getRow(row).getCell(2).dataValidation as Offered | undefined)?.formulae[0],
      ]),
    )
    expect(offered).toEqual({
      'Awaiting Approval': '"Approve,No Action,Client Review,Purchase"',
      'No Action': '"Awaiting Approval,Approve,Client Review,Purchase"',
      Success: undefined,
    })
  })

  test('a sheet is undone by its author: each row gets its previous status, except rows changed since', async () => {
    const ids = (await own(domain, ['33', '88', '00', '33'])) as string[]
    const sheet = ['No Action', 'Approve', 'Client Review', 'Approve'].map((decision, n) => ({
      row: n + 2,
      recordId: ids[n]!,
      recordVersion: 1,
      decision,
    }))
    const { moment } = (await decide(domain, sheet, { apply: true, changes: 4 })).json() as DecisionReport
    expect(await statusesOf(ids)).toEqual(['00', '22', '88', '22'])
    await change(ids[3]!, { status: '88', statusfrom: '22' })
    const undo = (who?: string) => post(`${domain.path}/undo-matching`, { moment }, who)
    for (const who of ['admin', 'foreignClient']) expect((await undo(who)).statusCode).toBe(409)
    expect((await undo()).json()).toMatchObject({ updated: 3 })
    expect(await statusesOf(ids)).toEqual(['33', '88', '00', '88'])
    expect(await logOf(ids[1]!)).toMatchObject([
      { status_from: '88', status_to: '22' },
      { module: 'bulk-approve', status_from: '22', status_to: '88' },
    ])
    expect((await undo()).statusCode).toBe(409)
  })

  test('Purchase can be decided on platforms that have it', async () => {
    const id = await one(eCommerce, '33')
    const list = rowsOfIds([id], 'Purchase')
    expect((await decide(eCommerce, list, { apply: true, changes: 1 })).statusCode).toBe(200)
    expect(await statusesOf([id])).toEqual(['44'])
  })

  test('only a Client, 1 to 25,000 rows', async () => {
    const id = await one(domain, '33')
    expect((await decide(domain, [])).statusCode).toBe(422)
    expect(
      (
        await decide(
          domain,
          Array.from({ length: 25_001 }, (_, row) => ({ row })),
        )
      ).statusCode,
    ).toBe(422)
    for (const who of ['analyst', 'admin'])
      expect((await decide(domain, rowsOfIds([id], '22'), {}, who)).statusCode).toBe(403)
    expect(await statusesOf([id])).toEqual(['33'])
  })

  test('the same sheet twice at the same moment changes its rows once', async () => {
    const ids = await own(
      domain,
      Array.from({ length: 40 }, () => '33'),
    )
    const sheet = rowsOfIds(ids, 'Approve')
    const both = [sheet, sheet.toReversed()].map((list) => decide(domain, list, { apply: true, changes: 40 }))
    expect((await Promise.all(both)).map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
    const logged = await rows(at.database.db, sql`select 1 from status_log where finding_id = any(${ids}::uuid[])`)
    expect(logged).toHaveLength(40)
  })
})
