import { downloadCap } from '#features/findings/contract-schemas.ts'
import { messages as findingMessages } from '#features/findings/messages.ts'
import { linkDays, storedDays } from '#features/tool-jobs/rules.ts'
import { signedPath } from '#kit/server/files.ts'
import type { OutgoingEmail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { ToolFile } from './queries.ts'
import type { ToolTitle } from './tool-runner.ts'

type Email = Omit<OutgoingEmail, 'to'>

/** The email with the links to the files of a finished job, valid for seven days, and the SHA-256 of each. */
export function readyEmail(
  { settings, files }: AppContext,
  { jobId, userId, title: { title, path } }: { jobId: string; userId: string; title: ToolTitle },
  made: readonly ToolFile[],
): Email {
  const { appUrl, productName, signingSecret } = settings
  const linkTo = (key: string) =>
    appUrl + signedPath(signingSecret, { bucket: files.bucket, key, user: userId }, 24 * linkDays)
  return {
    id: jobId,
    kind: 'tool-job',
    subject: `${productName}: ${title} is finished`,
    text: [
      `Your job is finished: ${title}.`,
      ...made.map(({ name, key, sha256, records }) =>
        (records ?? 0) > downloadCap
          ? `${name}\n${findingMessages.tooManyToDownload}`
          : `${name}\n${linkTo(key)}\nSHA-256: ${sha256}`,
      ),
      `The links work for ${linkDays} days for anybody who has them, as long as you can use the console. The files can be downloaded for ${storedDays} days under:\n${appUrl}${path}`,
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
