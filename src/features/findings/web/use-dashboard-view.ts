import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { businessToday } from '#kit/web/settings.ts'
import { writeStored, readStoredJson } from '#kit/web/storage.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import {
  rememberedOf,
  searchOf,
  startingSearch,
  viewOf,
  type DashboardView,
  type ListedPlatform,
  type Remembered,
  type Search,
} from './dashboard-view.ts'

const rangeName = 'session:reporting-dates'
const viewName = (platform: ListedPlatform) => `session:dashboard.${platform.module}`

/**
 * The view of a dashboard, in the address and remembered per platform; changes add a step to the browser's history.
 * The address is completed once, when the screen opens; afterwards it alone decides, so that Back works.
 */
export function useDashboardView(
  platform: ListedPlatform,
): [DashboardView, (change: Partial<DashboardView>) => void, leaveNotification: () => void] {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const day = businessToday()
  const [start] = useState(() => startingSearch(platform, search, remembered(platform)))
  const [isFilled, setFilled] = useState(() => serialised(start) === serialised(search))
  const view = viewOf(platform, isFilled ? search : start, day)

  useEffect(() => {
    if (!isFilled) void navigateTo(navigate, start, true).then(() => setFilled(true))
  }, [isFilled, navigate, start])

  const rememberedJson = JSON.stringify(rememberedOf(view, day))
  useEffect(() => {
    if (view.notification) return
    const now = JSON.parse(rememberedJson) as ReturnType<typeof rememberedOf>
    writeStored(viewName(platform), JSON.stringify(now.view))
    writeStored(rangeName, now.range ? JSON.stringify(now.range) : null)
  }, [rememberedJson, platform, view.notification])

  return [
    view,
    (change) => {
      // Opening a row is a step in the history too, and keeps the scroll position.
      const isOpening = Object.keys(change).every((name) => name === 'open')
      void navigateTo(navigate, searchOf({ ...view, ...change }, day), false, !isOpening)
    },
    () => void navigateTo(navigate, startingSearch(platform, {}, remembered(platform)), false),
  ]
}

function remembered(platform: ListedPlatform): Remembered {
  const view = readStoredJson<Search>(viewName(platform))
  const range = readStoredJson<DayRange>(rangeName)
  return { ...(view ? { view } : {}), ...(range ? { range } : {}) }
}

const serialised = (search: Search) => JSON.stringify(Object.entries(search).filter(([, value]) => value !== undefined))

/** The routes are made from a list, so the router cannot type their parameters; all of them are texts. */
function navigateTo(
  navigate: ReturnType<typeof useNavigate>,
  search: Search,
  replace: boolean,
  resetScroll = true,
): Promise<void> {
  return navigate({ to: '.', search: search as never, replace, resetScroll })
}
