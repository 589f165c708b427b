import type { FastifyInstance } from 'fastify'
import { addFindings } from '#features/findings/server/testing.ts'
import type { AlikeGroup, ClusterPage } from '#features/clusters/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import type { Platform } from '#platforms/platform.ts'
import { foldClusters } from './fold-clusters.ts'
import { isAnythingPending } from './fold-queries.ts'

/** The parts of the shared test setup that these helpers use. */
type ActionTests = {
  at: {
    database: TestDatabase
    testApp: { app: AppContext }
    world: { companies: { parent: string }; brands: { own: string } }
  }
  get: (path: string, who?: string) => ReturnType<typeof injectOf>
}
const injectOf = (server: FastifyInstance) => server.inject({})

/** For tests: findings that share nothing but what is given, and the calls of clusters. */
export function setUpClusterTests({ at, get }: ActionTests) {
  /** Findings without any value that others may have, but those given. */
  async function add(
    platform: Platform,
    values: readonly Record<string, unknown>[],
    owner?: { companyId: string; brandId: string },
  ) {
    const none = Object.fromEntries(
      Object.entries(platform.columns)
        .filter(([name, { storedIn, required }]) => (storedIn === 'own' && !required) || name === 'reason')
        .map(([name]) => [name, null]),
    )
    const { companies, brands } = at.world
    return addFindings(
      at.database.db,
      platform,
      values.map((one) => ({
        companyId: companies.parent,
        brandId: brands.own,
        status: '33',
        ...(platform.value === 'e-commerce' ? { site: 'Bazarone' } : {}),
        ...none,
        ...one,
        ...owner,
      })),
    )
  }

  const fold = async () => {
    // A round finds nothing to do while the worker of the test is at one.
    while ((await foldClusters(at.testApp.app)) > 0 || (await isAnythingPending(at.database.db)));
  }
  const groupsOf = async (id: string, who?: string) =>
    (await get(`clusters/of-finding/${id}`, who)).json().groups as AlikeGroup[]
  const pageOf = async (id: string, who = 'analyst') => (await get(`clusters/${id}`, who)).json() as ClusterPage
  const membersOf = async (id: string, who = 'analyst') =>
    ((await get(`clusters/${id}/findings`, who)).json().docs as { id: string }[]).map((one) => one.id).sort()
  return { add, fold, groupsOf, pageOf, membersOf }
}
