import { activity, activityFiles } from '#features/activity/contract.ts'
import { actionPasswords } from '#features/action-passwords/contract.ts'
import { brands } from '#features/brands/contract.ts'
import { caseFiles } from '#features/case-files/contract.ts'
import { abuseContacts, deskForms, listDesks, sharedHosts } from '#features/contacts/contract.ts'
import { charts } from '#features/charts/contract.ts'
import { clusters } from '#features/clusters/contract.ts'
import { companies } from '#features/companies/contract.ts'
import { mailbox } from '#features/demo/contract.ts'
import { domainSearch, nameFiles } from '#features/domain-search/contract.ts'
import { duplicateCheck } from '#features/duplicate-check/contract.ts'
import { editing } from '#features/editing/contract.ts'
import { enforcementConfig } from '#features/enforcement-config/contract.ts'
import { enforcement, enforcementUpload, enforcementCalls, noticeCalls } from '#features/enforcement/contract.ts'
import { exportCalls } from '#features/exports/contract.ts'
import { files } from '#features/files/contract.ts'
import { decisions } from '#features/findings/contract-decisions.ts'
import { findings, findingStatus } from '#features/findings/contract.ts'
import { home } from '#features/home/contract.ts'
import { history } from '#features/history/contract.ts'
import { intake } from '#features/intake/contract.ts'
import { escalations } from '#features/escalations/contract.ts'
import { notices } from '#features/notices/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { overview } from '#features/overview/contract.ts'
import { purchaseFiles, purchases } from '#features/purchases/contract.ts'
import { requests } from '#features/requests/contract.ts'
import { quickToolCalls } from '#features/quick-tools/contract.ts'
import { reports } from '#features/reports/contract.ts'
import { pagePictures } from '#features/page-pictures/contract.ts'
import { revisits } from '#features/revisits/contract.ts'
import { replies } from '#features/replies/contract.ts'
import { scrapers, scraperUploads } from '#features/scrapers/contract.ts'
import { search } from '#features/search/contract.ts'
import { sellers } from '#features/sellers/contract.ts'
import { security, sessions } from '#features/sessions/contract.ts'
import { staging } from '#features/staging/contract.ts'
import { trademarkReports } from '#features/trademark-reports/contract.ts'
import { trademarks } from '#features/trademarks/contract.ts'
import { userSettings } from '#features/user-settings/contract.ts'
import { users } from '#features/users/contract.ts'
import { savedViews } from '#features/views/contract.ts'
import { work } from '#features/work/contract.ts'
import { whiteLabel } from '#features/white-label/contract.ts'
import { docs } from '#kit/contract/docs.ts'
import type { Contract, Endpoint } from '#kit/contract/endpoint.ts'
import { settings } from '#kit/contract/settings.ts'

/** Every contract under the name of its part. A test compares this list with what the server actually serves. */
export const contracts: Readonly<Record<string, Contract>> = {
  settings,
  docs,
  companies,
  brands,
  users,
  overview,
  sessions,
  security,
  files,
  'white label': whiteLabel,
  'user settings': userSettings,
  'saved views': savedViews,
  ...Object.fromEntries(Object.entries(findings).map(([platform, calls]) => [`findings: ${platform}`, { ...calls }])),
  'finding status': findingStatus,
  decisions,
  trademarks,
  purchases,
  'purchase files': purchaseFiles,
  'client requests': requests,
  intake,
  'duplicate check': duplicateCheck,
  editing,
  'enforcement configuration': enforcementConfig,
  ...Object.fromEntries(
    Object.entries(enforcementCalls).map(([platform, calls]) => [`enforcement: ${platform}`, { ...calls }]),
  ),
  ...Object.fromEntries(
    Object.entries(noticeCalls).map(([platform, calls]) => [`enforcement mail: ${platform}`, { ...calls }]),
  ),
  notices,
  'shared hosts': sharedHosts,
  'abuse contacts': abuseContacts,
  'report forms': deskForms,
  'list desks': listDesks,
  replies,
  enforcement,
  'enforcement upload': enforcementUpload,
  revisits,
  'domain search': domainSearch,
  'files of names': nameFiles,
  'page pictures': pagePictures,
  'case files': caseFiles,
  escalations,
  clusters,
  notifications,
  work,
  activity,
  'activity files': activityFiles,
  history,
  charts,
  'unique sellers': sellers,
  reports,
  home,
  search,
  'action passwords': actionPasswords,
  'quick tools': quickToolCalls,
  exports: exportCalls,
  staging,
  scrappers: scrapers,
  'scrapper uploads': scraperUploads,
  'trademark reports': trademarkReports,
  mailbox,
}

/** Every call with the name of its part. */
export const endpoints: readonly (Endpoint & { part: string; name: string })[] = Object.entries(contracts).flatMap(
  ([part, contract]) => Object.entries(contract).map(([name, endpoint]) => ({ ...endpoint, part, name })),
)
