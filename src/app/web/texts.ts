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
  notFound: { title: 'Page not found', text: 'There is nothing at this address.' },
  coming: (title: string) => `${title} is not part of this version yet. It comes with one of the next ones.`,
  broken: 'This screen stopped working. What you saved is safe.',
  skip: 'Skip to content',
  sampleData: 'Sample data',
  createDomainRecord: 'Create Domain Record',
  updatePassword: 'Update Password',
  logout: 'Logout',
  dataLogs: 'Data Logs',
  mailbox: 'Mailbox',
  leaving: {
    title: 'Log out and discard unsaved rows?',
    text: 'Rows of Upload Data or Edit Data that were not saved lie in this browser. They are discarded, so that nobody else sees them.',
    yes: 'Log out and discard',
    dangerous: true,
  },
  viewAll: 'View all Notifications',
  copyright: (year: number, productName: string) => `© ${year} ${productName}. All rights reserved.`,
  menuOf: { Client: 'Client menu', Analyst: 'Analyst menu', Admin: 'Admin menu' } satisfies Record<Role, string>,
  search: 'Search',
  searchScreens: 'Search screens and brands',
} as const
