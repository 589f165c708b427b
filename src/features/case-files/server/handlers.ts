import { buildCaseFile, listEvidenceDay, maintainCaseFiles, takeTimeStamps } from '#features/case-files/contract.ts'
import { messages } from '#features/case-files/messages.ts'
import { removeExpired } from '#kit/server/remove-expired.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { listEvidence } from './evidence-days.ts'
import { expiredCaseFiles, giveUpOld, markDropped } from './retention-queries.ts'
import { takeStamps } from './take-stamps.ts'

/** The job handlers that build case files and delete expired ones. */
export function caseFileHandlers(app: AppContext): JobHandler[] {
  return [
    jobHandler(buildCaseFile, async ({ caseFileId }, { signal }) => {
      // Loaded with the first case file.
      const { makeCaseFile } = await import('./build-case-file.ts')
      await makeCaseFile(app, caseFileId, signal)
    }),
    jobHandler(maintainCaseFiles, () => maintain(app)),
    jobHandler(takeTimeStamps, () => takeStamps(app)),
    jobHandler(listEvidenceDay, () => listEvidence(app)),
  ]
}

/** Deletes files past their retention time; rows and heads stay. Objects are removed first: repeating is harmless. */
async function maintain({ db, files, settings }: AppContext): Promise<void> {
  await giveUpOld(db, messages.notMade)
  await removeExpired({
    next: (after) => expiredCaseFiles(db, settings.caseFileDays, after),
    remove: async ({ id, zipKey, pdfKey }) => {
      await files.remove(zipKey)
      await files.remove(pdfKey)
      await markDropped(db, id)
    },
  })
}
