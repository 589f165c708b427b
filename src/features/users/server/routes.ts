import type { FastifyInstance } from 'fastify'
import { headerOf } from '#columns/sheet.ts'
import { users, userSheet } from '#features/users/contract.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { goneSignal, numberedLines, sendSheet } from '#kit/server/send-sheet.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { importUsers } from './import-users.ts'
import { listUsers } from './list-users.ts'
import { emailOf, userSheetRows } from './queries.ts'
import { updateUser } from './update-user.ts'

/** Registers the calls about users. */
export function userRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, users, {
    emailId: async ({ session, db }) => ({ data: await emailOf(db, session.userId) }),
    list: listUsers,
    create: (call) => createUser(house, call),
    update: (call) => updateUser(house, call),
    remove: deleteUser,
    importRows: ({ input, session }) => importUsers(house.pool, session, input),
    importTemplate: async ({ reply }) => sendSheet(reply, 'excel', 'users-template', header, nothing()),
    exportAll: async ({ reply }) => {
      const rows = rowsOf(house, userSheetRows, goneSignal(reply))
      return sendSheet(reply, 'excel', 'users', header, numberedLines(userSheet.columns, userSheet.imported, rows))
    },
  })
}

const header = headerOf(userSheet.imported)
async function* nothing(): AsyncGenerator<never[][]> {}
