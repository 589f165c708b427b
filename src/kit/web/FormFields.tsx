import { Stack } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './FormFields.module.css'

/**
 * The fields of a form. While it is being saved nothing can be typed into them: when it closes, that would be lost. If
 * the save is rejected, the field that was typed into has the focus again.
 */
export function FormFields({ isSaving, children }: { isSaving: boolean; children: ReactNode }) {
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    const before = focused.current
    focused.current = isSaving ? document.activeElement : null
    if (!isSaving && before instanceof HTMLElement && document.activeElement === document.body) before.focus()
  }, [isSaving])
  return (
    <Stack gap="sm" inert={isSaving} aria-busy={isSaving} className={classes.fields!}>
      {children}
    </Stack>
  )
}
