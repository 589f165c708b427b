import type { Person, users } from '#features/users/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import type { Call } from '#kit/server/serve.ts'
import { pageOfUsers } from './queries.ts'

/** A page of users, newest first; an Analyst gets names only, sorted by name (G39). */
export async function listUsers({
  input,
  session,
  db,
}: Call<typeof users.list>): Promise<CallOutput<typeof users.list>> {
  const query = { ...input, sortDirection: input.sortDirection ?? input.sortOrder }
  if (session.role === 'Admin') return pageOfUsers(db, query, 'everything')
  // The sort order must not reveal fields that the rows leave out.
  const sortBy = query.sortBy === 'firstName' ? query.sortBy : 'username'
  const page = await pageOfUsers(db, { ...query, sortBy }, 'names')
  return { ...page, docs: page.docs.map(namesOf) }
}

const namesOf = ({ id, username, firstName, lastName }: Person) => ({ id, _id: id, username, firstName, lastName })
