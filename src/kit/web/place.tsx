import type { ComponentType } from 'react'

/** A spot on a screen that features further down the order fill, so that the screen need not know them. */
export type Place<Props extends object> = {
  /** Called once for each feature, by the app, before the first screen is drawn. */
  add: (component: ComponentType<Props>) => void
  /** Draws what was added, in that order; nothing where nothing was. */
  Here: ComponentType<Props>
}

/** Makes such a spot; `Props` is what the screen tells whoever stands there. */
export function place<Props extends object>(): Place<Props> {
  const added: ComponentType<Props>[] = []
  return {
    add: (component) => void added.push(component),
    // The list is complete before anything is drawn, so places in it are good keys.
    Here: (props) => added.map((Component, at) => <Component key={at} {...props} />),
  }
}
