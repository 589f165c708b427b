import { Text } from '@mantine/core'
import type { Person } from '#features/users/contract.ts'
import { headings, texts } from './texts.ts'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { showSignIn } from '#vocabulary/dates.ts'
import { enabledWord } from '#vocabulary/enabled-word.ts'

/** First and last name, separated by a space. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** Columns of the table; each sorts by its own name, except the company, which is not sortable. */
export function userColumns(zone: string): readonly TableColumn<Person>[] {
  const column = (
    name: keyof typeof headings,
    width: number,
    show: (user: Person, index: number) => string,
    more: Partial<TableColumn<Person>> = {},
  ): TableColumn<Person> => ({
    name,
    label: headings[name],
    width,
    sortable: name !== 'company',
    cell: (user, index) => <Cell text={show(user, index)} />,
    ...more,
  })
  return [
    column('id', 48, (_, index) => String(index + 1), { align: 'right', onCard: 'nowhere' }),
    column('username', 156, ({ username }) => username, { grows: true }),
    column('firstName', 104, fullName, { grows: true, onCard: 'title' }),
    column('email', 108, ({ email }) => email, { grows: true }),
    column('company', 96, ({ company }) => company?.name ?? '', { grows: true }),
    column('lastLoggedInAt', 160, (user) => lastLogin(user, zone)),
    column('twoFactorAuth', 72, (user) => enabledWord(user.twoFactorAuth || user.hasAuthenticator)),
    column('isBlocked', 72, ({ isBlocked }) => (isBlocked ? 'Yes' : 'No'), {
      cell: ({ isBlocked }) => (isBlocked ? <Blocked /> : 'No'),
    }),
    column('employeeCode', 124, ({ employeeCode }) => employeeCode ?? ''),
  ]
}

const lastLogin = ({ lastLoggedInAt }: Person, zone: string) =>
  lastLoggedInAt ? showSignIn(lastLoggedInAt, zone) : texts.never

/** Truncated text is shown in full as a tooltip. */
const Cell = ({ text }: { text: string }) => <span title={text}>{text}</span>

const Blocked = () => (
  <Text span inherit fw={600} c="light-dark(var(--mantine-color-red-8), var(--mantine-color-red-4))">
    Yes
  </Text>
)
