import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { findingSections, findingTools, screenTools, selectionTools } from '#features/enforcement/web/places.ts'

/** Adds components of later features to the slots of earlier features' screens, in the order of the features. */
export function registerSlots(): void {
  screenTools.add(later(() => import('#features/revisits/web/RevisitTools.tsx').then((of) => of.RevisitTools)))
  findingSections.add(
    later(() => import('#features/revisits/web/VisitsOfFinding.tsx').then((of) => of.VisitsOfFinding)),
  )
  screenTools.add(later(() => import('#features/case-files/web/tools.tsx').then((of) => of.ToCaseFiles)))
  findingTools.add(later(() => import('#features/case-files/web/tools.tsx').then((of) => of.CaseFileOfFinding)))
  selectionTools.add(later(() => import('#features/case-files/web/tools.tsx').then((of) => of.CaseFileOfSelection)))
  findingSections.add(
    later(() => import('#features/ladders/web/LadderOfFinding.tsx').then((of) => of.EscalationOfFinding)),
  )
}

/** A component whose code is fetched when it is first rendered; the rest of the screen does not wait. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Component = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return (props) => createElement(Suspense, { fallback: null }, createElement(Component, props))
}
