import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useConfirm } from '#kit/web/Confirm.tsx'

type Prompt = { title: string; text: string }

/**
 * Asks before unsaved rows are discarded: when the person leaves the screen or closes the tab, and wherever the screen
 * calls `mayDiscard`, which resolves at once while nothing is unsaved. The dialog is rendered in the screen.
 */
export function useUnsavedGuard(
  unsavedRows: number,
  { title, text }: Prompt,
): [mayDiscard: () => Promise<boolean>, dialog: ReactNode] {
  const [confirm, dialog] = useConfirm()
  const mayDiscard = async () =>
    unsavedRows === 0 || (await confirm({ title, text, yes: 'Discard', no: 'Keep working', dangerous: true }))
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayDiscard()),
    enableBeforeUnload: () => unsavedRows > 0,
    disabled: unsavedRows === 0,
  })
  return [mayDiscard, dialog]
}
