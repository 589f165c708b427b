import type { FastifyInstance } from 'fastify'
import { users } from '#features/users/contract.ts'
import { pageOf } from '#kit/contract/page.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { emailOf, listUsers, type UserRow } from './queries.ts'

export function userRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, users, {
    emailId: async ({ session, db }) => ({ data: await emailOf(db, session.userId) }),
    list: async ({ input, session, db }) => {
      const { page = 1, perPage: size = 10, sortBy, search } = input
      const isAdmin = session.role === 'Admin'
      const direction = input.sortDirection ?? input.sortOrder
      const asked = { page, size, direction, search, searchAll: isAdmin, sortBy: isAdmin ? sortBy : namesOnly(sortBy) }
      const { docs, total } = await listUsers(db, asked)
      return pageOf(
        docs.map((doc) => ({ ...(isAdmin ? doc : cutForAnalyst(doc)), _id: doc.id })),
        page,
        size,
        total,
      )
    },
  })
}

/** An Analyst learns names, nothing else (G39); the order of rows must not tell more either. */
const cutForAnalyst = ({ id, username, firstName, lastName }: UserRow) => ({ id, username, firstName, lastName })
const namesOnly = (sortBy: string | undefined) => (sortBy === 'firstName' || sortBy === 'lastName' ? sortBy : undefined)
