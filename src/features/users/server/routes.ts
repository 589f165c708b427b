import type { FastifyInstance } from 'fastify'
import { users, userSheet } from '#features/users/contract.ts'
import { sendRecords } from '#kit/server/send-records.ts'
import { sendImportSheet } from '#kit/server/send-sheet.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { importUsers } from './import-users.ts'
import { listUsers } from './list-users.ts'
import { emailOf, userSheetRows } from './queries.ts'
import { resetUserAuthenticator } from './reset-authenticator.ts'
import { updateUser } from './update-user.ts'

/** Registers the calls about users. */
export function userRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, users, {
    emailId: async ({ session, db }) => ({ data: await emailOf(db, session.userId) }),
    list: listUsers,
    create: (call) => createUser(app, call),
    update: (call) => updateUser(app, call),
    resetAuthenticator: (call) => resetUserAuthenticator(app, call),
    remove: deleteUser,
    importRows: ({ input, session }) => importUsers(app, session, input),
    importTemplate: async ({ reply }) => sendImportSheet(reply, 'users-template', userSheet),
    exportAll: async (call) =>
      sendRecords(app, call, { name: 'users', model: 'User', sheet: userSheet, statement: userSheetRows }),
  })
}
