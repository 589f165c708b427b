import { dashboardPath } from '#features/findings/web/dashboard-path.ts'
import type { Notification } from '#features/notifications/contract.ts'
import {
  activityModel,
  draftsModel,
  hostsModel,
  nextStepsModel,
  searchedDomainsModel,
  withheldModel,
  workModel,
} from '#features/notifications/rules.ts'
import { platforms } from '#platforms/all.ts'

type Shown = Pick<Notification, 'id' | 'model' | 'records' | 'searched'>

/**
 * What the address of that screen names: of Enforcement the findings, for staff; of Searched Domains the domain, among
 * those where it is now; else the notification.
 */
export function searchFor({ id, model, records, searched }: Shown): object {
  if (model === withheldModel && records) return { ...records, saved: id }
  if (model === searchedDomainsModel && records && searched) {
    const { company, brand } = records
    return { company, brand, search: searched.domain, ...(searched.isDecided ? { decided: 'true' } : {}) }
  }
  return { notification: id }
}

/** Path and title of the screen with a notification's records (C-073); undefined for an unknown model. */
export function dashboardOf(model: string): { to: string; title: string } | undefined {
  if (model === searchedDomainsModel) return { to: '/searched-domains', title: 'Searched Domains' }
  if (model === activityModel) return { to: '/activity', title: 'Activity' }
  if (model === workModel) return { to: '/my-work', title: 'My Work' }
  if (model === nextStepsModel) return { to: '/next-steps', title: 'Next steps' }
  if (model === hostsModel || model === withheldModel) return { to: '/enforcement', title: 'Enforcement' }
  if (model === draftsModel) return { to: '/staging', title: 'Staging' }
  const platform = platforms.find((one) => one.model.toLowerCase() === model.toLowerCase())
  return platform ? { to: dashboardPath(platform), title: platform.title } : undefined
}
