import { useEffect } from 'react'
import { settingsNow } from './settings.ts'

/** The title of the document while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${settingsNow().productName}`
  }, [title])
}
