import { useEffect } from 'react'
import { currentSettings } from './settings.ts'

/** Sets the document title while the component is mounted. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${currentSettings().productName}`
  }, [title])
}
