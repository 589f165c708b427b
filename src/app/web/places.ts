import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { findingSections, findingTools, screenTools, selectionTools } from '#features/enforcement/web/places.ts'

/** Lets later features stand in places of earlier ones' screens; each with one line, in the order of the features. */
export function fillPlaces(): void {
  screenTools.add(later(() => import('#features/revisits/web/RevisitTools.tsx').then((of) => of.RevisitTools)))
  findingSections.add(
    later(() => import('#features/revisits/web/VisitsOfFinding.tsx').then((of) => of.VisitsOfFinding)),
  )
  screenTools.add(later(() => import('#features/case-files/web/tools.tsx').then((of) => of.ToCaseFiles)))
  findingTools.add(later(() => import('#features/case-files/web/tools.tsx').then((of) => of.CaseFileOfFinding)))
  selectionTools.add(later(() => import('#features/case-files/web/tools.tsx').then((of) => of.CaseFileOfSelection)))
  findingSections.add(later(() => import('#features/ladders/web/LadderOfFinding.tsx').then((of) => of.LadderOfFinding)))
}

/** A component whose code is fetched when its place is drawn for the first time; the rest of the screen does not wait. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Component = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return (props) => createElement(Suspense, { fallback: null }, createElement(Component, props))
}
