import { useCallbackRef } from '@mantine/hooks'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { businessToday } from '#kit/web/settings.ts'
import { writeStored, readStoredJson } from '#kit/web/storage.ts'
import {
  rememberedOf,
  searchOf,
  startingSearch,
  viewOf,
  type DashboardView,
  type ListedPlatform,
  type Search,
} from './dashboard-view.ts'

const storageKey = (platform: ListedPlatform) => `session:dashboard.${platform.module}`

/** Marks a history entry whose address is the whole view. It survives a reload and Back, a followed link lacks it. */
const completed = { isCompleteView: true }

/**
 * The view of a dashboard, in the address and remembered per platform; changes add a step to the browser's history.
 * A link, also one of the menu while its dashboard is open, is completed with what is remembered; afterwards the address
 * alone decides, so that Back works. The view and both functions stay the same while the address does.
 */
export function useDashboardView(
  platform: ListedPlatform,
): [DashboardView, (change: Partial<DashboardView>) => void, leaveNotification: () => void] {
  const navigate = useNavigate()
  const matched: Search = useSearch({ strict: false })
  const location = useLocation()
  const [path] = useState(location.pathname)
  const day = businessToday()
  // While another screen is loading this one is still shown, and the address is already that screen's.
  const isHere = location.pathname === path
  const search = isHere ? (location.search as Search) : matched
  const isComplete = !isHere || 'isCompleteView' in location.state
  const start = isComplete ? search : startingSearch(platform, search, remembered(platform))
  const startJson = JSON.stringify(start)
  const view = useMemo(() => viewOf(platform, JSON.parse(startJson) as Search, day), [platform, startJson, day])

  useEffect(() => {
    if (!isComplete) void navigateTo(navigate, JSON.parse(startJson) as Search, { replace: true })
  }, [isComplete, navigate, startJson])

  const rememberedJson = JSON.stringify(rememberedOf(view, day))
  useEffect(() => {
    if (!view.notification) writeStored(storageKey(platform), rememberedJson)
  }, [rememberedJson, platform, view.notification])

  const change = useCallbackRef((part: Partial<DashboardView>) => {
    // Opening a row is a step in the history too, and keeps the scroll position.
    const isOpening = Object.keys(part).every((name) => name === 'open' || name === 'peek')
    // Walking on from one open finding to the next is no step of its own.
    const replace = isOpening && view.peek !== undefined && part.peek !== undefined
    void navigateTo(navigate, searchOf({ ...view, ...part }, day), { resetScroll: !isOpening, replace })
  })
  const leaveNotification = useCallbackRef(
    () => void navigateTo(navigate, startingSearch(platform, {}, remembered(platform)), {}),
  )
  return [view, change, leaveNotification]
}

const remembered = (platform: ListedPlatform): Search => readStoredJson<Search>(storageKey(platform)) ?? {}

/** The routes are made from a list, so the router cannot type their parameters; all of them are texts. */
function navigateTo(
  navigate: ReturnType<typeof useNavigate>,
  search: Search,
  options: { replace?: boolean; resetScroll?: boolean },
): Promise<void> {
  return navigate({ to: '.', search: search as never, state: completed as never, ...options })
}
