import { Menu } from '@mantine/core'
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useState,
} from 'react'

type Handlers = Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerDown' | 'onFocus'>
type Button = ReactElement<Handlers & { className?: string | undefined; ref?: Ref<HTMLElement> }>

/**
 * Whether the pointer or the keyboard has come to a button, and the handlers of the button that notice it. `preload`: fetches
 * the code of what the button opens.
 */
export function useNearby(preload?: () => Promise<void>) {
  const [isNear, setNear] = useState(false)
  const notice = () => {
    setNear(true)
    void preload?.()
  }
  return { isNear, notice, handlers: { onPointerEnter: notice, onPointerDown: notice, onFocus: notice } }
}

/**
 * A menu that is rendered once the pointer or the keyboard comes to its button; until then it is a button only. A closed
 * menu of Mantine is rendered three times and has an empty portal, and some screens have twenty.
 */
export function LateMenu({ target, width, children }: { target: Button; width?: number; children: ReactNode }) {
  const { isNear, notice, handlers } = useNearby()
  return (
    // Opened by a click alone, as assistive software may do, it is needed as well.
    <Menu position="bottom-end" {...(width !== undefined && { width })} onOpen={notice}>
      <Menu.Target refProp="anchor">
        <LateTarget isNear={isNear}>{cloneElement(target, handlers)}</LateTarget>
      </Menu.Target>
      {isNear && <Menu.Dropdown>{children}</Menu.Dropdown>}
    </Menu>
  )
}

type TargetProps = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  isNear: boolean
  /** Given by `Menu.Target` or `Popover.Target` with `refProp="anchor"`; it sets three states of these. */
  anchor?: (node: HTMLElement | null) => void
  children: Button
}

/** The button of a menu or a popover, which learn where it is when the pointer or the keyboard comes to it. */
export function LateTarget({ isNear, anchor, className, children, ...props }: TargetProps) {
  // Another function once somebody is near: React then calls it with the button.
  const attach = useCallback((node: HTMLElement | null) => (isNear ? anchor?.(node) : undefined), [isNear, anchor])
  // Mantine does not see the button's own class.
  const classes = [children.props.className, className].filter(Boolean).join(' ')
  return cloneElement(children, { ...props, className: classes, ref: attach })
}
