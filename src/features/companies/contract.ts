import { z } from 'zod'
import { column, type Columns, required } from '#columns/column.ts'
import { day, gstPattern, nameText, optionalReference, optionalText, phonePattern, text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { importCalls } from '#kit/contract/imports.ts'
import { listParams, pageSchema, pageParams } from '#kit/contract/page.ts'
import { messageResponse, flag, id, isNotValid, isRequired, optionalId, version } from '#kit/contract/texts.ts'
import { everyone } from '#vocabulary/roles.ts'
import { companyMessages } from './messages.ts'

const admins = ['Admin'] as const

/** Only the name is required (G107): of many a company has a telephone number or an email address, not both. */
export const contact = z.object({
  contactPersonName: nameText('Contact person name', { min: 2, max: 80 }),
  mobileNumber: optionalText('Mobile number', { min: 7, max: 16, pattern: phonePattern }),
  emailAddress: optionalText('Email address', { max: 254 }).refine(
    (given) => given === '' || z.email().safeParse(given).success,
    isNotValid('Email address'),
  ),
  designation: optionalText('Designation', { max: 80 }),
})
export type Contact = z.output<typeof contact>

const signature = z.object({
  name: nameText('Name of the signer', { min: 2, max: 80 }),
  title: optionalText('Title of the signer', { max: 80 }),
  email: z.email({ error: (issue) => (issue.input ? isNotValid : isRequired)('Email of the signer') }).max(254),
  phone: text('Phone of the signer', { min: 7, max: 16, pattern: phonePattern }),
})
/** Who signs the notices of a company and is named in them; desks and infringers can read it. */
export type NoticeContact = z.output<typeof signature>

/** Blank as a whole: nobody signs. */
const noticeContact = z.preprocess(
  (raw) =>
    raw !== null && typeof raw === 'object' && Object.values(raw).every((one) => one === '' || one === null)
      ? null
      : raw,
  signature.nullable().optional(),
)

const fields = {
  name: nameText('Name', { min: 2, max: 100 }),
  legalName: nameText('Legal name', { min: 2, max: 150 }),
  address: text('Address', { min: 5, max: 250 }),
  city: nameText('City', { min: 2, max: 60 }),
  state: nameText('State', { min: 2, max: 60 }),
  country: nameText('Country', { min: 2, max: 60 }),
  pin: text('Pincode', { min: 3, max: 10 }),
  gst: optionalText('GST', { max: 30 }),
  contractDate: day('Contract date', '2000-01-01'),
  startDate: day('Start date', '2000-01-01'),
  endDate: day('End date', '2000-01-01'),
  /** Checked with the other fields, because its errors have another name (G99). */
  isChild: z.custom<boolean>(() => true).default(false),
  /** An id, or the list of {_id, name} as company records contain it. */
  parentCompany: optionalReference('Parent company'),
  contacts: z.array(contact).max(20, isNotValid('Contacts')).default([]),
  /** Left out: stays as it is. */
  noticeContact,
  /** 'Approval before enforcement'; without it the stored setting remains. */
  approvalRequired: z.boolean({ error: isNotValid('Approval before enforcement') }).optional(),
}

/**
 * Cross-field rules (G107): postcode and GST of India, end after start, a child has a parent. They are checked together
 * with the fields, each unless its own field is already refused, so that one save shows every error.
 */
function checkCompany(company: Partial<CompanyFields>, context: z.core.$RefinementCtx): void {
  const refused = new Set(context.issues.map(({ path }) => path?.[0]))
  const addError = (field: string, message: string) => {
    if (!refused.has(field)) context.addIssue({ code: 'custom', path: [field], message })
  }
  const { startDate, endDate, isChild, parentCompany } = company
  const [country, pin, gst] = [textOf(company.country), textOf(company.pin), textOf(company.gst)]
  const isIndia = country.toLowerCase() === 'india'
  if (!(isIndia ? /^\d{6}$/ : /^[\p{L}\d -]{3,10}$/u).test(pin)) addError('pin', isNotValid('Pincode'))
  if (isIndia && gst === '') addError('gst', isRequired('GST'))
  else if (isIndia && !gstPattern.test(gst)) addError('gst', isNotValid('GST'))
  if (!refused.has('startDate') && endDate && startDate && endDate <= startDate)
    addError('endDate', isNotValid('End date'))
  // Errors of the parent are reported under this name and shown beside the radio button (G99).
  if (typeof isChild !== 'boolean') addError('isParent', isNotValid('Is child'))
  if (isChild === true && !parentCompany && !refused.has('parentCompany'))
    addError('isParent', companyMessages.parentRequired)
}
/** Blank for what is no text: its own field is refused. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const always = { when: () => true }

const shape = z.object(fields)
export type CompanyFields = z.output<typeof shape>
/** The validated form of a company. */
export const companyFields = shape.superRefine(checkCompany, always)

export const companyRecord = z.object({
  id,
  _id: id,
  name: z.string(),
  legalName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  pin: z.string(),
  country: z.string(),
  gst: z.string(),
  contractDate: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  isChild: z.boolean(),
  parentCompany: z.array(z.object({ _id: id, name: z.string() })),
  contacts: z.array(z.looseObject({})),
  noticeContact: z.looseObject({}).nullable(),
  approvalRequired: z.boolean(),
  version: z.number(),
})
export type CompanyRecord = z.output<typeof companyRecord>

/** The import sheet of companies. All contacts are in one cell, one per line: name | mobile | email | designation. */
export const companySheet = {
  columns: {
    name: required(column('Name', 'text')),
    legalName: required(column('Legal name', 'text')),
    address: required(column('Address', 'text')),
    city: required(column('City', 'text')),
    state: required(column('State', 'text')),
    country: required(column('Country', 'text')),
    pin: required(column('Pincode', 'text')),
    gst: column('GST', 'text'),
    contractDate: required(column('Contract date', 'day')),
    startDate: required(column('Start date', 'day')),
    endDate: required(column('End date', 'day')),
    parentCompany: column('Parent company', 'text'),
    contacts: column('Contacts', 'text', { max: 10_000 }),
  } as const satisfies Columns,
  imported: [
    'name',
    'legalName',
    'address',
    'city',
    'state',
    'country',
    'pin',
    'gst',
    'contractDate',
    'startDate',
    'endDate',
    'parentCompany',
    'contacts',
  ],
} as const

const saved = messageResponse.extend({ data: companyRecord })
const options = z.object({ data: z.array(z.string()) })
const uniqueValues = (what: string) =>
  endpoint({
    method: 'GET',
    path: `/company/fetch-unique-${what}`,
    access: admins,
    summary: `The ${what} of all companies`,
    takes: z.object({}),
    answers: options,
  })

export const companies = {
  /** For pickers: a Client gets its own companies (G37), staff get all, 100 a page. */
  list: endpoint({
    method: 'GET',
    path: '/company',
    access: everyone,
    summary: 'Companies to choose from',
    takes: z.object({
      ...pageParams,
      showParentCompany: flag,
      excludeIds: z.string().max(20_000).optional(),
      /** Only these ids, comma-separated; for a picker that needs the names of known ids. */
      ids: z.string().max(20_000).optional(),
      search: z.string().trim().max(200).optional(),
    }),
    answers: pageSchema(z.object({ id, _id: id, name: z.string(), legalName: z.string() })),
  }),
  allRecords: endpoint({
    method: 'GET',
    path: '/company/v1/allRecords',
    access: admins,
    summary: 'Companies with all their fields',
    takes: z.object({
      ...listParams,
      company: optionalId,
      country: z.string().max(60).optional(),
      state: z.string().max(60).optional(),
      city: z.string().max(60).optional(),
    }),
    answers: pageSchema(companyRecord),
  }),
  add: endpoint({
    method: 'POST',
    path: '/company',
    access: admins,
    summary: 'Add a company',
    takes: companyFields,
    answers: saved,
  }),
  edit: endpoint({
    method: 'POST',
    path: '/company/edit',
    access: admins,
    summary: 'Change a company; with `version`, only if that version is current (else 409 with the newer record)',
    takes: z
      .object({ ...fields, companyId: z.string({ error: isRequired('Company') }), version })
      .superRefine(checkCompany, always),
    answers: saved,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/company/delete/{id}',
    access: admins,
    summary: 'Delete a company that has no brands',
    takes: z.object({ id: z.string() }),
    answers: messageResponse,
  }),
  states: uniqueValues('states'),
  countries: uniqueValues('countries'),
  cities: uniqueValues('cities'),
  ...importCalls({ path: 'company', noun: 'companies', access: admins }),
}
