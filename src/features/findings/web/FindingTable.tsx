import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { FilterBar } from '#kit/web/FilterBar.tsx'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { RecordTable } from '#kit/web/RecordTable.tsx'
import type { List } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { draftsOf } from './comment-drafts.ts'
import { captionOf, type Finding } from './finding.ts'
import { FindingDetails } from './FindingDetails.tsx'
import { filterFieldsOf, searchFieldOf } from './platform-filters.ts'
import { texts } from './texts.ts'
import { useFacets } from './use-facets.ts'
import type { FindingTableState } from './use-finding-table.ts'

type TableProps = Pick<
  ComponentProps<typeof RecordTable<Finding>>,
  'label' | 'settings' | 'sort' | 'selection' | 'opened' | 'beside' | 'empty'
>
type Props = TableProps & {
  table: FindingTableState
  /** What the details of an opened row have besides those of every finding. */
  more?: { block?: { title: string; names: readonly string[] }; below?: ((row: Finding) => ReactNode) | undefined }
}

/** Findings as a table: rows open to their details with the comment box, pictures to a viewer of the whole list. */
export function FindingTable({ table, more = {}, ...props }: Props) {
  const { platform, list, columns, picture, openPicture } = table
  const { user } = useSession()
  const drafts = draftsOf(user?.id ?? '')
  return (
    <>
      <RecordTable
        {...props}
        list={list}
        columns={columns}
        details={(row) => (
          <FindingDetails
            platform={platform}
            row={row}
            drafts={drafts}
            openPicture={() => openPicture(row.id)}
            onComment={(clientComment) => list.change(row.id, (old) => ({ ...old, clientComment }))}
            {...(more.block ? { block: more.block } : {})}
          >
            {more.below?.(row)}
          </FindingDetails>
        )}
      />
      <Lightbox
        pictures={list.rows.flatMap((row) =>
          row.imageUrl ? [{ id: row.id, source: row.imageUrl, caption: captionOf(platform, row) }] : [],
        )}
        open={picture}
        onOpen={openPicture}
      />
    </>
  )
}

type FilterProps = Pick<ComponentProps<typeof FilterBar>, 'texts' | 'onFilters' | 'counts' | 'children'> & {
  platform: FindingPlatformDefinition
}

/** The filters of a platform's findings, with the values they have to pick from. */
export function FindingFilters({ platform, ...props }: FilterProps) {
  const facets = useFacets(platform)
  return <FilterBar {...props} fields={filterFieldsOf(platform, facets)} searchBy={searchFieldOf(platform)} />
}

type NoFindingsProps = {
  list: List<Finding>
  title: string
  hint: string
  /** Removes the filters; undefined while there are none. */
  onClear: (() => void) | undefined
}

/** Shown in place of rows: the list could not be loaded, or is empty. */
export function NoFindings({ list, title, hint, onClear }: NoFindingsProps) {
  if (list.state === 'failed') return <ErrorState error={list.error} retry={list.reload} />
  return (
    <EmptyState title={title} hint={hint}>
      {onClear && (
        <Button size="xs" variant="default" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      )}
    </EmptyState>
  )
}

/** The number of records for the header of a list; undefined until it is known. */
export function knownCount(list: List<Finding>): number | undefined {
  const isKnown = list.state === 'ready' || list.state === 'reloading'
  return list.isTotalKnown && (isKnown || list.rows.length > 0) ? list.total : undefined
}
