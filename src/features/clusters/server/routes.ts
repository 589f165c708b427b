import type { FastifyInstance } from 'fastify'
import { clusters } from '#features/clusters/contract.ts'
import { linksFor } from '#kit/server/files.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { decideCluster, previewClusterDecision } from './decide-cluster.ts'
import { joinClusters } from './join-clusters.ts'
import { partCluster } from './part-cluster.ts'
import { putBackFindings } from './put-back.ts'
import { clustersOfFinding, countSimilar, listClusters, readCluster, readMembers } from './read-clusters.ts'

/** Routes of clusters of findings. */
export function clusterRoutes(api: FastifyInstance, app: AppContext): void {
  const { signingSecret } = app.settings
  const linksOf = (session: Session) => linksFor(signingSecret, session)
  serve(api, app, clusters, {
    list: ({ db, session, input }) => listClusters(db, session, { input, linkTo: linksOf(session) }),
    ofFinding: ({ db, session, input: { id } }) => clustersOfFinding(db, session, id),
    similar: ({ db, session, input }) => countSimilar(db, session, input),
    read: ({ db, session, input: { id } }) => readCluster(db, session, { id, linkTo: linksOf(session) }),
    members: ({ db, session, input }) => readMembers(db, session, { input, linkTo: linksOf(session) }),
    part: ({ db, session, input }) => partCluster(db, session, input),
    join: ({ db, session, input }) => joinClusters(db, session, input),
    putBack: ({ db, session, input }) => putBackFindings(db, session, input),
    previewDecision: ({ db, session, input }) => previewClusterDecision(db, session, input),
    decide: ({ db, session, input }) => decideCluster(db, session, input),
  })
}
