import { Popover, type PopoverProps } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { LateTarget, useNearby } from './LateMenu.tsx'

type Options = {
  /** Fetches the code of the contents: when somebody comes near the button, and again before the dropdown opens. */
  preload?: () => Promise<void>
  onOpen?: () => void
}

/**
 * Whether a dropdown is open, and the properties of its button. It opens once its contents are loaded, so that the
 * focus goes into them.
 */
export function useDropdown({ preload, onOpen }: Options = {}) {
  const [state, setState] = useState<'closed' | 'opening' | 'open'>('closed')
  const { isNear, notice, handlers } = useNearby(preload)
  const isOpen = state === 'open'
  const close = () => setState('closed')
  const open = () => {
    notice()
    onOpen?.()
    setState('opening')
    // Esc may have been pressed while the code was on its way.
    void Promise.resolve(preload?.()).then(() => setState((now) => (now === 'opening' ? 'open' : now)))
  }
  const button = {
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    ...handlers,
    onClick: isOpen ? close : open,
    // Also before the focus is in it, which comes a moment after it is shown.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || state === 'closed') return
      // One that it is in stays open.
      event.stopPropagation()
      close()
    },
    // Else a dialog that it is in would be closed by the same Esc.
    'data-mantine-stop-propagation': state !== 'closed' || undefined,
  } as const
  return { isOpen, isNear, open, close, button }
}

type Props = Pick<PopoverProps, 'position' | 'shadow' | 'width' | 'withArrow' | 'withRoles' | 'withinPortal'> & {
  dropdown: ReturnType<typeof useDropdown>
  /** Has, or contains, a button with the properties `dropdown.button`. */
  target: ComponentProps<typeof LateTarget>['children']
  label?: string
  padding?: number | string
  children: ReactNode
}

/**
 * A button with a dropdown, which closes by Esc, by a click elsewhere or by `dropdown.close` and gives the focus back to
 * its button. Esc closes only the innermost of dropdowns and the dialog around them. As with a LateMenu there is only the
 * button until somebody comes near it.
 */
export function Dropdown({ dropdown, target, label, padding, children, ...props }: Props) {
  return (
    <Popover {...props} opened={dropdown.isOpen} onChange={dropdown.close} trapFocus returnFocus closeOnEscape={false}>
      <Popover.Target refProp="anchor">
        <LateTarget isNear={dropdown.isNear}>{target}</LateTarget>
      </Popover.Target>
      {dropdown.isNear && (
        <Popover.Dropdown
          role="dialog"
          tabIndex={-1}
          aria-label={label}
          p={padding}
          onFocus={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
          onKeyDown={dropdown.button.onKeyDown}
        >
          {children}
        </Popover.Dropdown>
      )}
    </Popover>
  )
}
