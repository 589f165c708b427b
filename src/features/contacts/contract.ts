import { z } from 'zod'
import { day, nameText, optionalText, text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { listParams, pageSchema } from '#kit/contract/page.ts'
import { id, isNotValid, messageResponse, version } from '#kit/contract/texts.ts'
import { isDomainName, isWebAddress } from '#vocabulary/addresses.ts'
import { harmKinds } from '#vocabulary/harm-names.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { deskFormKinds, formHarms, wordsOf } from './rules.ts'

/** Looks up registrar, IP address and host of new domain and website findings that lack them. */
export const lookUpHosts = job({ name: 'look-up-hosts', payload: z.object({}), tries: 1, cron: '* * * * *' })

/** An abuse desk, and where its address comes from. */
export const desk = z.object({
  kind: z.enum(['platform', 'registrar', 'host']),
  name: z.string(),
  /** Null: reports are taken by the form only, or no address is known. */
  email: z.string().nullable(),
  form: z.string().nullable(),
  source: z.string(),
  bounced: z.boolean(),
  /** A content delivery network: it passes reports on, and names the host, which is the next to write to. */
  isCdn: z.boolean(),
  /** It acts on this kind of harm. */
  acts: z.boolean(),
})
export type AbuseDesk = z.output<typeof desk>

/** A platform's own name, or a suffix under which it gives names to its customers, with the platform's own abuse desk. */
export const sharedHost = z.object({
  id,
  suffix: z.string(),
  name: z.string(),
  /** Null: reports are taken by the web form only. */
  email: z.string().nullable(),
  form: z.string().nullable(),
  source: z.string(),
  /** YYYY-MM-DD. */
  checkedOn: z.string(),
  version: z.number(),
})
export type SharedHost = z.output<typeof sharedHost>

const fields = z
  .object({
    suffix: text('Suffix', { min: 1, max: 253 }).transform((raw) =>
      raw
        .toLowerCase()
        .replace(/^[.*]+/, '')
        .replace(/^www\./, ''),
    ),
    name: nameText('Platform', { min: 2, max: 100 }),
    email: optionalText('Abuse email', { max: 254 }),
    form: optionalText('Web form', { max: 2048 }),
    source: text('Source', { min: 2, max: 200 }),
    checkedOn: day('Checked on', '2000-01-01'),
  })
  .superRefine((given, context) => {
    const addError = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!isDomainName(given.suffix)) addError('suffix', messages.suffixNotValid)
    if (given.email !== '' && !z.email().safeParse(given.email).success) addError('email', messages.emailNotValid)
    if (given.form !== '' && !isWebAddress(given.form)) addError('form', messages.formNotValid)
    if (given.email === '' && given.form === '') addError('email', messages.emailOrForm)
  })
export type SharedHostFields = z.output<typeof fields>

const admins = ['Admin'] as const
/** The address of a desk, in lower case. */
const deskEmail = z
  .string(messages.emailNotValid)
  .trim()
  .toLowerCase()
  .pipe(z.email(messages.emailNotValid).max(254, messages.emailNotValid))
const saved = messageResponse.extend({ data: sharedHost })

export const sharedHosts = {
  list: endpoint({
    method: 'GET',
    path: '/shared-hosts',
    access: admins,
    summary: 'Shared hosts and the abuse desks of their platforms, a page at a time',
    takes: z.object(listParams),
    answers: pageSchema(sharedHost),
  }),
  add: endpoint({
    method: 'POST',
    path: '/shared-hosts',
    access: admins,
    summary: 'Add a shared host: {suffix, name, email, form, source, checkedOn}',
    takes: fields,
    answers: saved,
  }),
  edit: endpoint({
    method: 'POST',
    path: '/shared-hosts/{id}',
    access: admins,
    summary: 'Change a shared host',
    takes: fields.safeExtend({ id, version }),
    answers: saved,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/shared-hosts/{id}',
    access: admins,
    summary: 'Delete a shared host',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
}

/** A known abuse address of a registrar or host, where it comes from, and whether its desk has answered from it. */
export const abuseContact = z.object({
  id,
  name: z.string(),
  email: z.string(),
  source: z.string(),
  /** The day of the list or answer it comes from, or on which somebody entered or checked it; YYYY-MM-DD. */
  checkedOn: z.string(),
  /** When a notice to it was last answered from it; null: not confirmed. */
  answeredOn: z.string().nullable(),
  bounced: z.boolean(),
  version: z.number(),
})
export type AbuseContact = z.output<typeof abuseContact>

const contactFields = z.object({
  name: nameText('Registrar or host', { min: 2, max: 255 }),
  email: deskEmail,
  source: text('Source', { min: 2, max: 200 }),
  checkedOn: day('Checked on', '2000-01-01'),
})
export type AbuseContactFields = z.output<typeof contactFields>

const savedContact = messageResponse.extend({ data: abuseContact })

export const abuseContacts = {
  list: endpoint({
    method: 'GET',
    path: '/abuse-contacts',
    access: admins,
    summary: 'Known abuse addresses of registrars and hosts, a page at a time',
    takes: z.object(listParams),
    answers: pageSchema(abuseContact),
  }),
  add: endpoint({
    method: 'POST',
    path: '/abuse-contacts',
    access: admins,
    summary: 'Add an abuse address: {name, email, source, checkedOn}',
    takes: contactFields,
    answers: savedContact,
  }),
  edit: endpoint({
    method: 'POST',
    path: '/abuse-contacts/{id}',
    access: admins,
    summary: 'Change an abuse address',
    takes: contactFields.extend({ id, version }),
    answers: savedContact,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/abuse-contacts/{id}',
    access: admins,
    summary: 'Delete an abuse address; a registry or a notice may add it again',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
}

/** A desk that wants one email with a list of findings instead of one for each. */
const listDesk = z.object({
  email: z.string(),
  /** Up to how many findings an email may have. */
  perEmail: z.number(),
})
export type ListDesk = z.output<typeof listDesk>

export const listDesks = {
  list: endpoint({
    method: 'GET',
    path: '/list-desks',
    access: staff,
    summary: 'Abuse desks that take lists: one email with several findings',
    takes: z.object({}),
    answers: z.array(listDesk),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/list-desks',
    access: admins,
    summary: 'Record that a desk takes lists of up to so many findings; perEmail null: it takes one email for each',
    takes: z.object({
      email: deskEmail,
      perEmail: z
        .int(messages.perEmailNotValid)
        .min(2, messages.perEmailNotValid)
        .max(100, messages.perEmailNotValid)
        .nullable(),
    }),
    answers: messageResponse,
  }),
}

/** A web form through which a registrar, host or content delivery network takes reports. */
export const deskForm = z.object({
  id,
  kind: z.enum(deskFormKinds),
  name: z.string(),
  /** The names by which registries call it, in lower-case words. */
  knownAs: z.array(z.string()),
  /** Null: a content delivery network that takes email. */
  form: z.string().nullable(),
  /** False: it takes no email about these kinds of harm. */
  takesEmail: z.boolean(),
  /** The kinds of harm that the form serves; empty for all. */
  harms: z.array(z.enum(harmKinds)),
  source: z.string(),
  /** YYYY-MM-DD. */
  checkedOn: z.string(),
  isUsed: z.boolean(),
  version: z.number(),
})
export type DeskForm = z.output<typeof deskForm>

const formFields = z
  .object({
    kind: z.enum(deskFormKinds, isNotValid('Kind of desk')),
    name: nameText('Desk', { min: 2, max: 100 }),
    /** Separated by commas. */
    knownAs: text('Known as', { min: 3, max: 500 }).transform((raw) => [
      ...new Set(raw.split(',').map(wordsOf).filter(Boolean)),
    ]),
    form: optionalText('Web form', { max: 2048 }),
    takesEmail: z.boolean(isNotValid('Accepts email')),
    harms: z
      .array(z.enum(harmKinds, isNotValid('Kinds of harm')).refine((one) => formHarms.includes(one)))
      .max(formHarms.length, isNotValid('Kinds of harm'))
      .transform((all) => [...new Set(all)]),
    source: text('Source', { min: 2, max: 200 }),
    checkedOn: day('Checked on', '2000-01-01'),
    isUsed: z.boolean(isNotValid('In use')),
  })
  .superRefine((given, context) => {
    const addError = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (given.knownAs.length === 0 || given.knownAs.some((one) => one.length < 3))
      addError('knownAs', messages.knownAsNotValid)
    if (given.form !== '' && !isWebAddress(given.form)) addError('form', messages.formNotValid)
    if (given.form === '' && given.kind !== 'cdn') addError('form', messages.formRequired)
    if (given.form === '' && !given.takesEmail) addError('form', messages.formOrEmail)
  })
export type DeskFormFields = z.output<typeof formFields>

const savedForm = messageResponse.extend({ data: deskForm })

export const deskForms = {
  list: endpoint({
    method: 'GET',
    path: '/desk-forms',
    access: admins,
    summary: 'Web forms of registrars, hosts and content delivery networks, a page at a time',
    takes: z.object(listParams),
    answers: pageSchema(deskForm),
  }),
  add: endpoint({
    method: 'POST',
    path: '/desk-forms',
    access: admins,
    summary: 'Add a report form: {kind, name, knownAs, form, takesEmail, harms, source, checkedOn, isUsed}',
    takes: formFields,
    answers: savedForm,
  }),
  edit: endpoint({
    method: 'POST',
    path: '/desk-forms/{id}',
    access: admins,
    summary: 'Change a report form, or stop using it',
    takes: formFields.safeExtend({ id, version }),
    answers: savedForm,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/desk-forms/{id}',
    access: admins,
    summary: 'Delete a report form',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
}
