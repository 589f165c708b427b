import type { ComponentType } from 'react'

/** A slot in a screen that other features fill, so that the screen does not import them. */
export type Slot<Props extends object> = {
  /** Called once for each feature, by the app, before the first render. */
  add: (component: ComponentType<Props>) => void
  /** Renders the added components in order; nothing when there are none. */
  Outlet: ComponentType<Props>
}

/** Creates a slot; `Props` are what the screen passes to the components in it. */
export function createSlot<Props extends object>(): Slot<Props> {
  const added: ComponentType<Props>[] = []
  return {
    add: (component) => void added.push(component),
    // The list is complete before the first render, so indexes are stable keys.
    Outlet: (props) => added.map((Component, at) => <Component key={at} {...props} />),
  }
}
