const ending = '-dashboard'

/** The path of a platform's dashboard: /social-media-dashboard. */
export function dashboardPath({ path }: { path: string }): `/${string}` {
  return `/${path}${ending}`
}

/** Whether a path is that of a dashboard: its address has the dates that it shows. */
export const isDashboard = (path: string): boolean => path.endsWith(ending)
