import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { findingSections, findingTools, screenTools, selectionTools } from '#features/enforcement/web/slots.ts'

/** Adds components of later features to the slots of earlier features' screens, in the order of the features. */
export function registerSlots(): void {
  screenTools.add(
    lazyComponent(() => import('#features/revisits/web/RevisitTools.tsx').then((module) => module.RevisitTools)),
  )
  findingSections.add(
    lazyComponent(() => import('#features/revisits/web/VisitsOfFinding.tsx').then((module) => module.VisitsOfFinding)),
  )
  screenTools.add(
    lazyComponent(() => import('#features/case-files/web/tools.tsx').then((module) => module.CaseFilesLink)),
  )
  findingTools.add(
    lazyComponent(() => import('#features/case-files/web/tools.tsx').then((module) => module.CaseFileOfFinding)),
  )
  selectionTools.add(
    lazyComponent(() => import('#features/case-files/web/tools.tsx').then((module) => module.CaseFileOfSelection)),
  )
  findingSections.add(
    lazyComponent(() =>
      import('#features/escalations/web/EscalationOfFinding.tsx').then((module) => module.EscalationOfFinding),
    ),
  )
}

/** A component whose code is fetched when it is first rendered; the rest of the screen does not wait. */
function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Component = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return (props) => createElement(Suspense, { fallback: null }, createElement(Component, props))
}
