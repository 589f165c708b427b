import type { Screen } from '#kit/web/screen.ts'
import { everyone } from '#vocabulary/roles.ts'

export const clusterScreens: readonly Screen[] = [
  {
    path: '/clusters',
    title: 'Clusters',
    access: everyone,
    component: () => import('./ClustersScreen.tsx').then(({ ClustersScreen }) => ClustersScreen),
  },
  {
    path: '/clusters/$id',
    title: 'Cluster',
    access: everyone,
    component: () => import('./ClusterScreen.tsx').then(({ ClusterScreen }) => ClusterScreen),
  },
]
