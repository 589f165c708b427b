import { parse } from 'papaparse'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordRequests, type Requests, sendOthers, uploadFiles } from '#app/testing-platform-calls.ts'
import { setUpActionTests } from '#app/testing-world.ts'
import type { DecisionReport } from '#features/findings/contract-schemas.ts'
import { edits } from '#features/editing/server/testing.ts'
import { charts } from '#features/charts/contract.ts'
import { facetNames } from '#features/findings/server/facets.ts'
import { emptyUploads, sampleDay, sampleRow, sampleRows, uploads } from '#features/intake/server/testing.ts'
import { actionPassword, setActionPassword } from '#features/exports/server/testing.ts'
import { pretendedBrowser } from '#features/scrapers/server/testing.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { cellsOf } from '#columns/sheet-cells.ts'
import { newId } from '#kit/server/id.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { approved, awaitingApproval, clientReview, inProgress, statusDisplay } from '#vocabulary/statuses.ts'

const { at, own } = setUpActionTests()
const range = `startDate=${sampleDay}&endDate=${sampleDay}`
type Doc = Record<string, unknown> & { id: string; status: string }
type Listed = { docs: Doc[]; totalDocs: number }

beforeEach(() => emptyUploads(at.database.db))
beforeAll(async () => {
  const { app } = at.testApp
  Object.assign(
    app,
    pretendedBrowser(() => ''),
  )
  await setActionPassword(app.db, at.world.people.admin)
  await addNoticeRequirements(app, { companyId: at.world.companies.parent, brandId: at.world.brands.own })
})

const bearer = (who: string) => ({ authorization: `Bearer ${at.tokens[who]!}` })

/** Sends a request that must succeed. */
async function send(method: 'GET' | 'POST', path: string, who: string, payload?: object) {
  const answer = await at.testApp.server.inject({
    method,
    url: `/api/${path}`,
    headers: bearer(who),
    ...(payload ? { payload } : {}),
  })
  expect([method, path, answer.statusCode], answer.body.slice(0, 500)).toEqual([method, path, 200])
  return answer
}
const get = async (path: string, who = 'client') => (await send('GET', path, who)).json<Record<string, unknown>>()
const post = async (path: string, payload: object, who = 'client') =>
  (await send('POST', path, who, payload)).json<Record<string, unknown>>()

const list = async (platform: FindingPlatformDefinition, query = '') =>
  (await get(`${platform.path}?${range}${query}`)) as unknown as Listed
const statusesIn = async (platform: FindingPlatformDefinition) =>
  (await list(platform)).docs.map(({ status }) => status)
const scopeOf = (platform: FindingPlatformDefinition) => ({
  company: at.world.companies.parent,
  brand: at.world.brands.own,
  platform: platform.value,
})
const configureNotices = (platform: FindingPlatformDefinition) =>
  post(
    'enforcement-mail-configuration',
    { ...scopeOf(platform), status: true, attachments: [], mailBody: ['Please look at {{url}}.'] },
    'admin',
  )
const recordIdsOf = (ids: readonly string[]) => ids.map((id) => ({ id }))

describe.each(platforms.map((platform) => [platform.title, platform] as const))('%s', (_, platform) => {
  let sent: Requests
  beforeAll(() => {
    sent = recordRequests(at.testApp.server)
    return () => vi.restoreAllMocks()
  })

  const findingsOf = (statuses: string[]) => own(platform, statuses, { reportingDate: sampleDay })

  test('upload: its template, the check and the save; the rows are then in the list as they were sent', async () => {
    expect(
      (await send('GET', `save-bulk-data/template/${platform.value}`, 'analyst')).rawPayload.length,
    ).toBeGreaterThan(1000)
    const calls = uploads(at.testApp.server, bearer('analyst'), scopeOf(platform))
    const data = sampleRows(platform, 3)
    for (const answer of [
      await calls.check(data, { platform: platform.value }),
      await calls.save(data, { platform: platform.value }),
    ])
      expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200)
    const again = await calls.save(data, { platform: platform.value })
    expect(again.statusCode, again.body.slice(0, 500)).toBe(409)
    const { docs, totalDocs } = await list(platform)
    expect(totalDocs).toBe(3)
    const fieldOf = (name: string) => platform.columns[name]!.responseName ?? name
    expect(docs.map((doc) => doc[fieldOf(platform.identity)]).toSorted()).toEqual(
      data.map((row) => row[platform.identity]).toSorted(),
    )
  })

  test('the list by each of its filters and sorts; the values to pick from; both downloads', async () => {
    await findingsOf([awaitingApproval, awaitingApproval, clientReview])
    const [first] = (await list(platform)).docs
    for (const name of platform.filteredBy) {
      const column = platform.filterAliases[name] ?? name
      const value = first![platform.columns[column]!.responseName ?? column]
      const { docs } = await list(platform, `&${new URLSearchParams({ [name]: String(value) }).toString()}`)
      expect([name, docs.map(({ id }) => id)]).toEqual([name, expect.arrayContaining([first!.id])])
    }
    for (const sortBy of platform.sortedBy)
      for (const sortOrder of ['asc', 'desc'])
        expect((await list(platform, `&sortBy=${sortBy}&sortOrder=${sortOrder}`)).totalDocs).toBe(3)
    for (const type of platform.downloadFormats) {
      const file = await send('GET', `${platform.path}/download-xls?${range}&type=${type}`, 'client')
      const lines = type === 'csv' ? parse(file.body.trim()).data : await cellsOf('x.xlsx', file.rawPayload)
      expect([type, lines.length, (lines[0] as unknown[]).length]).toEqual([type, 4, 1 + platform.downloaded.length])
    }
    const facets = await get(`${platform.path}/facets`)
    expect(Object.keys(facets)).toEqual(facetNames(platform))
  })

  test('decisions: status, comment, approval of some, of all and by sheet, each with its undo', async () => {
    const [one, two, three] = await findingsOf([awaitingApproval, awaitingApproval, awaitingApproval])
    const { counts } = await get(`${platform.path}/filter-counts?name=status&${range}`)
    expect(counts).toEqual({ [awaitingApproval]: 3 })
    await post(`save-bulk-data/update-infrigement-status/${one!}`, {
      platform: platform.value,
      statusfrom: awaitingApproval,
      status: clientReview,
    })
    const commented = await post(`${platform.path}/${one!}/${platform.commentPath}`, { clientComment: 'Please check' })
    expect(commented['message']).toBe(platform.commentSaved)
    const { comments } = await get(`${platform.path}/${one!}/comments`)
    expect(comments).toEqual([expect.objectContaining({ comment: 'Please check' })])
    const { docs } = await get(`${platform.path}/rows?ids=${one!},${two!}`)
    expect((docs as { id: string }[]).map(({ id }) => id).toSorted()).toEqual([one!, two!].toSorted())
    const approval = { recordIds: recordIdsOf([two!, three!]), statusfrom: awaitingApproval, status: approved }
    expect(await post(`${platform.path}/update-bulk-infrigement-status`, approval)).toMatchObject({ updated: 2 })
    expect(await post(`${platform.path}/undo-bulk-approve`, approval)).toMatchObject({ updated: 2 })
    const matching = await post(`${platform.path}/approve-matching?${range}`, {
      count: 2,
      status: awaitingApproval,
      startDate: sampleDay,
      endDate: sampleDay,
    })
    expect(matching).toMatchObject({ updated: 2 })
    expect((await statusesIn(platform)).toSorted()).toEqual([approved, approved, clientReview])
    expect(await post(`${platform.path}/undo-matching`, { moment: matching['moment'] })).toMatchObject({ updated: 2 })
    expect(await get(`${platform.path}/total?${range}`)).toEqual({ totalDocs: 3 })
    const sheet = await send('GET', `${platform.path}/decision-sheet?${range}`, 'client')
    const [header, ...lines] = await cellsOf('x.xlsx', sheet.rawPayload)
    expect([header!.slice(0, 2), lines.length]).toEqual([['SN', 'Decision'], 3])
    const row = { row: 2, recordId: two, recordVersion: (await versionOf(two!)) as unknown, decision: 'Approve' }
    const report = (await post(`${platform.path}/decide`, { rows: [row], apply: true, changes: 1 })) as DecisionReport
    expect(report).toMatchObject({ applied: true, changed: 1, refused: 0 })
  })

  test('edit: fetch, save, delete and undo', async () => {
    const calls = edits(at.testApp.server, bearer('analyst'), { ...scopeOf(platform), reportingDate: sampleDay })
    await calls.upload(sampleRows(platform, 2))
    expect(await calls.dates()).toEqual([sampleDay])
    const [first] = await calls.fetch()
    const saved = await calls.save([{ id: first!.id, rowVersion: first!.rowVersion, reason: 'Another reason' }])
    expect([saved.statusCode, saved.json()]).toEqual([
      200,
      { message: 'data updated successfully', updated: 1, batch: expect.any(String) },
    ])
    expect((await calls.remove([first!.id])).statusCode).toBe(200)
    expect((await list(platform)).totalDocs).toBe(1)
    expect((await calls.undo([first!.id])).statusCode).toBe(200)
    expect((await list(platform)).docs.map((doc) => doc['reason'])).toContain('Another reason')
  })

  test('a client request: an existing record is shown with its fields, a new one is sent', async () => {
    const known = sampleRow(platform, 1)
    await uploads(at.testApp.server, bearer('analyst'), scopeOf(platform)).save([known], { platform: platform.value })
    const addresses = [known, sampleRow(platform, 2)].map((row) => String(row[platform.identity]))
    const domainUrls = addresses.map((domain) => ({ brand: 'Acme One', domain, remarks: '' }))
    const checked = await post('client-request/uploadMultipleDomain', { ...scopeOf(platform), domainUrls })
    const [existing, other] = checked['domainUrls'] as Record<string, unknown>[]
    expect([existing!['isExists'], other!['isExists']]).toEqual([true, false])
    expect(Object.keys(platform.shownInRequests)).not.toEqual([])
    for (const [field, column] of Object.entries(platform.shownInRequests))
      expect([field, existing![field]]).toEqual([field, known[column]])
    await post('client-request', { ...scopeOf(platform), rows: [domainUrls[1]!] })
  })

  test('charts: its own call and its part of the home count the same findings', async () => {
    await findingsOf([awaitingApproval, clientReview, inProgress])
    const numbers = await get(charts[platform.key].path.slice(1) + `?${range}`)
    expect(numbers['totalDocs']).toBe(3)
    const { valueChart, seller } = platform
    if (valueChart) expect(total(numbers[valueChart.field] as { value: number }[])).toBe(3)
    expect('seller' in numbers).toBe(seller !== undefined)
    const home = await get(`dashboard_v2/client/chart/home?${range}`)
    expect((home['platforms'] as Record<string, unknown>)[platform.key]).toMatchObject({ totalDocs: 3 })
  })

  if (platform.abilities.includes('enforce'))
    test('enforcement: one, several, by sheet, and the list', async () => {
      const ids = await findingsOf([awaitingApproval, awaitingApproval])
      const fields = { actionTaken: 'Registrar Complaint Filed', date: sampleDay, infrigementStatus: inProgress }
      const host = hostOf(platform)
      await post(`${platform.path}/${ids[0]!}/enforcement`, { ...host, ...fields }, 'analyst')
      await post(`${platform.path}/bulk/enforcement`, { ...host, ...fields, recordIds: ids }, 'analyst')
      const { data } = await get(`${platform.path}/${ids[0]!}/enforcement`, 'analyst')
      expect(data).toHaveLength(2)
      const scope = scopeOf(platform)
      const fetched = await post('save-bulk-data/fetch-data-for-enforcement', scope, 'analyst')
      expect(fetched).toMatchObject({ count: 2 })
      await get(`enforcement/actions-taken?platform=${platform.value}`, 'analyst')
      const last = await get(
        `enforcement/get-last-enforcement-record?platform=${platform.value}&infrigementId=${ids[0]!}`,
        'analyst',
      )
      expect(last['actionTaken']).toBe(fields.actionTaken)
      const row = sampleRow(platform, 1)
      await uploads(at.testApp.server, bearer('analyst'), scope).save([row], { platform: platform.value })
      const cells = [
        row[platform.identity],
        statusDisplay(inProgress).name,
        ...platform.enforcedWith.map((name) => host[name]),
      ]
      const bulk = await post(
        'enforcement/bulk-enforcement',
        { ...scope, data: [[...cells, fields.actionTaken]] },
        'analyst',
      )
      expect(bulk).toMatchObject({ updated: 1, skipped: 0 })
    })

  if (platform.abilities.includes('mail'))
    test('notices by email: one and several are queued', async () => {
      await configureNotices(platform)
      const ids = await findingsOf([awaitingApproval, awaitingApproval, awaitingApproval])
      const notice = {
        ...hostOf(platform),
        actionTaken: 'Abuse E-mail Sent',
        date: sampleDay,
        infrigementStatus: inProgress,
        abusiveEmailId: 'desk@abuse.test',
        overrideReason: 'The screenshot follows',
      }
      await post(`${platform.path}/${ids[0]!}/sendEnforcementMail`, notice, 'admin')
      const queued = await post(
        `${platform.path}/bulk/sendEnforcementMail`,
        { ...notice, actionTaken: undefined, recordIds: ids.slice(1) },
        'admin',
      )
      expect(queued).toMatchObject({ queued: 2, skipped: 0 })
      expect(await statusesIn(platform)).toEqual([inProgress, inProgress, inProgress])
    })

  test('every other call of the contracts that takes a platform; none is without an input', async () => {
    const { brands } = at.world
    if (!platform.abilities.includes('mail')) await configureNotices(platform)
    const host = `bank-${platform.value}.pages.dev`
    const address = platform.columns[platform.identity]!.kind === 'domain' ? host : `https://${host}/`
    const empty = Object.fromEntries(
      ['url', 'domain'].filter((name) => name in platform.columns).map((name) => [name, null]),
    )
    const cells = { ...empty, [platform.identity]: address, reportingDate: sampleDay }
    const [hosted] = await own(platform, [awaitingApproval], cells)
    const sample = {
      platform,
      scope: scopeOf(platform),
      spareBrand: brands.disabled,
      ids: await findingsOf([awaitingApproval, awaitingApproval, awaitingApproval]),
      hosted: hosted!,
      withoutPicture: await own(platform, [awaitingApproval, awaitingApproval], {
        image: null,
        reportingDate: sampleDay,
      }),
      ...(await uploadFiles(at.testApp.server, bearer('admin'))),
      draft: { id: newId(), row: newId() },
      answers: sent.answers,
    }
    const verified = await post(
      'queue/verify-password',
      { purpose: 'bulk-download', password: actionPassword },
      'admin',
    )
    const grant = { 'x-action-grant': String(verified['grant']) }
    const failures = await sendOthers(at.testApp.server, {
      sample,
      sent: sent.requests,
      headersOf: ({ access }) => ({ ...bearer(access.includes('Admin') ? 'admin' : 'client'), ...grant }),
    })
    expect(failures, failures.join('\n')).toEqual([])
  })
})

/** The hosting details that an enforcement on the platform also states. */
const hostOf = ({ enforcedWith }: FindingPlatformDefinition): Record<string, string> =>
  Object.fromEntries(enforcedWith.map((name) => [name, name === 'ipAddress' ? '203.0.113.7' : 'Example']))

const total = (parts: readonly { value: number }[]) => parts.reduce((sum, { value }) => sum + value, 0)

async function versionOf(id: string): Promise<number> {
  const { rows } = await at.database.pool.query<{ version: number }>('select version from findings where id = $1', [id])
  return rows[0]!.version
}
