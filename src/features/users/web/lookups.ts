import { users } from '#features/users/contract.ts'
import { call } from '#kit/web/call.ts'
import { everyPage } from '#kit/web/every-page.ts'

/** Page sizes of the lookups (C-344, S-284, A-149). */
const perPage = { email: 400, users: 100 } as const

/** The signed-in user's email address, to which exports are sent. */
export async function readEmailAddress(): Promise<string> {
  return (await call(users.emailId, { page: 1, perPage: perPage.email })).data
}

/** All users that can be selected; reads every page (G13). */
export function readUsers() {
  return everyPage((page) => call(users.list, { page, perPage: perPage.users }))
}
