import type { Screen } from '#kit/web/screen.ts'
import { findingPlatformNames } from '#vocabulary/platform-names.ts'
import { dashboardPath } from './dashboard-path.ts'

/**
 * One dashboard for each platform of findings. Only the names: this list is part of the first page, and the definitions
 * are loaded with the first dashboard.
 */
export const findingScreens: readonly Screen[] = findingPlatformNames.map(({ key, value, path, title }) => ({
  path: dashboardPath({ path }),
  title,
  access: ['Client'],
  needs: key,
  component: async () => {
    const [{ PlatformDashboard }, { platformOf }] = await Promise.all([
      import('./PlatformDashboard.tsx'),
      import('#platforms/all.ts'),
    ])
    const platform = platformOf(value)!
    return () => <PlatformDashboard platform={platform} />
  },
}))
