import { messages } from '#features/tool-jobs/messages.ts'
import type { ToolKind } from '#features/tool-jobs/rules.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import type { RowInput, ToolJob, ToolRow } from './queries.ts'

export type { RowInput, ToolJob, ToolRow } from './queries.ts'

/** What a job is called in an email, and the screen with its queue: 'Web Screenshot', '/tools'. */
export type ToolTitle = { title: string; path: string }

/** A line cannot be processed; the message is for the user, beside the line. */
export class RowRefused extends Error {}

/** The job has ended without success for good; what was seen until then is kept as its files. */
export class RefusedWithFiles extends JobRefused {
  readonly files: readonly MadeFile[]
  constructor(message: string, files: readonly MadeFile[]) {
    super(message)
    this.files = files
  }
}

/** Says in an archive or beside it which files are no longer stored. */
export const missingFiles = (names: readonly string[]): { name: string; mediaType: string; bytes: Buffer } => ({
  name: 'MISSING.txt',
  mediaType: 'text/plain',
  bytes: Buffer.from(`${messages.missingFiles(names.length)}\n${names.join('\n')}\n`),
})

/** A file made for a line or a job: its bytes, or where it lies. */
export type MadeFile = { name: string; mediaType: string; records?: number } & ({ bytes: Buffer } | { path: string })

/** What was found for a line: records with their columns by name, and files such as its picture. */
export type RowResult = { records: Record<string, unknown>[]; files?: MadeFile[] }

/** A job while its lines are worked on. */
export type OpenTool = {
  /** Works on one line. Throws RowRefused with a reason for people; any other error counts as one of the program. */
  processRow: (input: RowInput, row: number, signal: AbortSignal) => Promise<RowResult>
  /** Writes the files of the job into a folder, from all lines in order. */
  writeFiles: (lines: AsyncIterable<ToolRow>, folder: string) => Promise<MadeFile[]>
  close: () => Promise<void>
}

/** How the jobs of one kind are done. */
export type ToolRunner = {
  kind: ToolKind
  title: (job: ToolJob) => ToolTitle
  /** Lines worked on at the same time. */
  parallel: number
  /** Minutes after which a job gives way to those that wait. */
  turnMinutes?: number
  /** The lines of a job that was queued without any; asked for once, before it is worked on. Throws JobRefused. */
  findLines?: (app: AppContext, job: ToolJob) => Promise<RowInput[]>
  /** Opens what the job needs. Throws JobRefused where it cannot be done at all, for example without a key. */
  open: (app: AppContext, job: ToolJob, context: { session: Session; signal: AbortSignal }) => Promise<OpenTool>
}
