import type { Role } from '#vocabulary/roles.ts'

/** Every sentence of the frame. Exact where the specification gives it; others are ours. */
export const texts = {
  goBack: 'Go Back',
  unauthorised: { title: 'Unauthorised Page', text: 'You are trying to access Unauthorised Page' },
  restricted: {
    title: 'Access restricted',
    text: 'Access restricted. This module is available to Client users only.',
  },
  noPlatform: 'You have no access to this module for selected Brand',
  notFound: { title: 'Page not found', text: 'There is no page at this address.' },
  broken: 'This screen stopped working. Your saved work is safe.',
  skip: 'Skip to content',
  sampleData: 'Sample data',
  createDomainRecord: 'Create Domain Record',
  updatePassword: 'Update Password',
  logout: 'Logout',
  dataLogs: 'Data Logs',
  security: 'Security',
  signInSecurity: 'Sign-in Security',
  apiDocs: 'API documentation',
  mailbox: 'Mailbox',
  leaving: {
    title: 'Log out and discard unsaved rows?',
    text: 'This browser still has unsaved rows of Upload Data or Edit Data. They will be discarded so that nobody else can see them.',
    yes: 'Log out and discard',
    dangerous: true,
  },
  viewAll: 'View all Notifications',
  copyright: (year: number, productName: string) => `© ${year} ${productName}. All rights reserved.`,
  menuOf: { Client: 'Client menu', Analyst: 'Analyst menu', Admin: 'Admin menu' } satisfies Record<Role, string>,
  search: 'Search',
  searchScreens: 'Search screens and brands',
} as const
