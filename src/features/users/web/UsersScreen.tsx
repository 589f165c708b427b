import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type Person, users, userSheet } from '#features/users/contract.ts'
import { refreshUser } from '#features/sessions/web/refresh-user.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { texts } from './texts.ts'
import { call } from '#kit/web/call.ts'
import { useDelete } from '#kit/web/confirm-delete.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { RowActions } from '#kit/web/RowActions.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { SheetButtons } from '#kit/web/SheetButtons.tsx'
import { useEditing } from '#kit/web/use-editing.tsx'
import { usePages } from '#kit/web/use-pages.ts'
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
  const pages = usePages<Person>({ name: usersList, load: readUsers })
  const editing = useEditing<Person>(pages.reload)
  const [remove, confirmation] = useDelete()

  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={editing.add}>
      {texts.add}
    </Button>
  )
  const columns = userColumns(businessZone)
  return (
    <PageFrame
      title={texts.title}
      views={{ filters: [], sortedBy: sortedByOf(columns) }}
      aside={
        <>
          <SheetButtons what="users" calls={users} layout={userSheet} imported={pages.reload} />
          {add}
        </>
      }
    >
      <MasterTable
        label={texts.title}
        pages={pages}
        columns={columns}
        details={(user) => <UserDetails user={user} changed={pages.reload} />}
        actions={(user) => (
          <RowActions
            name={fullName(user)}
            edit={() => editing.edit(user)}
            remove={() =>
              void remove({
                name: `${fullName(user)} (${user.username})`,
                send: () => call(users.remove, { id: user.id }),
                lists: [usersList],
                refused: deleteErrorMessage,
              })
            }
          />
        )}
        empty={<EmptyState title={texts.noneTitle} hint={texts.noneHint} />}
      />
      {editing.form(({ row, close, saved }) => (
        <UserDialog
          user={row}
          close={close}
          onSaved={(person) => {
            saved(person)
            // The menu of the person has the name that was changed here.
            if (person.id === signedIn?.id) void refreshUser()
          }}
        />
      ))}
      {confirmation}
    </PageFrame>
  )
}

/** An Admin gets complete users from the server. */
async function readUsers(query: Parameters<typeof call<typeof users.list>>[1], signal: AbortSignal) {
  const page = await call(users.list, query, { signal })
  return { ...page, docs: page.docs as Person[] }
}
