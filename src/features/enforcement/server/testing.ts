import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import type { AppContext } from '#kit/server/serve.ts'

/** The parts of the shared test set-up that this helper uses. */
type ActionTests = {
  at: {
    testApp: { app: AppContext }
    world: { companies: { parent: string }; brands: { own: string } }
  }
  post: (path: string, payload: object, who?: string) => Promise<unknown>
}

/** For tests: the fields of an enforcement that is recorded without an email. */
export const recordedFacts = {
  registrar: 'GoDaddy.com, LLC',
  ipAddress: '203.0.113.7',
  hosting: 'Cloudflare',
  actionTaken: 'Registrar Complaint Filed',
  date: '2026-03-04',
  infrigementStatus: '11',
}

/** For tests: the fields of a notice to a desk, as Add Enforcement sends them. */
export const noticeFacts = {
  registrar: 'Namekeep Registrar',
  ipAddress: '203.0.113.7',
  hosting: 'Zonehost',
  actionTaken: 'Abuse E-mail Sent',
  date: '2026-03-04',
  infrigementStatus: '55',
  abusiveEmailId: 'takes@desk.test',
}

/** For tests: lets notices be sent about the domains and websites of the client's own brand, with this text. */
export async function configureNotices({ at, post }: ActionTests, mailBody: readonly string[]): Promise<void> {
  const [companyId, brandId] = [at.world.companies.parent, at.world.brands.own]
  for (const platform of ['domain', 'website'])
    await post(
      'enforcement-mail-configuration',
      { company: companyId, brand: brandId, platform, status: true, attachments: [], mailBody },
      'admin',
    )
  await addNoticeRequirements(at.testApp.app, { companyId, brandId })
}
