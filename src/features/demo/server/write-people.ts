import type { PoolClient } from 'pg'
import { type Day, daysAfter } from '#vocabulary/dates.ts'
import { copyRows } from './copy.ts'
import { demoBrands, demoCompanies, demoUsers } from './people.ts'
import { idMaker } from './seeded.ts'

/** The ids of the demo people, by the keys and user names of people.ts. */
export type People = {
  company: ReadonlyMap<string, string>
  brand: ReadonlyMap<string, string>
  user: ReadonlyMap<string, string>
}

export const analystNames = ['analyst@demo.test', 'analyst2@demo.test', 'analyst3@demo.test'] as const

/** The client who acts for a company in the demo data. */
export const clientOf: Readonly<Record<string, string>> = {
  aurevia: 'client@demo.test',
  home: 'client3@demo.test',
  tindral: 'client2@demo.test',
}

/** Writes companies, brands and users, created when the contract began 25 months ago. */
export async function writePeople(client: PoolClient, options: { today: Day; passwordHash: string }): Promise<People> {
  const began = daysAfter(options.today, -760)
  const at = new Date(`${began}T05:00:00Z`)
  const newId = idMaker('people')
  const people = {
    company: new Map(demoCompanies.map((one) => [one.key, newId(at)])),
    brand: new Map(demoBrands.map((one) => [one.key, newId(at)])),
    user: new Map(demoUsers.map((one) => [one.username, newId(at)])),
  }
  await writeCompanies(client, people, { began, at })
  await writeBrands(client, people, { began, at })
  await writeUsers(client, people, { at, passwordHash: options.passwordHash })
  return people
}

async function writeCompanies(client: PoolClient, people: People, { began, at }: { began: Day; at: Date }) {
  await copyRows(
    client,
    'companies',
    [
      'id',
      'name',
      'legal_name',
      'address',
      'city',
      'state',
      'pin',
      'country',
      'gst',
      'contract_date',
      'start_date',
      'end_date',
      'parent_id',
      'contacts',
      'notice_contact',
      'created_at',
      'updated_at',
    ],
    demoCompanies.map((one, n) => [
      people.company.get(one.key),
      one.name,
      one.legalName,
      `${14 + n * 9} Demo Road`,
      one.city,
      one.state,
      one.pin,
      'India',
      `27DEMOX${1000 + n}A1Z${n}`,
      began,
      began,
      daysAfter(began, 1460),
      one.parent ? people.company.get(one.parent) : null,
      JSON.stringify(one.contacts),
      JSON.stringify(signerOf(one, n)),
      at,
      at,
    ]),
  )
}

/** A shared mailbox and phone, as they should stand in notices. */
const signerOf = ({ contacts }: (typeof demoCompanies)[number], n: number) => ({
  name: contacts[0]!.contactPersonName,
  title: contacts[0]!.designation,
  email: `notices@${contacts[0]!.emailAddress.split('@')[1]}`,
  phone: `+91000001900${n}`,
})

const markOf = ({ mark }: (typeof demoBrands)[number], n: number, began: Day) => ({
  name: mark,
  number: `DEMO-${410_201 + 37 * n}`,
  office: 'Trade Marks Registry of India',
  country: 'India',
  classes: '3, 35',
  link: '',
  expiresOn: daysAfter(began, 3650),
})

async function writeBrands(client: PoolClient, people: People, { began, at }: { began: Day; at: Date }) {
  const period = { startDate: began, endDate: daysAfter(began, 1460), reportingPeriod: 'Weekly' }
  await copyRows(
    client,
    'brands',
    [
      'id',
      'company_id',
      'brand_name',
      'search_term',
      'category',
      'enabled',
      'platforms',
      'marks',
      'works',
      'created_at',
      'updated_at',
    ],
    demoBrands.map((one, n) => [
      people.brand.get(one.key),
      people.company.get(one.company),
      one.name,
      one.mark.toLowerCase(),
      one.category,
      one.enabled,
      JSON.stringify(Object.fromEntries(one.platforms.map((key) => [key, period]))),
      JSON.stringify([markOf(one, n, began)]),
      JSON.stringify([
        {
          title: `Photographs and texts of ${one.name}`,
          link: `https://www.${one.mark.toLowerCase()}.example/products`,
        },
      ]),
      at,
      at,
    ]),
  )
}

async function writeUsers(
  client: PoolClient,
  people: People,
  { at, passwordHash }: { at: Date; passwordHash: string },
) {
  await copyRows(
    client,
    'users',
    [
      'id',
      'username',
      'email',
      'first_name',
      'last_name',
      'mobile',
      'role',
      'company_id',
      'employee_code',
      'two_factor',
      'is_google',
      'is_blocked',
      'password_hash',
      'seen',
      'created_at',
      'updated_at',
    ],
    demoUsers.map((one, n) => [
      people.user.get(one.username),
      one.username,
      one.username,
      one.firstName,
      one.lastName,
      `+9100000${10_000 + n}`,
      one.role,
      one.company ? people.company.get(one.company) : null,
      one.employeeCode,
      one.twoFactor ?? false,
      one.isGoogle ?? false,
      one.isBlocked ?? false,
      one.isGoogle ? null : passwordHash,
      // Clients have unread notifications, staff have none.
      one.role !== 'Client',
      at,
      at,
    ]),
  )
}
