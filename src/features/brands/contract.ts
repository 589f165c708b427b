import { z } from 'zod'
import { column, type Columns, required } from '#columns/column.ts'
import { day, isBlank, nameText, optionalText, reference, text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { importCalls } from '#kit/contract/imports.ts'
import { listParams, pageSchema, pageParams } from '#kit/contract/page.ts'
import { messageResponse, flag, id, isNotValid, isRequired, optionalId, version } from '#kit/contract/texts.ts'
import { isWebAddress } from '#vocabulary/addresses.ts'
import { type PlatformKey, platformNames } from '#vocabulary/platform-names.ts'
import { everyone } from '#vocabulary/roles.ts'

const admins = ['Admin'] as const

/** How often reports are sent to a client (G102). */
export const reportingPeriods = ['Daily', 'Weekly', 'Fortnightly', 'Monthly', 'Quarterly'] as const

/** The monitoring of a brand on one platform: from, to, and how often it is reported. */
export const watch = z
  .object(
    {
      startDate: day('Start date', '2000-01-01'),
      endDate: z.preprocess((raw) => (raw === '' || raw === null ? undefined : raw), day('End date').optional()),
      reportingPeriod: z.preprocess(
        (raw) => (raw === '' || raw === null ? undefined : raw),
        z.enum(reportingPeriods, { error: isNotValid('Reporting period') }).optional(),
      ),
    },
    { error: isNotValid('Platform') },
  )
  .superRefine(({ startDate, endDate }, context) => {
    if (endDate && endDate <= startDate) context.addIssue({ code: 'custom', message: isNotValid('End date') })
  })
export type Watch = z.output<typeof watch>

/** A registered mark of a brand, as its certificate says. */
export const brandMark = z.object({
  name: nameText('Mark', { min: 1, max: 255 }),
  number: text('Registration number', { min: 1, max: 60 }),
  office: text('Office', { min: 2, max: 100 }),
  country: text('Country of the mark', { min: 2, max: 60 }),
  /** Nice classes, 1 to 45, separated by commas. */
  classes: optionalText('Classes', {
    max: 200,
    pattern: /^\s*(?:[1-9]|[1-3]\d|4[0-5])(?:\s*,\s*(?:[1-9]|[1-3]\d|4[0-5]))*\s*$/,
  }),
  /** Its entry in the register; blank without one. */
  link: optionalText('Link to the register', { max: 2048 }).refine((link) => link === '' || isWebAddress(link), {
    message: isNotValid('Link to the register'),
  }),
  expiresOn: z.preprocess((raw) => (raw === '' || raw === null ? undefined : raw), day('Expiry date').optional()),
  /** Its owner by the register; blank where that is the company. */
  owner: optionalText('Owner', { max: 255 }),
})
export type BrandMark = z.output<typeof brandMark>

/** An original work of a brand, which notices about copied material name. */
export const brandWork = z.object({
  title: nameText('Work', { min: 1, max: 255 }),
  link: text('Address of the work', { min: 1, max: 2048 }).refine((link) => isWebAddress(link), {
    message: isNotValid('Address of the work'),
  }),
})
export type BrandWork = z.output<typeof brandWork>

const keys = platformNames.map(({ key }) => key) as [PlatformKey, ...PlatformKey[]]

const fields = {
  /** An id, or {_id, name} as brand records contain it. */
  company: reference('Company'),
  brandName: nameText('Brand name', { min: 2, max: 100 }),
  searchTerm: text('Search term', { min: 1, max: 500 }),
  category: nameText('Category', { min: 2, max: 60 }),
  /** 1 to 6 of the known keys. */
  platform: z
    .partialRecord(z.enum(keys, { error: isNotValid('Platform') }), watch, {
      error: (issue) => (isBlank(issue.input) ? isRequired('Platform') : isNotValid('Platform')),
    })
    .refine((platforms) => Object.keys(platforms).length > 0, { message: isRequired('Platform') }),
  status: z.boolean({ error: isNotValid('Status') }).default(true),
  /** Left out: they stay as they are. */
  marks: z.array(brandMark).max(50, isNotValid('Registered marks')).optional(),
  works: z.array(brandWork).max(50, isNotValid('Original works')).optional(),
}
/** The validated form of a brand (G107). */
export const brandFields = z.object(fields)
export type BrandFields = z.output<typeof brandFields>

export const brandRecord = z.object({
  id,
  _id: id,
  brandName: z.string(),
  searchTerm: z.string(),
  company: z.object({ _id: id, id, name: z.string(), legalName: z.string() }),
  category: z.string(),
  status: z.boolean(),
  platform: z.record(z.string(), z.looseObject({})),
  marks: z.array(z.looseObject({})),
  works: z.array(z.looseObject({})),
  version: z.number(),
})
export type BrandRecord = z.output<typeof brandRecord>
const watchColumns = keys.flatMap((key) => [
  [`${key}StartDate`, column(`${key} start date`, 'day')] as const,
  [`${key}EndDate`, column(`${key} end date`, 'day')] as const,
  [`${key}ReportingPeriod`, column(`${key} reporting period`, 'text')] as const,
])
const brandColumns: Columns = {
  brandName: required(column('Brand name', 'text')),
  company: required(column('Company', 'text')),
  searchTerm: required(column('Search term', 'text')),
  category: required(column('Category', 'text')),
  status: column('Enabled', 'yesNo'),
  ...Object.fromEntries(watchColumns),
}
/** The import sheet of brands: the company by name, and three columns per platform, empty if it is not monitored. */
export const brandSheet = { columns: brandColumns, imported: Object.keys(brandColumns), keys }

const saved = messageResponse.extend({ data: brandRecord })

/** A brand in pickers: the keys of `platform` mark the platforms it has (C-016). */
export const pickedBrand = z.object({
  id,
  _id: id,
  brandName: z.string(),
  company: id,
  status: z.boolean(),
  platform: z.record(z.string(), z.unknown()),
})
export type PickedBrand = z.output<typeof pickedBrand>

const listQuery = { ...pageParams, disabledBrands: flag, status: flag, search: z.string().trim().max(200).optional() }

export const brands = {
  list: endpoint({
    method: 'GET',
    path: '/brand',
    access: everyone,
    summary: 'Brands to choose from',
    /** `ids`, comma-separated: only these brands; for screens that need names and platforms of known ids. */
    takes: z.object({ ...listQuery, company: optionalId, ids: z.string().max(20_000).optional() }),
    answers: pageSchema(pickedBrand),
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/brand/client/{companyId}',
    access: everyone,
    summary: 'Brands of one company',
    takes: z.object({ ...listQuery, companyId: z.string() }),
    answers: pageSchema(pickedBrand),
  }),
  allRecords: endpoint({
    method: 'GET',
    path: '/brand/v1/allRecords',
    access: admins,
    summary: 'Brands with all their fields',
    takes: z.object({
      ...listParams,
      company: optionalId,
      category: z.string().max(60).optional(),
      status: flag,
    }),
    answers: pageSchema(brandRecord),
  }),
  add: endpoint({
    method: 'POST',
    path: '/brand',
    access: admins,
    summary: 'Add a brand to a company',
    takes: brandFields,
    answers: saved,
  }),
  edit: endpoint({
    method: 'POST',
    path: '/brand/edit',
    access: admins,
    summary: 'Change a brand; with `version`, only if that version is current (else 409 with the newer record)',
    takes: z.object({ ...fields, brandId: z.string({ error: isRequired('Brand') }), version }),
    answers: saved,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/brand/delete/{id}',
    access: admins,
    summary: 'Delete a brand that has no records',
    takes: z.object({ id: z.string() }),
    answers: messageResponse,
  }),
  removePlatform: endpoint({
    method: 'POST',
    path: '/brand/delete-platform/{brandId}/{platform}',
    access: admins,
    summary: 'Remove a platform from a brand; its findings are hidden from the client until it is added again (G102)',
    takes: z.object({ brandId: z.string(), platform: z.string() }),
    answers: saved,
  }),
  categories: endpoint({
    method: 'GET',
    path: '/brand/fetch-unique-categories',
    access: admins,
    summary: 'The categories of brands',
    takes: z.object({}),
    answers: z.object({ data: z.array(z.string()) }),
  }),
  ...importCalls({ path: 'brand', noun: 'brands', access: admins }),
}
