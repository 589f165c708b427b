import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { emptyLogs } from '#kit/server/testing.ts'
import { domain } from '#platforms/domain.ts'
import { configurationFor } from './configuration-for.ts'

const { at, request, errorsOf, upload } = setUpAdminTests()
const path = '/enforcement-mail-configuration'
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')

beforeEach(async () => {
  await at.database.pool.query('truncate enforcement_configurations cascade')
  await emptyLogs(at.database.db)
})

const draft = (more: object = {}) => ({
  company: at.world.companies.parent,
  brand: at.world.brands.own,
  platform: 'domain',
  mailBody: ['Dear {{registrar}},', '', 'Please take down {{domain}}.'],
  ...more,
})
const save = (more?: object) => request('POST', path, draft(more))

describe('notice configuration for the sender', () => {
  test('only the enabled configuration of exactly this company, brand and platform', async () => {
    const subject = { companyId: at.world.companies.parent, brandId: at.world.brands.own, platform: 'domain' } as const
    const { Location: url } = (await upload('enforcement-configuration', 'a.pdf', pdf)).json().Data[0]
    const { data } = (await save({ attachments: [{ fileName: 'a.pdf', url }] })).json()
    expect(await configurationFor(at.database.db, subject)).toEqual({
      id: data.id,
      mailBody: draft().mailBody,
      attachments: [{ fileName: 'a.pdf', bucket: 'newscrapper', key: expect.stringMatching(/\.pdf$/), type: 'other' }],
    })
    expect(await configurationFor(at.database.db, { ...subject, platform: 'website' })).toBeUndefined()
    await request('POST', `${path}/edit`, { ...draft(), EnforcementConfigId: data.id, status: false })
    expect(await configurationFor(at.database.db, subject)).toBeUndefined()
  })

  test('the preview equals the test email: the same subject, lines and files are sent to the caller, once', async () => {
    const [finding, foreign] = await addFindings(at.database.db, domain, [
      {
        companyId: at.world.companies.parent,
        brandId: at.world.brands.own,
        domain: 'copy.example',
        registrar: 'Regis <b>',
      },
      { companyId: at.world.companies.foreign, brandId: at.world.brands.foreign },
    ])
    const { Location: url } = (await upload('enforcement-configuration', 'power.pdf', pdf)).json().Data[0]
    const input = draft({ finding, attachments: [{ fileName: 'power.pdf', url }] })
    const preview = (await request('POST', `${path}/preview`, input)).json()
    expect(preview).toMatchObject({
      to: 'admin@mail.test',
      subject: 'Infringement notice: copy.example',
      text: 'Dear Regis <b>,\n\nPlease take down copy.example.',
      attachments: ['power.pdf'],
      missing: [],
    })
    expect((await request('POST', `${path}/test-email`, input)).json().message).toBe(
      'A test email was sent to admin@mail.test.',
    )
    await at.testApp.runJobs()
    const emails = at.testApp.emails()
    expect(emails).toHaveLength(1)
    const mail = await PostalMime.parse(emails[0]!)
    expect(mail.to?.map(({ address }) => address)).toEqual(['admin@mail.test'])
    expect(mail.subject).toBe(preview.subject)
    expect(mail.text?.trim()).toBe(preview.text)
    expect(mail.html?.trim()).toBe(preview.html)
    expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['power.pdf', 'application/pdf'],
    ])
    for (const other of [foreign, newId()])
      expect(errorsOf(await request('POST', `${path}/preview`, draft({ finding: other })))).toEqual({
        finding: 'Please choose a finding.',
      })
    expect(errorsOf(await request('POST', `${path}/preview`, draft()))).toEqual({ finding: 'Please choose a finding.' })
  })
})
