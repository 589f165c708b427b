import type { ComponentType } from 'react'
import type { PlatformKey } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'

/** One screen, as its feature declares it in web/screens.ts; the shell derives route, title, menu name and guard. */
export type Screen = {
  /** Exact route; parameters in TanStack's spelling ($token). */
  path: `/${string}`
  /** Document title and menu name. */
  title: string
  /** Roles that may open it; 'anybody' also when signed out. Staff see the restricted page on a screen of Clients. */
  access: readonly Role[] | 'anybody'
  /** Loads the component when the screen is opened for the first time. */
  component: () => Promise<ComponentType>
  /** A Client needs this platform in the chosen scope, otherwise the fallback page is shown (C-063). */
  needs?: PlatformKey
}
