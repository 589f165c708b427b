import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastInfo, toastSuccess } from '#kit/web/alerts.ts'
import { copyText } from '#kit/web/copy-text.ts'
import { matchesNow } from '#kit/web/media.ts'
import { narrow } from '#kit/web/narrow.ts'
import type { Beside } from '#kit/web/record-parts.ts'
import { openable, openSuspicious } from '#kit/web/SuspiciousLink.tsx'
import { usePaletteActions } from '#kit/web/palette-actions.ts'
import { useKeys } from '#kit/web/use-key.ts'
import type { List } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type StatusCode, statusDisplay } from '#vocabulary/statuses.ts'
import { type DecisionKey, decisionKeys, decisionsFor, otherDecisionsFor } from './decision-keys.ts'
import type { Finding } from './finding.ts'
import { texts } from './texts.ts'
import { type ReasonRequest, useDeciding } from './use-deciding.ts'
import { useFreshRows } from './use-fresh-rows.ts'
import { type PeekAddress, usePeekedId } from './use-peeked-id.ts'
import { readFinding, type ReadFinding, usePeekedRow } from './use-peeked-row.ts'
import { type Pages, useWalk } from './use-walk.ts'

export type Triage = {
  /** The platform of the open finding. */
  platform: FindingPlatformDefinition
  /** The open finding: its id, and its row once it is known. */
  id: string | undefined
  row: Finding | undefined
  isLoading: boolean
  /** Why it could not be loaded, and how to try again. */
  failure: { error: Error; retry: () => void } | undefined
  /** The status that somebody else gave it meanwhile; the screen goes on showing the one before. */
  newerStatus: string | undefined
  /** Its position in the list, from 1; 0 when it is not among the loaded rows. */
  at: number
  total: number
  /** The finding after it. */
  upcoming: Finding | undefined
  offered: readonly DecisionKey[]
  /** The statuses without a key to which it may be moved. */
  others: readonly StatusCode[]
  /** Opens records beside the list; for the table. */
  beside: Beside
  close: () => void
  /** The finding before it and the one after it; undefined at the end of the list. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
  decide: (status: string) => void
  /** Decides on a row of the list, whether it is open or not. */
  decideOn: (row: Finding, status: string) => void
  undoChange: (row: Finding, moment: string) => Promise<void>
  comment: (() => void) | undefined
  openAddress: (() => void) | undefined
  copyAddress: () => void
  onComment: (row: Finding, comment: string) => void
  /** What an Admin is asked where the last decision needs a reason. */
  reasonRequest: ReasonRequest | undefined
}

type Options = {
  list: List<Finding>
  peek: PeekAddress
  /** How many rows are selected: the keys then decide on those. */
  selected: number
  onMany?: (status: string) => void
  /** How a finding is read that the list does not have; as other rows of the platform when omitted. */
  read?: ReadFinding | undefined
  /** Where the list is shown a page at a time. */
  pages?: Pages | undefined
  /** Where the list has findings of several platforms: that of one of them. */
  platformOf?: ((id: string) => FindingPlatformDefinition | undefined) | undefined
}

/** Opening findings beside a list, walking through them, and deciding on them by keys. */
export function useTriage(usual: FindingPlatformDefinition, options: Options): Triage {
  const { list, selected, onMany, pages } = options
  const { id, open, active, setActive, platform, peeked, fresh } = useOpenFinding(usual, options)
  const { row, change } = peeked
  const deciding = useDeciding(platform, {
    show: (one, status) => {
      fresh.settle(one)
      change(one, (old) => ({ ...old, status }))
    },
    onBegun: fresh.begin,
    onSettled: useCallbackRef((one) => {
      fresh.end(one)
      if (one === id) peeked.readAgain()
    }),
  })
  const walk = useWalk({ list, pages, id, open, stored: deciding.stored })
  // While the open finding is being loaded, keys do not decide on another one.
  const target = id === undefined ? list.rows.find((one) => one.id === active) : row
  const newerStatus = newerStatusOf(target, fresh.newer)
  useChangeNotice(id === undefined ? newerStatus : undefined)
  const { offered, others } = useOffered(platform, target?.status)
  const close = useCallbackRef(() => {
    fresh.release()
    open(undefined)
    setActive(id)
  })
  useReturnToRow(id)
  const decide = useCallbackRef((status: string) => {
    // What was open is decided on already, and nobody has seen what comes next.
    if (!target || walk.isTurning()) return
    deciding.decide(target, status)
    if (id !== undefined && walk.hasNext) walk.next()
  })
  const actions = useAddressActions(platform, target)
  const comment = row ? toComment : undefined
  const onComment = useCallbackRef((one: Finding, clientComment: string) =>
    change(one.id, (old) => ({ ...old, clientComment })),
  )
  const decideBy = decidingOn({ selected, onMany, offered, decide })
  useTriageKeys({ decideBy, selected, hasTarget: target !== undefined, comment, ...actions, undo: deciding.undoLast })
  return {
    platform,
    id,
    row,
    isLoading: peeked.isLoading,
    failure: peeked.error ? { error: peeked.error, retry: peeked.readAgain } : undefined,
    newerStatus,
    at: walk.at,
    total: list.total,
    upcoming: list.rows[list.rows.findIndex((one) => one.id === id) + 1],
    offered,
    others,
    beside: { id, open, close, onActive: setActive, before: walk.before, past: walk.past },
    close,
    previous: walk.hasPrevious ? walk.previous : undefined,
    next: walk.hasNext ? walk.next : undefined,
    decide,
    decideOn: deciding.decide,
    undoChange: useCallbackRef(deciding.undoChange),
    comment,
    ...actions,
    reasonRequest: deciding.reasonRequest,
    onComment,
  }
}

/** The finding that is open, or else the one that the keyboard is on; the rows on the screen stay as they are stored. */
function useOpenFinding(usual: FindingPlatformDefinition, { list, peek, platformOf, read: readBy }: Options) {
  const [id, open] = usePeekedId(peek)
  const [active, setActive] = useState<string>()
  const at = id ?? active
  const platform = (at !== undefined && platformOf?.(at)) || usual
  const read = useMemo(() => readBy ?? readFinding(platform), [readBy, platform])
  const peeked = usePeekedRow(platform, { list, id, read })
  const { row, isListed, isLoading, change } = peeked
  const shown = useMemo(() => (row && !isListed ? [...list.rows, row] : list.rows), [list.rows, row, isListed])
  const fresh = useFreshRows(
    platform.value,
    { rows: shown, change, state: list.state, growing: list.growing || isLoading },
    { at, platformOf: platformOf && ((one) => platformOf(one)?.value) },
  )
  return { id, open, active, setActive, platform, peeked, fresh }
}

/** The status of a finding as it is stored by now, where that is another one than the screen shows. */
const newerStatusOf = (shown: Finding | undefined, newer: Finding | undefined): string | undefined =>
  newer && newer.id === shown?.id && newer.status !== shown.status ? newer.status : undefined

/**
 * Gives the keyboard to the row of the finding that was open last, which may be another one than was opened, once none is
 * open, also after Back. The row may be rendered again first: the list has its whole width back.
 */
function useReturnToRow(id: string | undefined): void {
  const last = useRef(id)
  useEffect(() => {
    const closed = last.current
    last.current = id
    if (id !== undefined || closed === undefined) return
    requestAnimationFrame(() => {
      // Whoever took the keyboard meanwhile keeps it. A row or its button still has it that another finding was opened by.
      const active = document.activeElement
      if (active === document.body || active?.matches('[data-row], [data-row] button'))
        document.querySelector<HTMLElement>(`[data-row="${closed}"]`)?.focus()
    })
  }, [id])
}

/** The statuses to which the person may move a finding with this status: those with a key, and the others. */
function useOffered({ value }: FindingPlatformDefinition, from: string | undefined) {
  const { role } = useSession()
  return useMemo(() => {
    if (from === undefined) return { offered: [], others: [] }
    return { offered: decisionsFor(role, value, from), others: otherDecisionsFor(role, value, from) }
  }, [role, value, from])
}

type DecidingOn = Pick<Options, 'selected' | 'onMany'> & Pick<Triage, 'offered' | 'decide'>

/** What the key of a decision does: it decides on the selected rows, else on the one finding, where that is offered. */
const decidingOn =
  ({ selected, onMany, offered, decide }: DecidingOn): KeyedActions['decideBy'] =>
  ({ status }) => {
    if (selected > 0) return onMany && (() => onMany(status))
    return offered.some((one) => one.status === status) ? () => decide(status) : undefined
  }

/** What can be done with the address of a finding. */
function useAddressActions({ identity }: FindingPlatformDefinition, finding: Finding | undefined) {
  const address = finding ? String(finding[identity] ?? finding.url ?? '') : ''
  const openAddress = useCallbackRef(() => openSuspicious(address, texts.openWarning))
  const copyAddress = useCallbackRef(
    () => void copyText(address).then((isCopied) => isCopied && toastSuccess(texts.addressCopied)),
  )
  return { openAddress: openable(address) ? openAddress : undefined, copyAddress }
}

type Action = () => void

type KeyedActions = Pick<Triage, 'comment' | 'openAddress' | 'copyAddress'> & {
  /** What the key of a decision does now; undefined: nothing. */
  decideBy: (decision: DecisionKey) => Action | undefined
  /** How many rows the decisions are about; 0: the one finding. */
  selected: number
  /** Whether there is a finding that the other keys are about. */
  hasTarget: boolean
  undo: Action | undefined
}

/** The keys of triage, and the same actions in the palette. */
function useTriageKeys(actions: KeyedActions): void {
  const { decideBy, selected, hasTarget, comment } = actions
  const openAddress = hasTarget ? actions.openAddress : undefined
  const copyAddress = hasTarget ? actions.copyAddress : undefined
  const decisions = decisionKeys.map((one) => ({ ...one, run: decideBy(one) }))
  useKeys({
    ...Object.fromEntries(decisions.map(({ key, run }) => [key, run])),
    c: comment,
    o: openAddress,
    y: copyAddress,
    u: actions.undo,
  })
  const offered = [
    ...decisions.map(({ status, label, key, run }) => ({
      id: status,
      label: texts.decideNow(label, selected),
      shortcut: key,
      run,
    })),
    { id: 'comment', label: texts.comment, shortcut: 'c', run: comment },
    { id: 'open', label: texts.openAddress, shortcut: 'o', run: openAddress },
    { id: 'copy', label: texts.copyAddress, shortcut: 'y', run: copyAddress },
  ]
  usePaletteActions(offered.flatMap(({ run, ...action }) => (run ? [{ ...action, run }] : [])))
}

/** Says that somebody else moved the record under the keys, whose row still shows the status before. */
function useChangeNotice(status: string | undefined): void {
  useEffect(() => {
    if (status !== undefined) toastInfo(texts.movedMeanwhile(statusDisplay(status).name))
  }, [status])
}

const toComment = () => focusComment(30)

/**
 * Moves to the comment box, on a phone to the top, as its keyboard covers what is below; just after a finding has opened it
 * takes a few frames until the one before gives way to it.
 */
function focusComment(frames: number): void {
  const boxes = document.querySelectorAll<HTMLElement>(
    '[data-peek-body] > :not([data-late]) > [data-peek-comments] textarea',
  )
  const box = [...boxes].find((one) => one.checkVisibility())
  if (box) {
    box.focus()
    if (matchesNow(narrow)) stayInSight(box)
  } else if (frames > 0) requestAnimationFrame(() => focusComment(frames - 1))
}

/** Keeps a field that has the focus where it is when sections above it are loaded after it. */
function stayInSight(field: HTMLElement): void {
  const sections = new ResizeObserver(() => {
    if (document.activeElement === field) field.scrollIntoView({ block: 'start' })
    else sections.disconnect()
  })
  // It is called for the size of now, too.
  sections.observe(field.closest('[data-peek-comments]')!.parentElement!)
}
