import { useCallbackRef } from '@mantine/hooks'
import { useRef } from 'react'
import { toastError, toastInfo } from '#kit/web/alerts.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import type { List } from '#kit/web/use-list.ts'
import type { Finding } from './finding.ts'
import { texts } from './texts.ts'

/** A list that is shown a page at a time. */
export type Pages = {
  page: number
  count: number
  /** How many findings stand on the pages before. */
  before: number
  /** Reads a page as it is stored now; the one that is shown is then shown so. */
  read: (page: number) => Promise<readonly Finding[]>
  /** Shows a page that was read, with this finding open, or without one. */
  go: (page: number, peek: string | undefined) => void
}

type Options = {
  list: List<Finding>
  pages: Pages | undefined
  /** The finding that is open, and how to open another. */
  id: string | undefined
  open: (id: string) => void
  /** Resolves once nothing that was decided is on its way. */
  stored: () => Promise<unknown>
}

export type Walk = {
  /** How many findings stand on the pages before. */
  before: number
  /** Its position among all findings that match, from 1; 0 when it is not in the list. */
  at: number
  hasPrevious: boolean
  hasNext: boolean
  previous: () => void
  next: () => void
  /** Whether other records are on their way to the screen; then it says so to who pressed a key. */
  isTurning: () => boolean
  /** Goes on past the first or the last row of a page; resolves with the finding that the person is then on. */
  past: ((by: 1 | -1) => Promise<string | undefined>) | undefined
}

/**
 * Walking from one finding of a list to the next, also from page to page. What was decided may no longer match, and then
 * others have moved up: they come before those of the next page, so that none is passed over.
 */
export function useWalk({ list, pages, id, open, stored }: Options): Walk {
  const index = list.rows.findIndex((one) => one.id === id)
  const isTurning = useRef(false)
  const saysTurning = () => {
    if (isTurning.current) toastInfo(texts.isTurning)
    return isTurning.current
  }
  const edge = async (by: 1 | -1): Promise<string | undefined> => {
    if (!pages || saysTurning()) return undefined
    isTurning.current = true
    try {
      await stored()
      const known = new Set(list.rows.map((row) => row.id))
      const movedUp = by === 1 ? movedUpTo(await pages.read(pages.page), known) : undefined
      if (movedUp) {
        if (id !== undefined) open(movedUp.id)
        return movedUp.id
      }
      const page = pages.page + by
      if (page < 1 || page > pages.count) return undefined
      const rows = await pages.read(page)
      const row = (by === 1 ? rows : rows.toReversed()).find((one) => !known.has(one.id))
      if (row) pages.go(page, id === undefined ? undefined : row.id)
      return row?.id
    } catch (error) {
      toastError(sentenceOf(error))
      return undefined
    } finally {
      isTurning.current = false
    }
  }
  const past = useCallbackRef(edge)
  const step = (by: 1 | -1) => {
    if (index < 0) return
    const to = list.rows[index + by]
    if (to) open(to.id)
    else void edge(by)
    if (index + by >= list.rows.length - 5) list.more()
  }
  const before = pages?.before ?? 0
  return {
    before,
    at: index < 0 ? 0 : before + index + 1,
    hasPrevious: index > 0 || (index === 0 && pages !== undefined && pages.page > 1),
    hasNext: index >= 0 && (index < list.rows.length - 1 || (pages !== undefined && pages.page < pages.count)),
    previous: useCallbackRef(() => step(-1)),
    next: useCallbackRef(() => step(1)),
    isTurning: saysTurning,
    past: pages && past,
  }
}

/** The first finding that comes after those a person has seen on this page. */
function movedUpTo(rows: readonly Finding[], known: ReadonlySet<string>): Finding | undefined {
  return rows[rows.findLastIndex((row) => known.has(row.id)) + 1]
}
