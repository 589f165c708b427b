/** The path of a platform's dashboard: /social-media-dashboard. */
export function dashboardPath({ path }: { path: string }): `/${string}` {
  return `/${path}-dashboard`
}
