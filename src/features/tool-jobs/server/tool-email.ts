import { downloadCap } from '#features/findings/contract-schemas.ts'
import { messages as findingMessages } from '#features/findings/messages.ts'
import { storedDays } from '#features/tool-jobs/rules.ts'
import { aboutLinks, emailedLink } from '#kit/server/emailed-files.ts'
import type { OutgoingEmail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { ToolFile } from './queries.ts'
import type { ToolTitle } from './tool-runner.ts'

type Email = Omit<OutgoingEmail, 'to'>

/** The email with the links to the files of a finished job, valid for seven days, and the SHA-256 of each. */
export function readyEmail(
  app: AppContext,
  { jobId, userId, title: { title, path } }: { jobId: string; userId: string; title: ToolTitle },
  made: readonly ToolFile[],
): Email {
  return {
    id: jobId,
    kind: 'tool-job',
    subject: `${app.settings.productName}: ${title} is finished`,
    text: [
      `Your job is finished: ${title}.`,
      ...made.map(({ name, key, sha256, records }) =>
        (records ?? 0) > downloadCap
          ? `${name}\n${findingMessages.tooManyToDownload}`
          : `${name}\n${emailedLink(app, { key, user: userId })}\nSHA-256: ${sha256}`,
      ),
      aboutLinks(app, { storedDays, path }),
    ].join('\n\n'),
  }
}

/** The email that says that a job failed, and why (G87). */
export function failedEmail({ settings }: AppContext, { title, path }: ToolTitle, reason: string): Email {
  const { appUrl, productName } = settings
  return {
    kind: 'tool-job-failed',
    subject: `${productName}: ${title} failed`,
    text: [`Your job failed: ${title}. ${reason}`, `You can repeat it under:\n${appUrl}${path}`].join('\n\n'),
  }
}
