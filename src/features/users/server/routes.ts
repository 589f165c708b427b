import type { FastifyInstance } from 'fastify'
import { users } from '#features/users/contract.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { listUsers } from './list-users.ts'
import { emailOf } from './queries.ts'
import { updateUser } from './update-user.ts'

export function userRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, users, {
    emailId: async ({ session, db }) => ({ data: await emailOf(db, session.userId) }),
    list: listUsers,
    create: (call) => createUser(house, call),
    update: (call) => updateUser(house, call),
    remove: deleteUser,
  })
}
