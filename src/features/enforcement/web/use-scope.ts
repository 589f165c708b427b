import { useState } from 'react'
import { rememberScope, startingScope } from '#features/brands/web/remembered-scope.ts'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { type EnforcementView, viewOf } from './enforcement-view.ts'

/**
 * The view in the address. A link to a saved view has no company: the view is of the company and brand where the person
 * was last.
 */
export function viewIn(userId: string, search: Readonly<Record<string, unknown>>): EnforcementView {
  const view = viewOf(search)
  if (search['view'] === undefined || view.scope.companyId !== undefined) return view
  const { companyId, brandId } = startingScope(userId, {})
  return { ...view, scope: { companyId, brandId, platform: view.scope.platform } }
}

/** The scope as the form has it: that of the list in the address, also after Back, else where the person was last. */
export function useScope(userId: string, listed: StaffScope): [StaffScope, (scope: StaffScope) => void] {
  const [scope, setScope] = useState(() => startOf(userId, listed))
  const text = JSON.stringify(listed)
  const [last, setLast] = useState(text)
  if (last !== text) {
    setLast(text)
    if (listed.platform) setScope(listed)
  }
  return [scope, setScope]
}

/** The scope in the address, which is remembered, or else the one where the person was last. */
function startOf(userId: string, listed: StaffScope): StaffScope {
  if (!listed.platform) return startingScope(userId, { company: listed.companyId, brand: listed.brandId })
  if (listed.companyId) rememberScope(userId, listed)
  return listed
}
