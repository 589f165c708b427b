import { readRow } from '#columns/column.ts'
import type { Value } from '#columns/kinds.ts'
import { companyNamed } from '#features/companies/server/find-company.ts'
import { passwordProblem } from '#features/sessions/rules.ts'
import { changedUser, newUser, type UserForm, type users, userSheet } from '#features/users/contract.ts'
import { labels, firstPasswordOnlyForNew } from '#features/users/messages.ts'
import type { ImportReport } from '#kit/contract/imports.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { importRows, readFields, type RowValues, type SavedRow } from '#kit/server/import-rows.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { invalid } from '#kit/server/problem.ts'
import type { AppContext, Call, Settings } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { uniqueViolationAsProblem } from '#kit/server/unique-violation.ts'
import { roles } from '#vocabulary/roles.ts'
import { insertChecked } from './create-user.ts'
import { userSubject } from './log-subject.ts'
import { activeAdmins, lockAll, lockAlone, type LockedPerson, lockWithAdmins, userOf } from './queries.ts'
import { isActiveAdmin, requireRemainingAdmin } from './require-remaining-admin.ts'
import { refuseCommonPassword, storedPerson, uniqueIndexes } from './store-person.ts'
import { updateChecked } from './update-user.ts'

type ImportInput = Call<typeof users.importRows>['input']

/**
 * Adds and updates users from a sheet. A row with the email of a user updates that user by all rules of the form, and
 * never changes the password.
 */
export async function importUsers(app: AppContext, session: Session, input: ImportInput): Promise<ImportReport> {
  const hashes = await hashesOf(input)
  return uniqueViolationAsProblem(
    importRows(app.pool, input, {
      columns: userSheet.columns,
      names: userSheet.imported,
      identity: { column: 'email', keyOf: ({ email }) => String(email).toLowerCase() },
      columnOf: (field) => (field === 'passwordHash' ? 'firstPassword' : field),
      begin: async (db) => {
        const admins = new Set((await activeAdmins(db)).map(({ email }) => email.toLowerCase()))
        const withAdmins = input.rows.some(
          (cells) => admins.has(textOf(cells['email']).toLowerCase()) && mayRemoveAdmin(valuesOf(cells)),
        )
        const emails = input.rows.map((cells) => textOf(cells['email']))
        await lockAll(db, emails, { withAdmins })
        requireRemainingAdmin(await activeAdmins(db), { caller: session.userId, leaving: undefined })
      },
      save: (db, values) => saveRow(db, session, { settings: app.settings, values, hashes }),
      log: { actor: session, model: 'User' },
    }),
    uniqueIndexes,
  )
}

type Row = {
  settings: Settings
  values: RowValues
  hashes: ReadonlyMap<string, string> | undefined
}

async function saveRow(db: Db, session: Session, { settings, values, hashes }: Row): Promise<SavedRow> {
  const id = await userOf(db, String(values['email']))
  if (id && values['firstPassword']) throw invalid({ passwordHash: firstPasswordOnlyForNew })
  const form: UserForm = readFields(id ? changedUser : newUser, {
    ...values,
    role: roles.find((role) => role.toLowerCase() === String(values['role']).toLowerCase()) ?? values['role'],
    company: await companyOf(db, values['company']),
    passwordHash: values['firstPassword'] ?? '',
  })
  if (id) {
    const { person, changes } = await updateChecked(db, session, {
      form,
      id,
      lock: (locking, of) => lockForRow(locking, of, values),
    })
    return { did: 'update', recordId: id, subject: userSubject(person), companyId: person.company?.id, changes }
  }
  await refuseCommonPassword(settings, form)
  const passwordHash = form.isGoogleAuth ? null : await hashFor(form, hashes)
  const person = storedPerson(form, { id: newId(), passwordHash })
  await insertChecked(db, person)
  const subject = userSubject({ ...person, username: person.email })
  return { did: 'add', recordId: person.id, subject, companyId: person.companyId ?? undefined }
}

/**
 * Admins cannot sign in while their rows are locked, and an import may take minutes: they are locked only for a row that
 * removes one of them.
 */
async function lockForRow(db: Db, id: string, values: Row['values']): Promise<LockedPerson[]> {
  const locked = await lockAlone(db, id)
  const isAdmin = locked.some((one) => one.id === id && isActiveAdmin(one))
  return isAdmin && mayRemoveAdmin(values) ? lockWithAdmins(db, id) : locked
}

/** Whether a row removes its user from the Admins who can sign in, if it is one of them. */
const mayRemoveAdmin = ({ role, isBlocked }: Row['values']): boolean =>
  String(role).toLowerCase() !== 'admin' || isBlocked === true

const valuesOf = (cells: ImportInput['rows'][number]) => readRow(userSheet.columns, userSheet.imported, cells).values

async function hashFor({ email, passwordHash = '' }: UserForm, hashes: Row['hashes']): Promise<string> {
  return hashes ? (hashes.get(email.toLowerCase()) ?? hashPassword(passwordHash)) : placeholderHash
}

async function companyOf(db: Db, cell: Value | undefined): Promise<string | undefined> {
  if (typeof cell !== 'string') return undefined
  const company = await companyNamed(db, cell)
  if (!company) throw invalid({ company: isNotValid(labels.company) })
  return company
}

/** Used instead of a hash in a trial run, where nothing is stored; no password matches it. */
const placeholderHash = 'undone'
/** Hashes computed in parallel: the size of Node's thread pool. */
const hashesAtATime = 4

/** Hashes of the first passwords by email, computed before the transaction begins; undefined in a trial run. */
async function hashesOf({ rows, apply }: ImportInput): Promise<Row['hashes']> {
  if (!apply) return undefined
  const hashes = new Map<string, string>()
  const given = rows
    .map((cells) => ({ email: textOf(cells['email']), password: textOf(cells['firstPassword']) }))
    .filter(({ password }) => password !== '' && !passwordProblem(password))
  for (let at = 0; at < given.length; at += hashesAtATime)
    await Promise.all(
      given
        .slice(at, at + hashesAtATime)
        .map(async ({ email, password }) => hashes.set(email.toLowerCase(), await hashPassword(password))),
    )
  return hashes
}

const textOf = (cell: unknown) => (typeof cell === 'string' ? cell.trim() : '')
