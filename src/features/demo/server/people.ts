import type { PlatformKey } from '#vocabulary/platform-names.ts'
import type { Role } from '#vocabulary/roles.ts'

/** Companies, brands and users of the demo world. Every name is invented. */
export const demoPassword = 'Demo@2026'

export type DemoCompany = {
  key: string
  name: string
  legalName: string
  city: string
  state: string
  pin: string
  parent?: string
  contacts: readonly { contactPersonName: string; mobileNumber: string; emailAddress: string; designation: string }[]
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    key: 'aurevia',
    name: 'Aurevia Consumer Group',
    legalName: 'Aurevia Consumer Group Private Limited',
    city: 'Pune',
    state: 'Maharashtra',
    pin: '411001',
    contacts: [
      {
        contactPersonName: 'Meera Kulkarni',
        mobileNumber: '+910000010001',
        emailAddress: 'meera@aurevia.example',
        designation: 'Head of Legal',
      },
      {
        contactPersonName: 'Rohan Pawar',
        mobileNumber: '+910000010002',
        emailAddress: 'rohan@aurevia.example',
        designation: 'Brand Manager',
      },
    ],
  },
  {
    key: 'home',
    name: 'Aurevia Home',
    legalName: 'Aurevia Home Living Private Limited',
    city: 'Jaipur',
    state: 'Rajasthan',
    pin: '302001',
    contacts: [
      {
        contactPersonName: 'Kavya Mehta',
        mobileNumber: '+910000010003',
        emailAddress: 'kavya@aurevia.example',
        designation: 'Category Head',
      },
    ],
    parent: 'aurevia',
  },
  {
    key: 'tindral',
    name: 'Tindral Foods',
    legalName: 'Tindral Foods and Beverages Limited',
    city: 'Kochi',
    state: 'Kerala',
    pin: '682001',
    contacts: [
      {
        contactPersonName: 'Joseph Varghese',
        mobileNumber: '+910000010004',
        emailAddress: 'joseph@tindral.example',
        designation: 'Company Secretary',
      },
    ],
  },
]

export type DemoBrand = {
  key: string
  company: string
  /** Its name in the console. */
  name: string
  /** The word mark that infringers use. */
  mark: string
  category: string
  enabled: boolean
  platforms: readonly PlatformKey[]
  /** Findings per platform over the 24 months. */
  findings: Partial<Record<PlatformKey, number>>
}

export const demoBrands: readonly DemoBrand[] = [
  {
    key: 'demo',
    company: 'aurevia',
    name: 'Demo Brand',
    mark: 'Aurevia',
    category: 'beauty',
    enabled: true,
    platforms: ['domain', 'website', 'socialMedia', 'eCommerce', 'appStore', 'tmch'],
    findings: { domain: 1900, website: 2100, socialMedia: 2300, eCommerce: 8200, appStore: 900 },
  },
  {
    key: 'solmira',
    company: 'aurevia',
    name: 'Solmira',
    mark: 'Solmira',
    category: 'beauty',
    enabled: true,
    platforms: ['website', 'socialMedia', 'eCommerce'],
    findings: { website: 700, socialMedia: 900, eCommerce: 2600 },
  },
  {
    key: 'castelune',
    company: 'home',
    name: 'Castelune',
    mark: 'Castelune',
    category: 'home',
    enabled: true,
    platforms: ['domain', 'website', 'eCommerce'],
    findings: { domain: 500, website: 600, eCommerce: 2500 },
  },
  {
    key: 'ferndock',
    company: 'home',
    name: 'Ferndock',
    mark: 'Ferndock',
    category: 'home',
    enabled: false,
    platforms: ['eCommerce'],
    findings: { eCommerce: 400 },
  },
  {
    key: 'tindral',
    company: 'tindral',
    name: 'Tindral',
    mark: 'Tindral',
    category: 'food',
    enabled: true,
    platforms: ['domain', 'website', 'socialMedia', 'eCommerce', 'appStore'],
    findings: { domain: 700, website: 800, socialMedia: 900, eCommerce: 2200, appStore: 300 },
  },
  {
    key: 'brassleaf',
    company: 'tindral',
    name: 'Brassleaf',
    mark: 'Brassleaf',
    category: 'food',
    enabled: true,
    platforms: ['socialMedia', 'eCommerce', 'tmch'],
    findings: { socialMedia: 400, eCommerce: 1100 },
  },
]

export type DemoUser = {
  username: string
  firstName: string
  lastName: string
  role: Role
  company?: string
  employeeCode?: string
  twoFactor?: boolean
  isGoogle?: boolean
  isBlocked?: boolean
}

/** All sign in with `demoPassword`, except the Google user, who has none. */
export const demoUsers: readonly DemoUser[] = [
  { username: 'admin@demo.test', firstName: 'Asha', lastName: 'Menon', role: 'Admin', employeeCode: 'BK-001' },
  { username: 'admin2@demo.test', firstName: 'Rohan', lastName: 'Bhatt', role: 'Admin', employeeCode: 'BK-002' },
  { username: 'analyst@demo.test', firstName: 'Kiran', lastName: 'Desai', role: 'Analyst', employeeCode: 'BK-101' },
  { username: 'analyst2@demo.test', firstName: 'Farah', lastName: 'Sheikh', role: 'Analyst', employeeCode: 'BK-102' },
  {
    username: 'analyst3@demo.test',
    firstName: 'Tomas',
    lastName: 'Lindqvist',
    role: 'Analyst',
    employeeCode: 'BK-103',
  },
  { username: 'client@demo.test', firstName: 'Mira', lastName: 'Kapoor', role: 'Client', company: 'aurevia' },
  { username: 'client2@demo.test', firstName: 'Joseph', lastName: 'Varghese', role: 'Client', company: 'tindral' },
  { username: 'client3@demo.test', firstName: 'Ines', lastName: 'Rathore', role: 'Client', company: 'home' },
  { username: 'client4@demo.test', firstName: 'Dev', lastName: 'Pillai', role: 'Client', company: 'tindral' },
  {
    username: 'twofactor@demo.test',
    firstName: 'Noor',
    lastName: 'Ansari',
    role: 'Client',
    company: 'aurevia',
    twoFactor: true,
  },
  {
    username: 'google@demo.test',
    firstName: 'Lea',
    lastName: 'Fernandes',
    role: 'Client',
    company: 'aurevia',
    isGoogle: true,
  },
  {
    username: 'blocked@demo.test',
    firstName: 'Omar',
    lastName: 'Quereshi',
    role: 'Client',
    company: 'aurevia',
    isBlocked: true,
  },
]
