import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { domainSearch } from '#features/domain-search/contract.ts'
import type { MadeFinding, SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import type { Action } from '#features/domain-search/rules.ts'
import { addressOfFinding } from '#features/findings/web/finding-address.ts'
import { lastUndo } from '#features/findings/web/last-undo.ts'
import { storedDecision } from '#features/findings/web/stored-decision.ts'
import { undoMilliseconds } from '#features/findings/web/use-undo-offer.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { readAgain } from '#kit/web/read-again.ts'
import { stillThere, toggled } from '#kit/web/selection.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { useList } from '#kit/web/use-list.ts'
import type { ViewedList } from '#kit/web/view-slots.ts'
import { searchedTexts as texts } from './texts.ts'

const filterNames = ['company', 'brand', 'date', 'search'] as const
/** What the views of the list may name. `view` in an address is a saved view. */
export const searchedViews: ViewedList = {
  filters: [...filterNames, 'decided', 'layout'],
  sortedBy: [],
  choices: {
    decided: { label: texts.decided, values: ['true'] },
    layout: { label: texts.view, values: ['list'] },
  },
}
export type Filters = Readonly<Partial<Record<(typeof filterNames)[number], string>>>
export type View = 'grid' | 'list'
/** The domains to decide about, or those that are decided. */
type Which = 'open' | 'decided'

const perPage = 60
const listName = 'searched domains'

/** The searched domains of the filters in the address, the cards that are selected, and the decisions about them. */
export function useSearchedDomains() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { role } = useSession()
  const { filters, view, decided, change, clear, setView, setDecided } = useAddress()
  const list = useList<SearchedDomain>({
    name: [listName, JSON.stringify(filters), decided],
    size: perPage,
    growth: 'next-page',
    load: ({ page, perPage: size }, signal) =>
      call(domainSearch.searched, { ...filters, decided, page, perPage: size }, { signal }),
  })
  /** The rows that have left one of the two lists, as soon as they were chosen. */
  const [left, setLeft] = useState<ReadonlyMap<string, Which>>(new Map())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [last] = useState(() => lastUndo(undoMilliseconds))
  useEffect(() => last.forget, [last])
  const rows = list.rows.filter(({ id, action }) => left.get(id) !== (action === null ? 'open' : 'decided'))
  const ids = rows.map(({ id }) => id)

  /** Sends it: the records leave their list at once, and come back where it is refused (S-132). */
  const send = async (from: Which, recordIds: readonly string[], run: () => Promise<Answer>) => {
    setLeft((now) => new Map([...now, ...recordIds.map((id) => [id, from] as const)]))
    setSelected((now) => new Set([...now].filter((id) => !recordIds.includes(id))))
    const comeBack = (back: readonly string[]) =>
      setLeft((now) => new Map([...now].filter(([id, which]) => which !== from || !back.includes(id))))
    try {
      const answer = await run()
      const refused = answer.refused.map(({ id }) => id)
      comeBack(refused)
      if (refused.length > 0) toastError(answer.message)
      return {
        message: answer.message,
        finding: answer.finding ?? null,
        isWhole: refused.length === 0,
        done: recordIds.filter((id) => !refused.includes(id)),
      }
    } catch (problem) {
      toastError(sentenceOf(problem))
      comeBack(recordIds)
      return undefined
    } finally {
      // Both lists: the person may have changed to the other one before the answer came.
      readAgain(queries, ['list', listName])
    }
  }

  /** Takes decisions back: the domains are to be decided about again. */
  const takeBack = async (recordIds: readonly string[]) => {
    if (recordIds.length === 0) return
    const sent = await send('decided', recordIds, () => call(domainSearch.takeBack, { recordIds: [...recordIds] }))
    if (sent?.isWhole) toastSuccess(sent.message)
  }

  const decideAndOffer = async (action: Action, recordIds: readonly string[]) => {
    const [first] = recordIds
    const sent = await send('open', recordIds, async () =>
      recordIds.length === 1
        ? { ...(await call(domainSearch.act, { action, recordId: first! })), refused: [] }
        : call(domainSearch.actOnMany, { action, recordIds: [...recordIds] }),
    )
    if (!sent || sent.done.length === 0) return undefined
    const { message, isWhole, finding } = sent
    const more =
      finding === null
        ? []
        : [{ label: texts.openFinding, run: () => void navigate({ to: addressOfFinding(role, finding) }) }]
    return storedDecision(last, { message, isShown: isWhole, undo: () => void takeBack(sent.done), more })
  }
  const decide = (action: Action, recordIds: readonly string[]) => {
    if (recordIds.length > 0) last.offer(decideAndOffer(action, recordIds))
  }
  return {
    list,
    rows,
    total: Math.max(0, list.total - (list.rows.length - rows.length)),
    filters,
    change,
    clear,
    view,
    setView,
    isDecided: decided,
    setDecided,
    selected: stillThere(selected, ids),
    toggle: (id: string) => setSelected((now) => toggled(now, ids, id)),
    selectNone: () => setSelected(new Set()),
    decide,
    takeBack,
    undoLast: last.undo,
  }
}

type Answer = { message: string; refused: readonly { id: string }[]; finding?: MadeFinding | null }

export type SearchedDomains = ReturnType<typeof useSearchedDomains>

/** Filters and view, in the address. */
function useAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const textOf = (name: string) => (typeof search[name] === 'string' ? search[name].trim() : '')
  const filters: Filters = Object.fromEntries(
    filterNames.map((name) => [name, textOf(name)]).filter(([, text]) => text),
  )
  const go = (next: Readonly<Record<string, string | undefined>>) =>
    void changeAddress((now) => ({ search: { ...now.search, ...next }, replace: true }))
  return {
    filters,
    view: (textOf('layout') === 'list' ? 'list' : 'grid') as View,
    /** Changes some filters and leaves the others; an empty text removes one. */
    change: (texts: Filters) =>
      go(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || undefined]))),
    clear: () => go(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
    decided: textOf('decided') === 'true',
    setDecided: (decided: boolean) => go({ decided: decided ? 'true' : undefined }),
    setView: (view: View) => go({ layout: view === 'grid' ? undefined : view }),
  }
}
