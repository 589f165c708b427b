import { sendDigests } from '#features/activity/contract.ts'
import { lineWritten } from '#features/findings/contract-jobs.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { notifyOfLine } from './notify-line.ts'
import { sendDueDigests } from './send-digests.ts'
import type { Subjects } from './subject.ts'

/** The job handlers of threads. */
export function activityHandlers(app: AppContext, subjects: Subjects): JobHandler[] {
  return [
    jobHandler(lineWritten, (written) => notifyOfLine(app, subjects, written)),
    jobHandler(sendDigests, () => sendDueDigests(app, subjects)),
  ]
}
