import { type RouterHistory, useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { type Question, useConfirm } from './Confirm.tsx'

type Options = {
  /** Something was typed that would be lost. */
  isTyped: boolean
  close: () => void
  question?: Question
}

const discardQuestion: Question = {
  title: 'Discard what you have typed?',
  text: 'It has not been saved or sent.',
  yes: 'Discard',
  no: 'Keep editing',
  dangerous: true,
}

/**
 * Asks before a dialog discards what was typed: wherever the dialog calls `leave`, when the person leaves the screen or
 * closes the tab, and on the browser's Back, which closes the dialog too. Without anything typed nothing is asked. The
 * question is rendered beside the dialog.
 */
export function useDiscardGuard({
  isTyped,
  close,
  question = discardQuestion,
}: Options): [leave: () => void, dialog: ReactNode] {
  const [confirm, dialog] = useConfirm()
  useBlocker({
    // A screen's own changes of its address, such as to what was just sent, lose nothing.
    shouldBlockFn: async ({ action, current, next }) =>
      (current.pathname !== next.pathname || isStep(action)) && !(await confirm(question)),
    enableBeforeUnload: () => isTyped,
    disabled: !isTyped,
  })
  useClosedByBack(close)
  const isAsking = useRef(false)
  const leave = async () => {
    // Escape in the question reaches the dialog below it, too.
    if (isAsking.current) return
    isAsking.current = true
    const mayClose = !isTyped || (await confirm(question))
    isAsking.current = false
    if (mayClose) close()
  }
  return [() => void leave(), dialog]
}

const isStep = (action: string) => action !== 'PUSH' && action !== 'REPLACE'

/** Closes a form on a step in the history: the list behind it is another one then. */
function useClosedByBack(close: () => void) {
  const history: RouterHistory = useRouter().history
  const onStep = useEffectEvent(close)
  useEffect(() => {
    let here = history.location.href
    return history.subscribe(({ action, location }) => {
      // A screen's own changes of its address, such as to the last page there is, leave the form open; a step that the
      // person did not confirm is reported too, without a new address.
      if (isStep(action.type) && location.href !== here) onStep()
      here = location.href
    })
  }, [history])
}
