import { platforms } from '#platforms/all.ts'
import type { FindingPlatformKey } from '#vocabulary/platform-names.ts'
import { everyone } from '#vocabulary/roles.ts'

const pathOf = (name: string) =>
  ({ method: 'GET', path: `/dashboard_v2/client/chart/${name}`, access: everyone }) as const
export type ChartPath = ReturnType<typeof pathOf>

/**
 * Method, path and access of the chart calls, without their schemas: the home, the first screen of a client, does not
 * load the schema library.
 */
export const paths = {
  home: pathOf('home'),
  ...(Object.fromEntries(platforms.map(({ key, chartPath }) => [key, pathOf(chartPath)])) as Record<
    FindingPlatformKey,
    ChartPath
  >),
}
