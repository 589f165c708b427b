import { buildCaseFile, tendCaseFiles } from '#features/case-files/contract.ts'
import { messages } from '#features/case-files/messages.ts'
import type { House } from '#kit/server/serve.ts'
import { handles, type JobHandler } from '#kit/server/worker.ts'
import { makeCaseFile } from './build-case-file.ts'
import { giveUpOld, markDropped, pastTheirDays } from './queries.ts'

/** The job handlers that build case files and delete expired ones. */
export function caseFileHandlers(house: House): JobHandler[] {
  return [
    handles(buildCaseFile, ({ caseFileId }) => makeCaseFile(house, caseFileId)),
    handles(tendCaseFiles, () => tend(house)),
  ]
}

/** Deletes files past their retention time; rows and heads stay. Objects are removed first: repeating is harmless. */
async function tend({ db, files, settings }: House): Promise<void> {
  await giveUpOld(db, messages.notMade)
  for (;;) {
    const past = await pastTheirDays(db, settings.caseFileDays)
    if (past.length === 0) return
    for (const { id, zipKey, pdfKey } of past) {
      await files.remove(zipKey)
      await files.remove(pdfKey)
      await markDropped(db, id)
    }
  }
}
