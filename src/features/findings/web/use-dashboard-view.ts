import { useCallbackRef } from '@mantine/hooks'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { businessToday } from '#kit/web/settings.ts'
import { writeStored, readStoredJson } from '#kit/web/storage.ts'
import { type Address, partOf, useChangeAddress, type ViewChange } from '#kit/web/use-address.ts'
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
): [DashboardView, (change: ViewChange<DashboardView>) => void, leaveNotification: () => void] {
  const changeAddress = useChangeAddress()
  const matched: Search = useSearch({ strict: false })
  const location = useLocation()
  const [path] = useState(location.pathname)
  const day = businessToday()
  // While another screen is loading this one is still shown, and the address is already that screen's.
  const isHere = location.pathname === path
  const search = isHere ? (location.search as Search) : matched
  const isComplete = !isHere || isCompleteView(location)
  const start = isComplete ? search : startingSearch(platform, search, remembered(platform))
  const startJson = JSON.stringify(start)
  const view = useMemo(() => viewOf(platform, JSON.parse(startJson) as Search, day), [platform, startJson, day])

  useEffect(() => {
    if (isComplete) return
    void changeAddress((now) =>
      isCompleteView(now) ? undefined : { search: startOf(platform, now), state: completed, replace: true },
    )
  }, [isComplete, changeAddress, platform, startJson])

  const rememberedJson = JSON.stringify(rememberedOf(view, day))
  useEffect(() => {
    if (!view.notification) writeStored(storageKey(platform), rememberedJson)
  }, [rememberedJson, platform, view.notification])

  const change = useCallbackRef(
    (change: ViewChange<DashboardView>) =>
      void changeAddress((now) => {
        const before = viewOf(platform, startOf(platform, now), day)
        const part = partOf(change, before)
        // Opening a row is a step in the history too, and keeps the scroll position.
        const isOpening = Object.keys(part).every((name) => name === 'open' || name === 'peek')
        // Walking on from one open finding to the next is no step of its own.
        const replace = isOpening && before.peek !== undefined && part.peek !== undefined
        return { search: searchOf({ ...before, ...part }, day), state: completed, resetScroll: !isOpening, replace }
      }),
  )
  const leaveNotification = useCallbackRef(
    () => void changeAddress(() => ({ search: startingSearch(platform, {}, remembered(platform)), state: completed })),
  )
  return [view, change, leaveNotification]
}

const remembered = (platform: ListedPlatform): Search => readStoredJson<Search>(storageKey(platform)) ?? {}

const isCompleteView = ({ state }: { state: object }): boolean => 'isCompleteView' in state

/** The whole view of an address, completed with what is remembered. */
const startOf = (platform: ListedPlatform, now: Address): Search =>
  isCompleteView(now) ? (now.search as Search) : startingSearch(platform, now.search as Search, remembered(platform))
