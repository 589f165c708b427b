import type { EnforcementConfiguration, enforcementConfig } from '#features/enforcement-config/contract.ts'
import { existsAlready, saved } from '#features/enforcement-config/messages.ts'
import { linksFor } from '#kit/server/files.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { newId } from '#kit/server/id.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { configurationResponse } from './configuration-response.ts'
import { configurationSubject } from './log-subject.ts'
import { addConfiguration, configurationById } from './queries.ts'
import { checkBrandAndPlatform, checkedAttachments } from './read-draft.ts'

/** The model name of configurations in the data log (G106). */
export const model = 'EnforcementConfiguration'

/** Adds a configuration: one per company, brand and platform; 409 for a second, 422 for an invalid one (G105). */
export async function saveConfiguration(
  app: AppContext,
  { input, session, db }: Call<typeof enforcementConfig.save>,
): Promise<{ message: string; data: EnforcementConfiguration }> {
  await checkBrandAndPlatform(db, input)
  const attachments = await checkedAttachments(db, app.files.bucket, input.attachments)
  const { company: companyId, brand: brandId, platform, mailBody } = input
  const id = newId()
  const content = { enabled: input.status ?? true, mailBody, attachments }
  if (!(await addConfiguration(db, id, { companyId, brandId, platform }, content)))
    throw new Problem(409, existsAlready)
  const stored = (await configurationById(db, id))!
  const subject = configurationSubject(stored)
  await logDataChange(db, session, { type: 'add', model, total: 1, subject, recordId: id, companyId })
  return { message: saved, data: configurationResponse(linksFor(app.settings.signingSecret, session), stored) }
}
