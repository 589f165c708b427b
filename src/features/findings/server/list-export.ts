import { filterWords } from '#columns/filter-words.ts'
import { nameOfBrand } from '#features/brands/server/name-of-brand.ts'
import type { DataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import { partsSubject } from '#vocabulary/data-log.ts'
import { showDay } from '#vocabulary/dates.ts'
import type { FindingQuery } from './queries.ts'

/** What a list was narrowed to; that of findings is a FindingQuery. */
type ExportedList = Pick<FindingQuery, 'range' | 'filters' | 'ids' | 'seller'> & {
  platform: Pick<Platform, 'model' | 'columns'>
  scope: Pick<FindingQuery['scope'], 'companyIds' | 'brandIds'>
  search?: string | undefined
}

/** The data-log entry of a list that is taken out as a file, without the number of rows: the file, brand, days and filters. */
export async function listExport(
  db: Db,
  { platform, scope, range, filters, ids, seller, search }: ExportedList,
  file: string,
): Promise<Omit<DataChange, 'type' | 'total'>> {
  const onlyOne = (list: readonly string[] | undefined) => (list?.length === 1 ? list[0] : undefined)
  const brandId = onlyOne(scope.brandIds)
  return {
    model: platform.model,
    companyId: onlyOne(scope.companyIds),
    subject: partsSubject(
      file,
      brandId && (await nameOfBrand(db, brandId)),
      range && `${showDay(range.startDate)} – ${showDay(range.endDate)}`,
      // Those of a notification ignore what the list is narrowed to (G53).
      ...(ids ? ['records of a notification'] : filterWords(platform.columns, filters)),
      seller && `Seller: ${seller}`,
      search && `Search: ${search}`,
    ),
  }
}
