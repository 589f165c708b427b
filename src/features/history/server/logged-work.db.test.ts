import { expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import type { DataRecord } from '#features/history/contract.ts'
import { purchaseActions } from '#features/purchases/server/testing.ts'
import { stepNames } from '#features/revisits/rules.ts'

const { at, request } = setUpAdminTests()
const { finding, save } = purchaseActions(at)

const newest = async (count = 1) =>
  (await request('GET', `/data-log?perPage=${count}`)).json<{ docs: DataRecord[] }>().docs

test('A-061 client requests: their addresses, and what became of one', async () => {
  const { parent } = at.world.companies
  const scope = { company: parent, brand: at.world.brands.own, platform: 'website' }
  const lines = ['one.example', 'two.example'].map((domain) => ({ id: domain, domain, remarks: '' }))
  const sent = await request('POST', '/client-request', { ...scope, rows: lines }, 'client')
  expect(sent.statusCode, sent.body).toBe(200)
  expect((await newest())[0]).toMatchObject({ type: 'add', subject: 'one.example, two.example', company: 'Acme' })
  const { docs } = (await request('GET', '/client-requests')).json<{ docs: { id: string; domain: string }[] }>()
  const { id } = docs.find(({ domain }) => domain === 'two.example')!
  const declined = await request('POST', `/client-requests/${id}/decline`, { answer: 'Not ours' }, 'analyst')
  expect(declined.statusCode, declined.body).toBe(200)
  expect((await newest())[0]).toMatchObject({
    type: 'update',
    subject: 'two.example',
    recordId: id,
    changes: [
      { field: 'Status', before: 'Open', after: 'Declined' },
      { field: 'Reason', before: '', after: 'Not ours' },
    ],
  })
})

test('A-061 a trap purchase: the address of its finding and what was changed', async () => {
  const eId = await finding({ url: 'https://shop.example/1' })
  const form = { eId, selectedStatus: '44', imageUrls: [], invoiceFile: '', gstFile: '' }
  const first = await save({ ...form, selectedPurchaseId: '' })
  expect(first.statusCode, first.body).toBe(200)
  expect((await newest())[0]).toMatchObject({
    type: 'add',
    model: 'TrapPurchase',
    subject: 'https://shop.example/1',
    recordId: eId,
    changes: [],
  })
  const { id } = first.json<{ data: { id: string } }>().data
  const second = await save({ ...form, selectedPurchaseId: id, productNote: 'Box open' })
  expect(second.statusCode, second.body).toBe(200)
  expect((await newest())[0]!.changes).toEqual([expect.objectContaining({ field: 'Note', after: 'Box open' })])
})

test('A-061 agreed days and a search for look-alikes: for which platform or brand, and how many', async () => {
  const key = { company: at.world.companies.parent, platform: 'domain', step: stepNames[0], priority: '' }
  for (const days of [3, 5, null]) {
    const answer = await request('PUT', '/enforcement/agreed-days', { ...key, days })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const subject = `Domain, ${stepNames[0]}`
  expect(await newest(3)).toMatchObject([
    {
      type: 'delete',
      subject,
      changes: [
        { field: 'Days', before: '5', after: '' },
        { before: 'No', after: '' },
      ],
    },
    { type: 'update', subject, changes: [{ field: 'Days', before: '3', after: '5' }] },
    { type: 'update', subject, company: 'Acme' },
  ])
  const brand = { company: at.world.companies.parent, brand: at.world.brands.own }
  for (const keywords of [['acme'], ['acme', 'acmeshop']]) {
    const answer = await request('POST', '/domain-search-schedule/save', { ...brand, keywords })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  expect(await newest(2)).toMatchObject([
    {
      type: 'update',
      subject: 'Acme One, acme, acmeshop',
      changes: [{ field: 'Number of keywords', before: '1', after: '2' }],
    },
    { type: 'add', subject: 'Acme One, acme', company: 'Acme', changes: [] },
  ])
})
