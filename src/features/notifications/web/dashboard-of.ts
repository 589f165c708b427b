import { nextStepsModel } from '#features/notifications/messages.ts'
import { platforms } from '#platforms/all.ts'

/** The screen on which a notification's records are, and its name: the platform's for a dashboard (C-073). */
export function dashboardOf(model: string): { to: string; title: string } | undefined {
  if (model === nextStepsModel) return { to: '/next-steps', title: 'Next steps' }
  const platform = platforms.find((one) => one.model.toLowerCase() === model.toLowerCase())
  return platform ? { to: `/${platform.path}-dashboard`, title: platform.title } : undefined
}
