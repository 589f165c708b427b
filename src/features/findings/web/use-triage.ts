import { useCallbackRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { findings } from '#features/findings/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import type { Beside } from '#kit/web/record-parts.ts'
import { openable, openSuspicious } from '#kit/web/SuspiciousLink.tsx'
import { usePaletteActions } from '#kit/web/palette-actions.ts'
import { useKeys } from '#kit/web/use-key.ts'
import type { List } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type DecisionKey, decisionKeys, decisionsFor } from './decision-keys.ts'
import type { Finding } from './finding.ts'
import { texts } from './texts.ts'
import { type ReasonRequest, useDeciding } from './use-deciding.ts'
import { type PeekAddress, usePeekedId } from './use-peeked-id.ts'

export type Triage = {
  /** The open finding: its id, and its row once it is known. */
  id: string | undefined
  row: Finding | undefined
  isLoading: boolean
  /** Its position in the list, from 1; 0 when it is not among the loaded rows. */
  at: number
  total: number
  /** The finding after it. */
  upcoming: Finding | undefined
  offered: readonly DecisionKey[]
  /** Opens records beside the list; for the table. */
  beside: Beside
  close: () => void
  previous: () => void
  next: () => void
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
  /** Called when a decision was stored or refused. */
  onSettled?: () => void
}

/** Opening findings beside a list, walking through them, and deciding on them by keys. */
export function useTriage(platform: FindingPlatformDefinition, options: Options): Triage {
  const { list, selected, onMany, onSettled } = options
  const [id, open] = usePeekedId(options.peek)
  const { role } = useSession()
  const [active, setActive] = useState<string>()
  const { row, isLoading, change } = usePeekedRow(platform, list, id)
  const show = (one: string, status: string) => change(one, (old) => ({ ...old, status }))
  const deciding = useDeciding(platform, { show, ...(onSettled ? { onSettled } : {}) })
  const index = list.rows.findIndex((one) => one.id === id)
  const target = row ?? list.rows.find((one) => one.id === active)
  const from = target?.status
  const offered = useMemo(
    () => (from === undefined ? [] : decisionsFor(role, platform.value, from)),
    [role, platform, from],
  )

  const openAt = (at: number) => {
    const next = list.rows[at]
    if (next) open(next.id)
    if (at >= list.rows.length - 5) list.more()
  }
  const close = useCallbackRef(() => {
    open(undefined)
    setActive(id)
    // The row may be rendered again first: the list has its whole width back.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus())
  })
  const previous = useCallbackRef(() => openAt(index - 1))
  const next = useCallbackRef(() => index >= 0 && openAt(index + 1))
  const decide = useCallbackRef((status: string) => {
    if (!target) return
    deciding.decide(target, status)
    if (id === undefined) return
    if (index < list.rows.length - 1) openAt(index + 1)
  })
  const address = target ? String(target[platform.identity] ?? target.url ?? '') : ''
  const openAddress = useCallbackRef(() => openSuspicious(address, texts.openWarning))
  const mayComment = role === 'Client' && platform.abilities.includes('comment')
  const actions = {
    comment: row && mayComment ? toComment : undefined,
    openAddress: openable(address) ? openAddress : undefined,
    copyAddress: useCallbackRef(
      () => void navigator.clipboard.writeText(address).then(() => toastSuccess(texts.addressCopied)),
    ),
  }
  const undoChange = useCallbackRef(deciding.undoChange)
  const onComment = useCallbackRef((one: Finding, clientComment: string) =>
    change(one.id, (old) => ({ ...old, clientComment })),
  )
  const keyed = ({ status }: DecisionKey) => {
    if (selected > 0) return onMany && (() => onMany(status))
    return offered.some((one) => one.status === status) ? () => decide(status) : undefined
  }
  useKeys({
    ...Object.fromEntries(decisionKeys.map((one) => [one.key, keyed(one)])),
    c: actions.comment,
    o: target && actions.openAddress,
    y: target && actions.copyAddress,
    u: deciding.undoLast,
  })
  usePaletteActions([
    ...decisionKeys.flatMap((one) => {
      const run = keyed(one)
      return run ? [{ id: one.status, label: texts.decideNow(one.label, selected), shortcut: one.key, run }] : []
    }),
    ...(actions.comment ? [{ id: 'comment', label: texts.comment, shortcut: 'c', run: actions.comment }] : []),
    ...(target && actions.openAddress
      ? [{ id: 'open', label: texts.openAddress, shortcut: 'o', run: actions.openAddress }]
      : []),
    ...(target ? [{ id: 'copy', label: texts.copyAddress, shortcut: 'y', run: actions.copyAddress }] : []),
  ])
  return {
    id,
    row,
    isLoading,
    at: index + 1,
    total: list.total,
    upcoming: index >= 0 ? list.rows[index + 1] : undefined,
    offered,
    beside: { id, open, close, onActive: setActive },
    close,
    previous,
    next,
    decide,
    decideOn: deciding.decide,
    undoChange,
    ...actions,
    reasonRequest: deciding.reasonRequest,
    onComment,
  }
}

/** The row of the open finding: of the list, or read by its id where a link names one that the list does not have. */
function usePeekedRow(platform: FindingPlatformDefinition, list: List<Finding>, id: string | undefined) {
  const listed = list.rows.find((one) => one.id === id)
  const isNeeded = id !== undefined && listed === undefined && list.state !== 'first'
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['peek', platform.value, id],
    queryFn: ({ signal }) => call(findings[platform.value].rows, { ids: id ?? '' }, { signal }),
    enabled: isNeeded,
    retry: false,
  })
  return {
    row: listed ?? (isNeeded ? (data?.docs[0] as Finding | undefined) : undefined),
    isLoading: isFetching || list.state === 'first',
    change: (one: string, to: (row: Finding) => Finding) => {
      list.change(one, to)
      if (isNeeded) void refetch()
    },
  }
}

const toComment = () => focusComment(30)

/** Moves to the comment box; just after a finding has opened it takes a few frames until it is there. */
function focusComment(frames: number): void {
  const box = document.querySelector<HTMLElement>('[data-peek-comments] textarea')
  if (box) box.focus()
  else if (frames > 0) requestAnimationFrame(() => focusComment(frames - 1))
}
