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

/** Path and title of the screen with a notification's records (C-073); undefined for an unknown model. */
export function dashboardOf(model: string): { to: string; title: string } | undefined {
  if (model === searchedDomainsModel) return { to: '/searched-domains', title: 'Searched Domains' }
  if (model === activityModel) return { to: '/activity', title: 'Activity' }
  if (model === workModel) return { to: '/my-work', title: 'My Work' }
  if (model === nextStepsModel) return { to: '/next-steps', title: 'Next steps' }
  if (model === hostsModel || model === withheldModel) return { to: '/enforcement', title: 'Enforcement' }
  if (model === draftsModel) return { to: '/staging', title: 'Staging' }
  const platform = platforms.find((one) => one.model.toLowerCase() === model.toLowerCase())
  return platform ? { to: `/${platform.path}-dashboard`, title: platform.title } : undefined
}
