import { type RefObject, useEffect, useRef } from 'react'

/**
 * The ref of a form whose first field with an error is brought into view and gets the focus, each time `refusal` changes:
 * the errors of a refused submit, or whatever changes with one.
 */
export function useFirstError(refusal: unknown): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [refusal])
  return element
}
