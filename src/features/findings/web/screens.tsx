import type { Screen } from '#kit/web/screen.ts'
import { type FindingPlatform, platformKey, platformNames } from '#vocabulary/platform-names.ts'

/**
 * One dashboard for each platform of findings. The titles are repeated from the definitions, because this list is part
 * of the first page and the definitions are loaded with the first dashboard.
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

/** The path of a platform's dashboard: /social-media-dashboard. */
export function dashboardPath({ path }: { path: string }): `/${string}` {
  return `/${path}-dashboard`
}
