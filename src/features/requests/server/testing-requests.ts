import type { FastifyInstance } from 'fastify'

/** The parts of the shared test setup that these helpers use. */
type ActionTests = {
  at: { world: { companies: { parent: string }; brands: { own: string } } }
  post: (path: string, payload: object, who?: string) => ReturnType<typeof injectOf>
}
const injectOf = (server: FastifyInstance) => server.inject({})

/** For tests: pasted lines of one brand. */
export const lines = (...domains: string[]) =>
  domains.map((domain) => ({ brand: 'Acme One', domain, remarks: 'Seen today' }))

type Flagged = Record<string, unknown> & { isDuplicate: boolean; isExists: boolean }
/** For tests: D for a duplicate, E for an existing record, of each line. */
export const flagsOf = (answer: { json: () => { domainUrls: Flagged[] } }) =>
  answer.json().domainUrls.map((row) => `${row.isDuplicate ? 'D' : ''}${row.isExists ? 'E' : ''}`)

/** For tests: the calls that check and submit lines, for the client's own brand. */
export function requestCalls({ at, post }: ActionTests) {
  const scope = (more: object = {}) => ({
    company: at.world.companies.parent,
    brand: at.world.brands.own,
    platform: 'website',
    ...more,
  })
  const check = (domainUrls: object[], more: object = {}, who?: string) =>
    post('client-request/uploadMultipleDomain', { ...scope(more), domainUrls }, who)
  const submit = (rows: object[], more: object = {}, who?: string) =>
    post('client-request', { ...scope(more), rows }, who)
  return { scope, check, submit }
}
