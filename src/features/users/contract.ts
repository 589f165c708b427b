import { z } from 'zod'
import { column, type Columns, required } from '#columns/column.ts'
import { passwordProblem } from '#features/sessions/rules.ts'
import { nameText, oneOf, phonePattern, text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { importCalls } from '#kit/contract/imports.ts'
import { direction, listParams, pageSchema, pageParams } from '#kit/contract/page.ts'
import { messageResponse, id, isNotValid, isRequired, version, zeroOrOne } from '#kit/contract/texts.ts'
import { everyone, roles, staff } from '#vocabulary/roles.ts'
import { labels } from './messages.ts'

/** The fields of a user that an Analyst may see (G39). */
const nameFields = z.object({ id, _id: id, username: z.string(), firstName: z.string(), lastName: z.string() })

const bit = z.union([z.literal(0), z.literal(1)])

/** A user as the Admin sees it. Never includes a password, not even hashed. */
export const person = nameFields.extend({
  email: z.string(),
  mobile: z.string(),
  role: z.enum(roles),
  company: z.object({ id, _id: id, name: z.string() }).nullable(),
  employeeCode: z.string().nullable(),
  twoFactorAuth: z.boolean(),
  /** Signs in with an authenticator app, which only the user sets up. */
  hasAuthenticator: z.boolean(),
  isBlocked: bit,
  isGoogleAuth: bit,
  lastLoggedInAt: z.string().nullable(),
  version: z.number(),
})
export type Person = z.output<typeof person>

const userFields = z.object({
  firstName: nameText(labels.firstName, { min: 1, max: 50 }),
  lastName: nameText(labels.lastName, { min: 1, max: 50 }),
  email: text(labels.email, { min: 1, max: 254 }).pipe(z.email(isNotValid(labels.email))),
  // These four are required only for some users, so the cross-field rules below check them.
  username: z.string().trim().max(1000).optional(),
  passwordHash: z.string().max(1000).optional(),
  company: z.string().max(64).nullish(),
  employeeCode: z.string().trim().max(1000).nullish(),
  mobile: text(labels.mobile, { min: 1, max: 16, pattern: phonePattern }),
  role: oneOf(labels.role, roles),
  twoFactorAuth: zeroOrOne,
  isBlocked: zeroOrOne,
  isGoogleAuth: zeroOrOne,
  version,
})

type UserFields = z.output<typeof userFields>

/** Lower case of a text. Also runs on forms with invalid fields, so anything but a text gives undefined. */
const lowerCase = (raw: unknown) => (typeof raw === 'string' ? raw.toLowerCase() : undefined)

/** Rules for a field that depend on other fields (G107): the error message, or undefined. */
const crossFieldRules: Readonly<Record<string, (form: UserFields) => string | undefined>> = {
  username: ({ username, email }) =>
    !username || lowerCase(username) === lowerCase(email) ? undefined : isNotValid(labels.username),
  company: ({ role, company }) => {
    if (role !== 'Client') return undefined
    if (!company) return isRequired(labels.company)
    return id.safeParse(company).success ? undefined : isNotValid(labels.company)
  },
  employeeCode: ({ role, employeeCode }) => {
    if (role !== 'Analyst' && role !== 'Admin') return undefined
    if (!employeeCode) return isRequired(labels.employeeCode)
    return typeof employeeCode === 'string' && /^[\p{L}\p{N}-]{1,20}$/u.test(employeeCode)
      ? undefined
      : isNotValid(labels.employeeCode)
  },
  passwordHash: ({ isGoogleAuth, passwordHash }) =>
    isGoogleAuth || !passwordHash || typeof passwordHash !== 'string' ? undefined : passwordProblem(passwordHash),
}

function withRules<Form extends z.ZodType<UserFields>>(form: Form, rules: typeof crossFieldRules): Form {
  return form.superRefine(
    (given, context) => {
      for (const [path, problemOf] of Object.entries(rules)) {
        const message = problemOf(given)
        if (message) context.addIssue({ code: 'custom', path: [path], message })
      }
    },
    // Also when single fields are invalid, so that all errors are reported at once.
    { when: () => true },
  )
}

/** The form that changes a user: an empty password leaves the password unchanged. */
export const changedUser = withRules(userFields, crossFieldRules)
/** The form of a new user: a password is required unless the user signs in with Google. */
export const newUser = withRules(userFields, {
  ...crossFieldRules,
  passwordHash: (form) =>
    form.isGoogleAuth || form.passwordHash ? crossFieldRules['passwordHash']?.(form) : isRequired(labels.passwordHash),
})
const updateInput = withRules(userFields.extend({ id }), crossFieldRules)

/** The validated form of a user. */
export type UserForm = z.output<typeof newUser>

/**
 * The import sheet of users. A row with the email of an existing user updates that user. The first password is only for
 * new users, so that a leaked sheet cannot take over an account. Exports never contain one.
 */
export const userSheet = {
  columns: {
    email: required(column(labels.email, 'text')),
    firstName: required(column(labels.firstName, 'text')),
    lastName: required(column(labels.lastName, 'text')),
    mobile: required(column(labels.mobile, 'text')),
    role: required(column(labels.role, 'text')),
    company: column(labels.company, 'text'),
    employeeCode: column(labels.employeeCode, 'text'),
    twoFactorAuth: column(labels.twoFactorAuth, 'yesNo'),
    isGoogleAuth: column(labels.isGoogleAuth, 'yesNo'),
    isBlocked: column(labels.isBlocked, 'yesNo'),
    firstPassword: column(labels.firstPassword, 'text'),
  } as const satisfies Columns,
  imported: [
    'email',
    'firstName',
    'lastName',
    'mobile',
    'role',
    'company',
    'employeeCode',
    'twoFactorAuth',
    'isGoogleAuth',
    'isBlocked',
    'firstPassword',
  ],
} as const

const saved = z.object({ message: z.string(), data: person })

export const users = {
  emailId: endpoint({
    method: 'GET',
    path: '/users/getEmailId',
    access: everyone,
    summary: "The signed-in user's e-mail address",
    takes: z.object(pageParams),
    answers: z.object({ data: z.string() }),
  }),
  /** An Admin gets full rows, an Analyst only id, username and names (G39). Never a password. */
  list: endpoint({
    method: 'GET',
    path: '/users',
    access: staff,
    summary: 'Users',
    takes: z.object({ ...listParams, sortOrder: direction }),
    answers: pageSchema(z.union([person, nameFields])),
  }),
  create: endpoint({
    method: 'POST',
    path: '/users/create',
    access: ['Admin'],
    summary: 'Create a user',
    takes: newUser,
    answers: saved,
    ownTransactions: true,
  }),
  update: endpoint({
    method: 'POST',
    path: '/users/update/{id}',
    access: ['Admin'],
    summary: 'Change a user; an empty password leaves it unchanged',
    takes: updateInput,
    answers: saved,
    ownTransactions: true,
  }),
  resetAuthenticator: endpoint({
    method: 'POST',
    path: '/users/reset-authenticator/{id}',
    access: ['Admin'],
    summary: 'Remove the authenticator app of a user, who is signed out everywhere',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/{id}',
    access: ['Admin'],
    summary: 'Delete a user',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  ...importCalls({ path: 'users', noun: 'users', access: ['Admin'] }),
}
