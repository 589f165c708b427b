import { useEffect } from 'react'
import { settingsNow } from './settings.ts'

/** Sets the document title while the component is mounted. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${settingsNow().productName}`
  }, [title])
}
