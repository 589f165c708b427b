import type { Screen } from '#kit/web/screen.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** One dashboard for each platform on which findings live. */
export const findingScreens: readonly Screen[] = platforms.map((platform) => ({
  path: dashboardPath(platform),
  title: platform.title,
  access: ['Client'],
  needs: platform.flag,
  component: async () => {
    const { PlatformScreen } = await import('./PlatformScreen.tsx')
    return () => <PlatformScreen platform={platform} />
  },
}))

/** Where a platform's dashboard stands: /social-media-dashboard. */
export function dashboardPath(platform: FindingPlatformDefinition): `/${string}` {
  return `/${platform.path}-dashboard`
}
