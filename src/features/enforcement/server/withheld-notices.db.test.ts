import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { rows, sql } from '#kit/server/db.ts'
import { website } from '#platforms/website.ts'
import { configureNotices } from './testing.ts'

const { at, post, own } = setUpActionTests()
const host = { ipAddress: '203.0.113.8', hosting: 'Heldhost' }
const plan = async (recordIds: readonly string[]) => {
  const answer = await post('enforcement/send-plan', { platform: 'website', recordIds }, 'analyst')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().groups as SendGroup[]
}
const send = (groups: object[]) =>
  post('enforcement/send-groups', { platform: 'website', date: '2026-03-04', groups }, 'analyst')
const errorsOf = async (groups: object[]) => Object.assign({}, ...(await send(groups)).json().errors)

beforeAll(async () => {
  await configureNotices({ at, post }, ['About {{url}} of {{brand}}.'])
  await rows(
    at.database.db,
    sql`insert into registrations (subject, outcome, name, emails, source, server)
      values ('ip:203.0.113.8', 'found', 'Heldhost', array['abuse@heldhost.test'], 'rdap', 'rdap.test')`,
  )
})

test('S-206 an email to a host needs no registrar, and a record whose name is an IP address has none', async () => {
  const [unnamed] = await own(website, ['22'], { url: 'https://a.withheld.test/', ...host, registrar: null })
  const [address] = await own(website, ['22'], {
    url: 'https://198.51.100.247/x',
    hosting: 'Heldhost',
    ipAddress: null,
    registrar: null,
  })
  const groups = await plan([unnamed!, address!])
  expect(groups.map(({ incomplete, withheld }) => [incomplete, withheld])).toEqual([
    [0, [expect.objectContaining({ id: unnamed, fields: ['registrar'], isForAll: false })]],
    [0, []],
  ])
  // The registrar is asked for where the notice may be to one.
  expect(await errorsOf([{ recordIds: [unnamed], abusiveEmailId: 'typed@desk.test' }])).toEqual({
    'groups.0.registrar': 'Registrar is required for https://a.withheld.test/',
  })
  const sent = await send([
    { recordIds: [unnamed], abusiveEmailId: 'abuse@heldhost.test' },
    { recordIds: [address], abusiveEmailId: 'typed@desk.test' },
  ])
  expect(sent.json()).toMatchObject({ queued: 2 })
})

test('S-206 every refusal of a bulk send is in one answer, with all of its groups', async () => {
  const nowhere = { ipAddress: null, hosting: null, registrar: null }
  const ids = await own(website, ['22', '22'], { url: 'https://b.withheld.test/', ...nowhere })
  const [other] = await own(website, ['22'], { url: 'https://c.withheld.test/', ...host, registrar: null })
  const errors = await errorsOf([
    { recordIds: ids, abusiveEmailId: 'typed@desk.test', deskKind: 'host' },
    { recordIds: [other], abusiveEmailId: 'no address' },
  ])
  expect(errors).toEqual({
    'groups.0.ipAddress': expect.stringMatching(/^IP address is required for .* and 1 more$/),
    'groups.0.hosting': expect.stringMatching(/^Hosting is required for .* and 1 more$/),
    'groups.1.abuseEmail': 'Abuse email is not valid',
  })
})

test('what no notice is sent about is counted in its group; a host is not recommended to a host', async () => {
  const [price] = await own(website, ['22'], { url: 'https://d.withheld.test/', ...host, reasonCode: '56703' })
  const [name] = await own(website, ['22'], { url: 'https://e.withheld.test/', ...host, reasonCode: '12307' })
  const [goods] = await own(website, ['22'], { url: 'https://f.withheld.test/', ...host, reasonCode: '234' })
  const [group] = await plan([price!, name!, goods!])
  expect(group!.desk).toMatchObject({ kind: 'host', email: 'abuse@heldhost.test' })
  const sentences = group!.lacking.map(({ message }) => message)
  expect(sentences).toHaveLength(2)
  expect(sentences.filter((one) => one.endsWith('(1 of 3 records)'))).toHaveLength(2)
  expect(sentences.join(' ')).not.toContain('Write to the host')
  expect(new Map(group!.withheld.map(({ id, lacking, isForAll }) => [id, [lacking, isForAll]]))).toEqual(
    new Map([
      [price, [['noAbuse'], true]],
      [name, [['instrument'], true]],
    ]),
  )
})
