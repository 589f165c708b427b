import { expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { openDeskForms } from './desk-forms.ts'
import { desksFor } from './desks-for.ts'
import { knownDesk } from './known-desk.ts'

const { at, request, errorsOf, logged } = setUpAdminTests()
const phishing = '12201'
const counterfeit = '234'

const form = {
  kind: 'host',
  name: 'Formhost',
  knownAs: 'Formhost, FORM host GmbH',
  form: 'https://formhost.test/abuse',
  takesEmail: false,
  harms: ['phishing', 'malware'],
  source: 'Its abuse page',
  checkedOn: '2026-11-20',
  isUsed: true,
}

test('the supplied forms know registrars, hosts and content delivery networks by the names of registries', async () => {
  const { of, cdnNamed } = await openDeskForms(at.database.db)
  const formOf = (kind: 'registrar' | 'host', name: string) => of({ kind, name, reasonCode: phishing })?.form
  expect(formOf('registrar', 'GoDaddy.com, LLC')).toBe('https://supportcenter.godaddy.com/AbuseReport')
  expect(formOf('host', 'CLOUDFLARENET')).toBe('https://abuse.cloudflare.com/')
  expect(formOf('host', 'Microsoft Azure Cloud (eastus)')).toBe('https://msrc.microsoft.com/report/')
  expect(formOf('host', 'Nordkeep GmbH')).toBeUndefined()
  for (const name of [
    'CLOUDFLARENET',
    'Cloudflare, Inc.',
    'AKAMAI-AS',
    'Akamai Technologies',
    'Fastly, Inc.',
    'Sucuri',
  ])
    expect(cdnNamed(name), name).toBeDefined()
  for (const name of ['Nordkeep GmbH', 'Fast Lyra Hosting', 'Amazon.com, Inc.', ''])
    expect(cdnNamed(name), name).toBeUndefined()
})

test('a form counts for the kinds of harm that it serves, and its desk takes no email about those', async () => {
  await request('POST', '/desk-forms', form)
  await request('POST', '/desk-forms', {
    ...form,
    form: 'https://formhost.test/trademarks',
    harms: ['counterfeit'],
    takesEmail: true,
  })
  await rows(
    at.database.db,
    sql`insert into abuse_contacts (name, email, source) values ('Formhost', 'abuse@formhost.test', 'Test')`,
  )
  const deskFor = async (reasonCode: string | null) => {
    const target = { address: 'https://x.test/', registrar: null, ipAddress: null, hosting: 'Formhost', reasonCode }
    const [known] = await desksFor(at.database.db, [target], { isByDomain: false })
    return known!.desks[0]
  }
  expect(await deskFor(phishing)).toMatchObject({
    email: null,
    form: 'https://formhost.test/abuse',
    source: 'Its abuse page, checked 20/11/2026',
  })
  expect(await deskFor(counterfeit)).toMatchObject({
    email: 'abuse@formhost.test',
    form: 'https://formhost.test/trademarks',
  })
  expect(await deskFor(null), 'what it serves is not known').toMatchObject({ email: 'abuse@formhost.test', form: null })
  const step = { kind: 'host', host: 'x.test', ip: null, name: 'Formhost' } as const
  const stepFor = (reasonCode: string) => knownDesk(at.database.db, { ...step, reasonCode })
  expect(await stepFor(phishing)).toMatchObject({ addresses: [], form: 'https://formhost.test/abuse' })
  expect((await stepFor(counterfeit))?.addresses.map(({ email }) => email)).toEqual(['abuse@formhost.test'])
  const { insteadOf } = await openDeskForms(at.database.db)
  expect(insteadOf('Legal@Formhost.test', phishing)?.form).toBe('https://formhost.test/abuse')
  expect(insteadOf('legal@formhost.test', counterfeit)).toBeUndefined()
  expect(insteadOf('abuse@nordkeep.test', phishing)).toBeUndefined()
})

test('an Admin adds, searches, corrects and disables report forms, with their history in the data log', async () => {
  expect((await request('GET', '/desk-forms', undefined, 'analyst')).statusCode).toBe(403)
  expect((await request('POST', '/desk-forms', form, 'analyst')).statusCode).toBe(403)
  const added = await request('POST', '/desk-forms', { ...form, name: 'Sheethost', knownAs: 'Sheethost,  sheet-host ' })
  expect(added.json().data).toMatchObject({ knownAs: ['sheethost', 'sheet host'], harms: ['phishing', 'malware'] })
  const { id } = added.json().data
  expect(errorsOf(await request('POST', '/desk-forms', { ...form, name: 'sheethost' }))).toEqual({
    form: 'Web form already exists',
  })
  expect(errorsOf(await request('POST', '/desk-forms', { ...form, knownAs: 'ab, cd', form: 'javascript:x' }))).toEqual({
    knownAs: 'Known as must have names of at least three letters or digits, separated by commas',
    form: 'Web form is not valid',
  })
  expect(errorsOf(await request('POST', '/desk-forms', { ...form, kind: 'cdn', form: '' }))).toEqual({
    form: 'A desk without a web form must accept email',
  })
  const found = (await request('GET', '/desk-forms?search=sheet%20host')).json()
  expect(found.docs.map((one: { id: string }) => one.id)).toEqual([id])
  const disabled = { ...form, name: 'Sheethost', knownAs: 'sheethost', isUsed: false }
  const changed = await request('POST', `/desk-forms/${id}`, { ...disabled, version: 1 })
  expect(changed.json().data).toMatchObject({ isUsed: false, version: 2 })
  expect((await request('POST', `/desk-forms/${id}`, { ...disabled, version: 1 })).statusCode).toBe(409)
  const { of } = await openDeskForms(at.database.db)
  expect(of({ kind: 'host', name: 'Sheethost', reasonCode: phishing })).toBeUndefined()
  const lines = (await logged()).filter(([, model]) => model === 'Report form')
  expect(lines.map(([type]) => type)).toEqual(expect.arrayContaining(['add', 'update']))
  expect((await request('DELETE', `/desk-forms/${id}`)).statusCode).toBe(200)
  expect((await request('DELETE', `/desk-forms/${id}`)).statusCode).toBe(404)
})
