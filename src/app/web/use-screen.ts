import { useRouterState } from '@tanstack/react-router'
import type { Screen } from '#kit/web/screen.ts'
import { screenAt } from './all-screens.ts'

/** The screen whose route is open; undefined where none has it. */
export function useScreen(): Screen | undefined {
  const path = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath as string | undefined })
  return screenAt(path)
}
