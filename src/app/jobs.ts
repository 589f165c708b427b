import { maintainLogPartitions } from '#kit/server/audit.ts'
import { sendMail, requeueLostMails } from '#kit/server/mail.ts'
import { forgetTries, guessingFound, resetRequested } from '#features/sessions/contract-jobs.ts'
import {
  endLostDecisions,
  findingsAdded,
  findingNeedsClient,
  lineWritten,
  renormaliseAddresses,
  runDecision,
} from '#features/findings/contract-jobs.ts'
import { mailSubmission } from '#features/requests/contract.ts'
import { addressesEdited, removeDeleted } from '#features/editing/contract.ts'
import { lookUpHosts } from '#features/contacts/contract.ts'
import { addressUnmarked, hostNamed, takeAnswers } from '#features/replies/contract.ts'
import { countScores, noticesWithheld } from '#features/enforcement/contract-jobs.ts'
import { countLeague, visitFindings, updateClocks, thinOldVisits } from '#features/revisits/contract.ts'
import {
  lookAlikeChanged,
  readBrandReferences,
  readNameFeeds,
  readNames,
  searchDomains,
  takePagePictures,
  watchDecided,
} from '#features/domain-search/contract-jobs.ts'
import { buildCaseFile, listEvidenceDay, maintainCaseFiles, takeTimeStamps } from '#features/case-files/contract.ts'
import { takeSteps, endEscalations, stepNeedsPerson } from '#features/escalations/contract.ts'
import { sendDigests } from '#features/activity/contract.ts'
import { workAssigned } from '#features/work/contract-jobs.ts'
import { findDueReports, sendReport } from '#features/reports/contract.ts'
import { dropOldExports, repeatExports } from '#features/exports/contract.ts'
import { dropOldToolJobs, writePartialFiles } from '#features/tool-jobs/contract.ts'
import { takePagePicture } from '#features/page-pictures/contract.ts'
import { dropSubmittedDrafts } from '#features/staging/contract.ts'
import { probeSources } from '#features/quick-tools/contract.ts'
import { dropOldLogs } from '#features/history/contract.ts'
import type { Job } from '#kit/contract/job.ts'

/** Every background job, in the order of the features. The worker refuses to start unless each has a handler. */
export const jobs: readonly Job[] = [
  maintainLogPartitions,
  sendMail,
  requeueLostMails,
  resetRequested,
  guessingFound,
  forgetTries,
  findingsAdded,
  findingNeedsClient,
  renormaliseAddresses,
  runDecision,
  endLostDecisions,
  lineWritten,
  workAssigned,
  mailSubmission,
  removeDeleted,
  addressesEdited,
  lookUpHosts,
  takeAnswers,
  hostNamed,
  addressUnmarked,
  countScores,
  noticesWithheld,
  visitFindings,
  updateClocks,
  countLeague,
  thinOldVisits,
  searchDomains,
  readNameFeeds,
  readNames,
  readBrandReferences,
  watchDecided,
  takePagePictures,
  lookAlikeChanged,
  takePagePicture,
  buildCaseFile,
  maintainCaseFiles,
  takeTimeStamps,
  listEvidenceDay,
  takeSteps,
  endEscalations,
  stepNeedsPerson,
  sendDigests,
  findDueReports,
  sendReport,
  dropOldExports,
  repeatExports,
  dropOldToolJobs,
  writePartialFiles,
  dropSubmittedDrafts,
  probeSources,
  dropOldLogs,
]
