import { type Person, users, userSheet } from '#features/users/contract.ts'
import { refreshUser } from '#features/sessions/web/refresh-user.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { texts } from './texts.ts'
import { call } from '#kit/web/call.ts'
import { MasterRecords } from '#kit/web/MasterRecords.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { sortedByOf } from '#kit/web/view-slots.ts'
import { deleteErrorMessage } from './error-messages.ts'
import { fullName, userColumns } from './user-columns.tsx'
import { UserDetails } from './UserDetails.tsx'
import { UserDialog } from './UserDialog.tsx'

/** Name of the list; whoever changes users reloads it by this name. */
export const usersList = 'users'

/** The users: search, sort, add, change, block, delete. */
export function UsersScreen() {
  const { user: signedIn } = useSession()
  const { businessZone } = useSettings()
  const columns = userColumns(businessZone)
  return (
    <MasterRecords<Person>
      name={usersList}
      texts={texts}
      columns={columns}
      load={readUsers}
      views={{ filters: [], sortedBy: sortedByOf(columns) }}
      sheet={{ what: 'users', calls: users, layout: userSheet }}
      nameOf={fullName}
      remove={{
        send: ({ id }) => call(users.remove, { id }),
        nameOf: (user) => `${fullName(user)} (${user.username})`,
        refused: deleteErrorMessage,
      }}
      form={({ row, close, saved }) => (
        <UserDialog
          user={row}
          close={close}
          onSaved={(person) => {
            saved(person)
            // The menu of the person has the name that was changed here.
            if (person.id === signedIn?.id) void refreshUser()
          }}
        />
      )}
      details={(user, reload) => <UserDetails user={user} changed={reload} />}
    />
  )
}

/** An Admin gets complete users from the server. */
async function readUsers(query: Parameters<typeof call<typeof users.list>>[1], signal: AbortSignal) {
  const page = await call(users.list, query, { signal })
  return { ...page, docs: page.docs as Person[] }
}
