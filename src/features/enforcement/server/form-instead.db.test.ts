import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { configureNotices, noticeFacts } from './testing.ts'

const { at, post, one } = setUpActionTests()
const instead = { name: 'Formkeep', form: 'https://formkeep.test/report' }

beforeAll(async () => {
  await configureNotices({ at, post }, ['About {{url}}.'])
  await rows(
    at.database.db,
    sql`insert into desk_forms (kind, name, known_as, form, takes_email, harms, source, checked_on)
      values ('host', ${instead.name}, '{formkeep}', ${instead.form}, false, '{phishing}', 'A test', '2026-11-20')`,
  )
})

const finding = (reasonCode: string) => one(domain, '22', { reasonCode })
const preview = async (id: string, abusiveEmailId: string) =>
  (await post('enforcement/send-preview', { ...noticeFacts, platform: 'domain', id, abusiveEmailId }, 'analyst')).json()

test('an address of a desk that accepts only its form: the review says so, for the kinds of harm that the form serves', async () => {
  const id = await finding('12201')
  expect((await preview(id, 'Abuse@Formkeep.test')).formInstead).toEqual(instead)
  expect((await preview(id, 'abuse@other.test')).formInstead).toBeNull()
  expect((await preview(await finding('234'), 'abuse@formkeep.test')).formInstead).toBeNull()
  const sheet = await post(
    'enforcement/form-sheet',
    { platform: 'domain', id, form: instead.form, ...noticeFacts },
    'analyst',
  )
  expect(sheet.statusCode, sheet.body).toBe(200)
  expect(sheet.json().desk).toEqual({ kind: 'host', ...instead })
})

test('a bulk send, which nobody reviews one by one, refuses such an address and names the form', async () => {
  const id = await finding('12201')
  const groups = [{ recordIds: [id], abusiveEmailId: 'abuse@formkeep.test' }]
  const refused = await post(
    'enforcement/send-groups',
    { platform: 'domain', date: noticeFacts.date, groups },
    'analyst',
  )
  expect(refused.statusCode).toBe(422)
  expect(JSON.stringify(refused.json().errors)).toContain(
    'Formkeep does not act on email about this, only on its web form: https://formkeep.test/report',
  )
})
