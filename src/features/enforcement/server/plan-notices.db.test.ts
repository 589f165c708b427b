import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { quietDuration } from '#kit/server/testing-duration.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { configureNotices } from './testing.ts'

const { at, post, one, own, stored } = setUpActionTests()
const plan = async (platform: string, recordIds: readonly string[]) => {
  const answer = await post('enforcement/send-plan', { platform, recordIds }, 'analyst')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().groups as SendGroup[]
}
const host = { ipAddress: '203.0.113.7', hosting: 'Zonehost' }
const register = (subject: string, name: string, emails: string[], form: string | null = null) =>
  rows(
    at.database.db,
    sql`insert into registrations (subject, outcome, name, emails, source, server, form)
      values (${subject}, 'found', ${name}, ${emails}::text[], 'rdap', 'rdap.test', ${form})`,
  )
const recordsOf = (ids: readonly string[]) =>
  rows<{ registrar: string; hosting: string; ip_address: string; abuse_email: string; batch_id: string }>(
    at.database.db,
    sql`select registrar, hosting, ip_address, abuse_email, batch_id from enforcements
      where finding_id = any(${ids}::uuid[]) order by finding_id`,
  )

beforeAll(async () => {
  await configureNotices({ at, post }, ['To {{registrar}}: {{url}} of {{brand}}.'])
  await register('domain:first.test', 'First Names Inc.', ['abuse@first.test'])
  await register('domain:second.test', 'Second Names', [], 'https://second.test/report')
  await register('ip:203.0.113.7', 'Zonehost', ['abuse@zonehost.test'])
})

test('grouped by the desk to ask: registrar, platform, form; each with its own values, source and mismatches', async () => {
  const [a] = await own(domain, ['33'], { domain: 'a.first.test', url: null, registrar: 'First Names, LLC', ...host })
  const [b] = await own(domain, ['22'], { domain: 'b.first.test', url: null, registrar: 'Quite Other', ...host })
  const [c] = await own(domain, ['22'], { domain: 'c.second.test', url: null, registrar: null, ...host })
  const [d] = await own(domain, ['22'], {
    domain: 'login.bank.github.io',
    url: null,
    registrar: 'MarkMonitor',
    ...host,
  })
  const groups = await plan('domain', [a!, b!, c!, d!])
  expect(groups.map(({ desk, recordIds }) => [desk?.kind, desk?.email ?? desk?.form, recordIds.length])).toEqual([
    ['registrar', 'abuse@first.test', 2],
    // Its registrar takes web forms only: its host takes email.
    ['host', 'abuse@zonehost.test', 1],
    ['platform', 'abuse@github.com', 1],
  ])
  const [first, second, shared] = groups
  expect(first).toMatchObject({ registrar: '', hosting: 'Zonehost', unapproved: 1, refused: 0, mismatched: 1 })
  expect(first!.desk!.source).toMatch(/^RDAP of rdap\.test, \d/)
  expect(first!.findings.map(({ mismatches }) => mismatches)).toEqual([
    [],
    ['Registrar is “Quite Other”, the registry says “First Names Inc.”'],
  ])
  expect(second!.registrar, 'from the registry').toBe('Second Names')
  expect(shared).toMatchObject({ registrar: '', mismatched: 1, incomplete: 0 })
  expect(shared!.findings[0]!.mismatches).toEqual([
    'The registrar “MarkMonitor” is that of the platform GitHub Pages, so the platform’s own desk is contacted',
  ])
})

test('a registrar and a platform that take web forms only are shown with their forms', async () => {
  const [a] = await own(domain, ['22'], {
    domain: 'x.second.test',
    url: null,
    registrar: null,
    ipAddress: null,
    hosting: null,
  })
  const [b] = await own(domain, ['22'], { domain: 'bank.pages.dev', url: null, registrar: null, ...host })
  expect((await plan('domain', [a!, b!])).map(({ desk }) => [desk?.name, desk?.email, desk?.form])).toEqual([
    ['Second Names', null, 'https://second.test/report'],
    ['Cloudflare Pages', null, 'https://abuse.cloudflare.com/'],
  ])
})

test('a CDN is asked by its form, and is said to be one: it names the host', async () => {
  await register('ip:104.16.9.9', 'CLOUDFLARENET', ['abuse@cloudflare.com'])
  const [a] = await own(website, ['22'], { url: 'https://x.second.test/', ipAddress: '104.16.9.9', hosting: null })
  expect((await plan('website', [a!])).map(({ desk }) => desk)).toMatchObject([
    { kind: 'host', email: null, form: 'https://abuse.cloudflare.com/', isCdn: true },
  ])
})

test('address and host are not demanded of a name that does not resolve, nor a registrar under a platform’s suffix', async () => {
  const none = { registrar: 'First Names', ipAddress: null, hosting: null }
  const [a, shared, unknown] = [
    await one(domain, '22', { domain: 'gone.first.test', url: null, ...none }),
    await one(domain, '22', { domain: 'bank.webflow.io', url: null, ...host, registrar: null }),
    await one(domain, '22', { domain: 'new.first.test', url: null, ...none }),
  ]
  await rows(
    at.database.db,
    sql`insert into finding_lookups (company_id, finding_id, tries) values (${at.world.companies.parent}, ${a}, 1)`,
  )
  const form = { actionTaken: 'Abuse E-mail Sent', date: '2026-03-04', abusiveEmailId: 'takes@desk.test' }
  const send = (id: string, more: object) => post(`domain/${id}/sendEnforcementMail`, { ...form, ...more }, 'analyst')
  expect((await send(a, { registrar: 'First Names' })).statusCode).toBe(200)
  expect((await send(shared, host)).statusCode).toBe(200)
  const refused = await send(unknown, { registrar: 'First Names' })
  expect(Object.keys(Object.assign({}, ...refused.json().errors)).toSorted()).toEqual(['hosting', 'ipAddress'])
  expect(await recordsOf([shared])).toEqual([expect.objectContaining({ registrar: null, hosting: 'Zonehost' })])
})

test('before sending: the record, the email, where the address comes from, approval and status; nothing is stored', async () => {
  const id = await one(domain, '88', { domain: 'p.first.test', url: null, registrar: 'First Names', ...host })
  const input = {
    platform: 'domain',
    id,
    registrar: 'First Names',
    ...host,
    date: '2026-03-04',
    actionTaken: 'Abuse E-mail Sent',
    abusiveEmailId: 'ABUSE@first.test',
  }
  const shown = (await post('enforcement/send-preview', input, 'analyst')).json()
  expect(shown).toMatchObject({
    to: 'ABUSE@first.test',
    subject: expect.stringContaining('p.first.test'),
    text: expect.stringContaining('To First Names: p.first.test of Acme One.'),
    source: expect.stringMatching(/^RDAP of rdap\.test/),
    status: { from: '88', to: '11' },
    isApproved: false,
    isApprovalRequired: false,
    record: { registrar: 'First Names', ipAddress: '203.0.113.7', actionTaken: 'Abuse E-mail Sent' },
  })
  expect((await stored(id)).status).toBe('88')
  expect(await recordsOf([id])).toEqual([])
  const typed = await post('enforcement/send-preview', { ...input, abusiveEmailId: 'x@typed.test' }, 'analyst')
  expect(typed.json().source).toBe(null)
  const wrong = await post('enforcement/send-preview', { ...input, abusiveEmailId: 'x', actionTaken: '' }, 'analyst')
  expect(Object.keys(Object.assign({}, ...wrong.json().errors)).toSorted()).toEqual(['abuseEmail', 'actionTaken'])
})

test('groups are sent as one batch with their own values; 300 of one recipient are planned and sent in seconds', async () => {
  const many = await own(
    website,
    Array.from({ length: 300 }, () => '22'),
    { ...host, registrar: 'First Names' },
  )
  const [other] = await own(website, ['22'], { url: 'https://bank.webflow.io/x', ...host, registrar: null })
  const { result: groups, ms: planned } = await quietDuration(at.database.pool, () =>
    plan('website', [...many, other!]),
  )
  expect(groups.map(({ desk, recordIds }) => [desk?.email, recordIds.length])).toEqual([
    ['abuse@zonehost.test', 300],
    ['abuse@webflow.com', 1],
  ])
  expect(groups[0]!.findings).toHaveLength(20)
  const toSend = groups.map(({ desk, recordIds, registrar, ipAddress, hosting }) => ({
    recordIds,
    registrar,
    ipAddress,
    hosting,
    abusiveEmailId: desk!.email!,
  }))
  const input = { platform: 'website', date: '2026-03-04', groups: toSend }
  const wrong = await post(
    'enforcement/send-groups',
    { ...input, groups: [toSend[0], { ...toSend[1], abusiveEmailId: 'no address' }] },
    'analyst',
  )
  expect(Object.assign({}, ...wrong.json().errors)).toEqual({ 'groups.1.abuseEmail': 'Abuse email is not valid' })
  const twice = await post('enforcement/send-groups', { ...input, groups: [toSend[0], toSend[0]] }, 'analyst')
  expect(twice.statusCode).toBe(422)
  const { result: sent, ms: took } = await quietDuration(at.database.pool, () =>
    post('enforcement/send-groups', input, 'analyst'),
  )
  expect(sent.json()).toMatchObject({ queued: 301, skipped: 0 })
  expect([planned, took].map((milliseconds) => milliseconds < 5000)).toEqual([true, true])
  const records = await recordsOf([...many, other!])
  expect(new Set(records.map(({ batch_id }) => batch_id))).toEqual(new Set([sent.json().batch]))
  expect(records.filter(({ abuse_email }) => abuse_email === 'abuse@zonehost.test')).toHaveLength(300)
  expect((await post('enforcement/send-groups', input, 'analyst')).statusCode).toBe(409)
})

test('the order follows the kind of harm: content goes to the CDN’s form, DNS abuse to the registrar; both stay in reach', async () => {
  const cloudflare = { ipAddress: '104.16.9.10', hosting: 'Cloudflare, Inc.' }
  const found = (groups: readonly SendGroup[]) =>
    groups.map(({ desk, others, recordIds }) => ({
      ask: desk?.email ?? desk?.form,
      acts: desk?.acts,
      others: others.map((one) => [one.email ?? one.form, one.acts]),
      n: recordIds.length,
    }))
  const form = 'https://abuse.cloudflare.com/'
  for (const platform of [website, domain]) {
    const target = (n: number) => ({ url: `https://a${n}.first.test/`, domain: `a${n}.first.test` })
    const values = { ...cloudflare, registrar: 'First Names' }
    const [counterfeit, another] = await own(platform, ['22', '22'], { ...values, ...target(1), reasonCode: '234' })
    const [phishing] = await own(platform, ['22'], { ...values, ...target(2), reasonCode: '12201' })
    const ofContent = { ask: form, acts: true, others: [['abuse@first.test', false]], n: 1 }
    const ofPhishing = { ask: 'abuse@first.test', acts: true, others: [[form, true]], n: 1 }
    expect(found(await plan(platform.value, [counterfeit!]))).toEqual([ofContent])
    expect(found(await plan(platform.value, [phishing!]))).toEqual([ofPhishing])
    const groups = await plan(platform.value, [counterfeit!, another!, phishing!])
    expect(found(groups)).toEqual([{ ...ofContent, n: 2 }, ofPhishing])
    // Each finding of a group has the forms of its own desks.
    expect(groups.map(({ findings }) => findings.map((one) => one.forms.map((desk) => desk.form)))).toEqual([
      [[form], [form]],
      [[form]],
    ])
  }
})

test('a registrar that acts on one finding only has a group for each: the other is not proposed to it', async () => {
  const alone = { registrar: 'First Names', ipAddress: null, hosting: null }
  const [content] = await own(website, ['22'], { url: 'https://c.first.test/', ...alone, reasonCode: '234' })
  const [phishing] = await own(website, ['22'], { url: 'https://p.first.test/', ...alone, reasonCode: '12201' })
  const groups = await plan('website', [content!, phishing!])
  expect(groups.map(({ desk, recordIds }) => [desk?.email, desk?.acts, recordIds])).toEqual([
    ['abuse@first.test', false, [content]],
    ['abuse@first.test', true, [phishing]],
  ])
})

test('registration data are asked of the registrar; a platform without a known desk leaves its host', async () => {
  const values = { url: 'https://parked.first.test/', registrar: 'First Names', ...host }
  const [parked] = await own(website, ['22'], { ...values, reasonCode: '52901' })
  const [content] = await own(website, ['22'], { ...values, url: 'https://shop.first.test/', reasonCode: '91204' })
  expect((await plan('website', [parked!])).map(({ desk }) => desk?.email)).toEqual(['abuse@first.test'])
  expect((await plan('website', [content!])).map(({ desk }) => desk?.email)).toEqual(['abuse@zonehost.test'])
  const [shared] = await own(domain, ['22'], { domain: 'bank.dyndns.org', url: null, registrar: null, ...host })
  const [group] = await plan('domain', [shared!])
  expect([group!.desk?.kind, group!.desk?.email]).toEqual(['host', 'abuse@zonehost.test'])
})

test('what the desk that is asked does not act on is said before sending, for one finding and for each group', async () => {
  const facts = { url: null, registrar: 'First Names', ...host, reasonCode: '234' }
  const id = await one(domain, '33', { ...facts, domain: 'goods.first.test' })
  const input = {
    platform: 'domain',
    id,
    ...host,
    registrar: 'First Names',
    date: '2026-03-04',
    actionTaken: 'Abuse E-mail Sent',
  }
  const gateOf = async (abusiveEmailId: string, who = 'analyst') => {
    const { gate } = (await post('enforcement/send-preview', { ...input, abusiveEmailId }, who)).json()
    return [gate.missing.map(({ lack }: { lack: string }) => lack), gate.mayOverride]
  }
  expect(await gateOf('abuse@first.test')).toEqual([['instrument'], false])
  expect(await gateOf('abuse@first.test', 'admin')).toEqual([['instrument'], true])
  expect(await gateOf('abuse@zonehost.test')).toEqual([[], false])
  const other = await one(domain, '33', { ...facts, domain: 'more.first.test', reasonCode: '56703' })
  const groups = await plan('domain', [id, other])
  expect(
    groups.flatMap(({ lacking }) => lacking.map(({ lack, records, isFinal }) => [lack, records, isFinal])),
  ).toEqual([['noAbuse', 1, true]])
})
