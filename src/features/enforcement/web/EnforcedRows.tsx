import { type ComponentProps, useCallback, useMemo, useState } from 'react'
import { enforcementCalls } from '#features/enforcement/contract.ts'
import type { CardSize } from '#features/findings/web/dashboard-view.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import { filterOfAll } from '#features/findings/web/finding-links.ts'
import type { LinkOf } from '#features/findings/web/value-links.ts'
import type { PeekAddress } from '#features/findings/web/use-peeked-id.ts'
import { type ReadFinding, readFinding } from '#features/findings/web/use-peeked-row.ts'
import { useTriage } from '#features/findings/web/use-triage.ts'
import type { Pages } from '#features/findings/web/use-walk.ts'
import type { NamedHost } from '#features/replies/contract.ts'
import type { RecordTable as AnyRecordTable } from '#kit/web/RecordTable.tsx'
import { call } from '#kit/web/call.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { List } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import { type EnforcementView, searchOf, viewOf } from './enforcement-view.ts'
import classes from './Enforcement.module.css'

// Its code comes with the first finding that is opened.
const EnforcementDetails = lazyPart(() =>
  import('./EnforcementDetails.tsx').then((module) => module.EnforcementDetails),
)

// One of the two is shown; each comes while the findings are on their way.
const RecordTable = lazyPart(() =>
  import('#kit/web/RecordTable.tsx').then((module) => module.RecordTable<EnforcedFinding>),
)
const FindingGallery = lazyPart(() =>
  import('#features/findings/web/FindingGallery.tsx').then((module) => module.FindingGallery),
)

// It comes with the first row that the keys or a click are on, and is shown with the next.
const Peek = lazyPart(() => import('#features/findings/web/Peek.tsx').then((module) => module.Peek))
const preload = () => void Peek.preload()

type Props = {
  platform: FindingPlatformDefinition
  scope: EnforcementView['scope']
  /** The open finding and the page, as the address has them. */
  walk: { peek: PeekAddress; pages: Pages }
  /** How many rows are selected, and what a key then decides on them. */
  selected: number
  onMany: (status: string) => void
  /** Records an enforcement of a finding, by a notice to this host. */
  onAdd: (row: EnforcedFinding, host?: NamedHost) => void
  openPicture: (id: string) => void
  /** With `cards` they are pictures of this size. */
  table: Omit<ComponentProps<typeof AnyRecordTable<EnforcedFinding>>, 'beside' | 'details'> & {
    cards: CardSize | undefined
  }
}

/** The findings to enforce as a table or as pictures, and the open one beside them; walking through them renders nothing around them again. */
export function EnforcedRows({ platform, walk, selected, onMany, onAdd, openPicture, ...props }: Props) {
  const { cards, ...table } = props.table
  // The list is another one for each scope.
  const [scope] = useState(props.scope)
  const linkOf = useMemo(() => linksFor(platform, scope), [platform, scope])
  // Decisions and live changes touch the fields of a finding only; its enforcement records stay.
  const list = table.list as unknown as List<Finding>
  const read = useMemo(() => readEnforced(platform), [platform])
  const triage = useTriage(platform, { ...walk, list, read, selected, onMany })
  const isNeeded = triage.id !== undefined || triage.reasonRequest !== undefined
  const details = useCallback(
    (row: EnforcedFinding) => (
      <EnforcementDetails platform={platform} row={row} onAdd={(host) => onAdd(row, host)} isExpanded />
    ),
    [platform, onAdd],
  )
  const more = useCallback(
    (row: Finding) => {
      const enforced = row as EnforcedFinding
      return <EnforcementDetails platform={platform} row={enforced} onAdd={(host) => onAdd(enforced, host)} />
    },
    [platform, onAdd],
  )
  return (
    <div className={classes['rows']} onFocus={preload} onPointerDown={preload}>
      {cards ? (
        <FindingGallery
          platform={platform}
          label={table.label}
          list={list}
          size={cards}
          selection={table.selection}
          beside={triage.beside}
          decide={triage.decideOn}
          empty={table.empty}
        >
          {table.children}
        </FindingGallery>
      ) : (
        <RecordTable {...table} beside={triage.beside} details={details} />
      )}
      {isNeeded && <Peek platform={platform} triage={triage} linkOf={linkOf} openPicture={openPicture} more={more} />}
    </div>
  )
}

/** Reads a finding that is not on the page with its enforcement records, as the page has them. */
const readEnforced = (platform: FindingPlatformDefinition): ReadFinding => {
  const read = readFinding(platform)
  return async (id, signal) => {
    const row = await read(id, signal)
    if (!row) return undefined
    const { data } = await call(enforcementCalls[platform.value].list, { id }, { signal })
    return { ...row, enforcementData: data }
  }
}

/** Links to all findings of the same company, brand and platform that share a value. */
const linksFor =
  (platform: FindingPlatformDefinition, scope: EnforcementView['scope']): LinkOf =>
  (name, value) => {
    const filters = filterOfAll(platform, name, value)
    return filters && { to: '.', search: searchOf({ ...viewOf({}), scope, filters }) }
  }
