import { platforms } from '#platforms/all.ts'

/** The dashboard on which a notification's records are, and the platform it belongs to (C-073). */
export function dashboardOf(model: string): { to: string; title: string } | undefined {
  const platform = platforms.find((one) => one.model.toLowerCase() === model.toLowerCase())
  return platform ? { to: `/${platform.path}-dashboard`, title: platform.title } : undefined
}
