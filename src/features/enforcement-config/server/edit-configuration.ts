import type { EnforcementConfiguration, enforcementConfig } from '#features/enforcement-config/contract.ts'
import { cannotChange, updated } from '#features/enforcement-config/messages.ts'
import { id as anId } from '#kit/contract/texts.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { linksFor } from '#kit/server/files.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import { adminPlatformValue } from '#vocabulary/platform-names.ts'
import { configurationResponse } from './configuration-response.ts'
import { configurationChanges, configurationSubject } from './log-subject.ts'
import { changeConfiguration, configurationById, type ConfigurationRow } from './queries.ts'
import { checkedAttachments } from './read-draft.ts'
import { model } from './save-configuration.ts'

type Edit = Call<typeof enforcementConfig.edit>

/** Changes status, attachments and email text; the rest is locked. 409 with the record on a stale version. */
export async function editConfiguration(
  app: AppContext,
  { input, session, db }: Edit,
): Promise<{ message: string; data: EnforcementConfiguration }> {
  const linkTo = linksFor(app.settings.signingSecret, session)
  const id = input.EnforcementConfigId
  const stored = anId.safeParse(id).success ? await configurationById(db, id) : undefined
  if (!stored) throw notFound()
  rejectOtherSubject(stored, input)
  const attachments = input.attachments
    ? await checkedAttachments(db, app.files.bucket, input.attachments, stored.attachments)
    : stored.attachments
  const content = { enabled: input.status ?? stored.enabled, mailBody: input.mailBody, attachments }
  const currentResponse = async () => {
    const now = await configurationById(db, id)
    return now && configurationResponse(linkTo, now)
  }
  await orEditConflict(await changeConfiguration(db, id, content, input.version), currentResponse)
  await logDataChange(db, session, {
    type: 'update',
    model,
    total: 1,
    subject: configurationSubject(stored),
    recordId: id,
    companyId: stored.companyId,
    changes: configurationChanges(stored, (await configurationById(db, id))!),
  })
  return { message: updated, data: (await currentResponse())! }
}

function rejectOtherSubject(stored: ConfigurationRow, { company, brand, platform }: Edit['input']): void {
  if (company && company !== stored.companyId) throw invalid({ company: cannotChange('Company') })
  if (brand && brand !== stored.brandId) throw invalid({ brand: cannotChange('Brand') })
  if (platform && adminPlatformValue(platform) !== stored.platform)
    throw invalid({ platform: cannotChange('Platform') })
}
