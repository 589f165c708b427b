import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { writeStored, readStoredJson } from '#kit/web/storage.ts'
import { type Day, defaultBusinessZone, today } from '#vocabulary/dates.ts'
import { type HomeView, homeViewOf, searchOfHome, type TabKey } from './home-view.ts'

type Search = Readonly<Record<string, string | undefined>>
const storageKey = 'session:home'
const isBare = (search: Search) => ['tab', 'startDate', 'endDate'].every((name) => search[name] === undefined)

/** The view of the home, held in the page address and stored in the browser. A change adds a history entry. */
export function useHomeView(tabs: readonly TabKey[]): {
  view: HomeView
  change: (change: Partial<HomeView>) => void
  day: Day
} {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const day = today(defaultBusinessZone)
  // A plain address opens the last view. After that only the address decides, so that Back works.
  const [start] = useState(() => (isBare(search) ? (readStoredJson<Search>(storageKey) ?? {}) : search))
  const [isFilled, setFilled] = useState(() => start === search || isBare(start))
  const view = homeViewOf(isFilled ? search : start, tabs, day)
  const spelled = JSON.stringify(searchOfHome(view, day))

  useEffect(() => {
    if (!isFilled) void go(navigate, start, true).then(() => setFilled(true))
  }, [isFilled, navigate, start])
  useEffect(() => writeStored(storageKey, spelled), [spelled])

  return { view, day, change: (changed) => void go(navigate, searchOfHome({ ...view, ...changed }, day), false) }
}

/** Routes are built from a list, so the router cannot type their addresses; search values are strings. */
function go(navigate: ReturnType<typeof useNavigate>, search: Search, replace: boolean): Promise<void> {
  return navigate({ to: '.', search: search as never, replace })
}
