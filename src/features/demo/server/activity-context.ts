import type { Day } from '#vocabulary/dates.ts'
import type { DemoFinding } from './findings.ts'
import type { People } from './write-people.ts'

/** Stores pictures and documents; called before the database is written, and repeating it changes nothing. */
export type PutPicture = (picture: { bucket: string; key: string; bytes: Buffer; mediaType: string }) => Promise<void>

/** What the writers of activity around the findings work on. */
export type ActivityContext = {
  findings: readonly DemoFinding[]
  people: People
  today: Day
  now: Date
  bucket: string
  put: PutPicture
}
