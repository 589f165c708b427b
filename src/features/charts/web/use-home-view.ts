import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { businessToday } from '#kit/web/settings.ts'
import { writeStored, readStoredJson } from '#kit/web/storage.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import type { Day } from '#vocabulary/dates.ts'
import { type HomeView, homeViewOf, searchOfHome, type TabKey } from './home-view.ts'

type Search = Readonly<Record<string, string | undefined>>
const storageKey = 'session:home'
const isEmptyView = (search: Search) => ['tab', 'startDate', 'endDate'].every((name) => search[name] === undefined)

/** The view of the home, held in the page address and stored in the browser. A change adds a history entry. */
export function useHomeView(tabs: readonly TabKey[]): {
  view: HomeView
  change: (change: Partial<HomeView>) => void
  day: Day
} {
  const changeAddress = useChangeAddress()
  const search: Search = useSearch({ strict: false })
  const day = businessToday()
  // A plain address opens the last view. After that only the address decides, so that Back works.
  const [start] = useState(() => (isEmptyView(search) ? (readStoredJson<Search>(storageKey) ?? {}) : search))
  const [isFilled, setFilled] = useState(() => start === search || isEmptyView(start))
  const view = homeViewOf(isFilled ? search : start, tabs, day)
  const searchJson = JSON.stringify(searchOfHome(view, day))

  useEffect(() => {
    if (!isFilled) void changeAddress(() => ({ search: start, replace: true })).then(() => setFilled(true))
  }, [isFilled, changeAddress, start])
  useEffect(() => writeStored(storageKey, searchJson), [searchJson])

  return {
    view,
    day,
    change: (changed) =>
      void changeAddress((now) => {
        const before = isFilled ? homeViewOf(now.search as Search, tabs, day) : view
        return { search: searchOfHome({ ...before, ...changed }, day) }
      }),
  }
}
