import { createReadStream } from 'node:fs'
import { z } from 'zod'

/**
 * A backup is a tar file compressed with Zstandard. Its entries, in this order:
 *
 * - `header.json`: what made it and which tables follow, so that restoring can refuse at once what it cannot read;
 * - `secret`: the secret that signs links;
 * - `database/<table>/<n>`: the rows of a table as PostgreSQL's COPY writes them, in pieces;
 * - `files/<key>`: stored files; after every 500 of them `index/<n>.json` with their lengths and digests;
 * - `manifest.json`: the digests of everything else. A backup without it is incomplete.
 */
export const formatVersion = 1

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

/** How a table is restored: as it is, as a part of a partitioned table, or as jobs that wait in the queue. */
const Table = z.object({
  name: z.string().regex(/^\w+$/),
  kind: z.enum(['table', 'part', 'jobs']),
  /** The partitioned table that a part belongs to. */
  parent: z.string().regex(/^\w+$/).optional(),
  columns: z.array(z.string()).min(1),
})
export type BackupTable = z.output<typeof Table>

export const Header = z.object({
  format: z.literal('brandkeep-backup'),
  version: z.int(),
  /** Version of the program that wrote it. */
  program: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), sha256: digest })).min(1),
  tables: z.array(Table),
  sequences: z.array(
    z.object({ name: z.string().regex(/^\w+$/), last: z.string().regex(/^\d+$/), isCalled: z.boolean() }),
  ),
  /** false: stored files were left out. */
  hasFiles: z.boolean(),
})
export type Header = z.output<typeof Header>

const Entry = z.object({ name: z.string(), bytes: count, sha256: digest })
export type Entry = z.output<typeof Entry>

/** The stored files since the previous index. */
export const FileIndex = z.array(Entry)

export const Manifest = z.object({
  /** Header, secret, tables and indexes; the files are in the indexes. */
  entries: z.array(Entry),
  rows: z.record(z.string(), count),
  files: count,
  fileBytes: count,
})
export type Manifest = z.output<typeof Manifest>

/** Files between two indexes; bounds the memory of writing and reading. */
export const filesPerIndex = 500

/** Files that are fetched or stored at the same time. */
export const filesAtOnce = 16

/** The file's first bytes are those of Zstandard. */
export async function isZstd(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 3 }))
    return (chunk as Buffer).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))
  return false
}
