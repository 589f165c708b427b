import { useEffect } from 'react'

/** The title of the document while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Brandkeep`
  }, [title])
}
