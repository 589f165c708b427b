import type { Db, Transaction } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { RowIndexes } from './packed-lists.ts'
import type { OpenedRows, ParsedBody, RowsDeps } from './open-rows.ts'
import * as queries from './queries.ts'
import type { StagedColumn } from './staged-columns.ts'

type Opened = Pick<OpenedRows<ParsedBody>, 'parsed' | 'platform'>

/**
 * Fills the temporary table `staged` with the rows; it is dropped with the transaction. `extraColumns` are those of the
 * parser's `extraCells`.
 */
export async function stageRows(
  tx: Transaction,
  { parsed, platform }: Opened,
  extraColumns: readonly StagedColumn[] = [],
): Promise<void> {
  await queries.copyIntoStaged(tx, platform, parsed.staged, extraColumns)
}

/** Gives staged rows the stored pictures that they name; returns the rows whose picture is not stored. */
export async function resolveStagedPictures(db: Db, { pictures }: ParsedBody): Promise<RowIndexes> {
  return pictures === null ? '' : queries.resolvePictures(db, pictures)
}

/** Adds the rows' values that filter lists offer. */
export async function addFacets(db: Db, { parsed, platform }: Opened): Promise<void> {
  await queries.insertFacets(db, platform, parsed.header, parsed.facets)
}

/**
 * Serialises uploads and edits of a brand, so that the second of two equal ones gets an exact report of stored rows.
 * Lasts until the transaction ends.
 */
export async function lockBrandUploads(db: Db, brandId: string): Promise<void> {
  await queries.lockBrandUploads(db, brandId)
}

/** Tidies the search index after a commit. Not awaited: the rows are stored and do not depend on it. */
export function startTidyingSearchIndex(
  deps: Pick<RowsDeps, 'db' | 'onTidyFailure'>,
  platform: FindingPlatformDefinition,
): void {
  void queries.tidySearchIndex(deps.db, platform).catch(deps.onTidyFailure)
}
