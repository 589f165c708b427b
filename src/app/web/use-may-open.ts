import { useHasPlatform } from '#features/sessions/web/session-context.tsx'
import { screenAt } from './all-screens.ts'

/** Whether the person's selection has the platform that a screen at a path needs. */
export function useMayOpen(): (path: string) => boolean {
  const hasPlatform = useHasPlatform()
  return (path) => {
    const needs = screenAt(path)?.needs
    return !needs || hasPlatform(needs)
  }
}
