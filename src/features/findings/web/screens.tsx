import type { Screen } from '#kit/web/screen.ts'
import { type FindingPlatform, platformKey, platformNames } from '#vocabulary/platform-names.ts'

/**
 * One dashboard for each platform on which findings live. The titles stand here as well as in the definitions, because
 * this list is part of the first page and the definitions are loaded with the first dashboard.
 */
const titles: Readonly<Record<FindingPlatform, string>> = {
  domain: 'Domain',
  website: 'Website',
  'social-media': 'Social Media',
  'e-commerce': 'E-commerce',
  'app-store': 'App Store',
}

export const findingScreens: readonly Screen[] = (Object.keys(titles) as FindingPlatform[]).map((value) => ({
  path: dashboardPath(platformNames.find((names) => names.value === value)!),
  title: titles[value],
  access: ['Client'],
  needs: platformKey(value),
  component: async () => {
    const [{ PlatformDashboard }, { platformOf }] = await Promise.all([
      import('./PlatformDashboard.tsx'),
      import('#platforms/all.ts'),
    ])
    const platform = platformOf(value)!
    return () => <PlatformDashboard platform={platform} />
  },
}))

/** Where a platform's dashboard stands: /social-media-dashboard. */
export function dashboardPath({ path }: { path: string }): `/${string}` {
  return `/${path}-dashboard`
}
