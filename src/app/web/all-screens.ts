import { activityScreens } from '#features/activity/web/screens.ts'
import { brandScreens } from '#features/brands/web/screens.ts'
import { caseFileScreens } from '#features/case-files/web/screens.ts'
import { clusterScreens } from '#features/clusters/web/screens.ts'
import { companyScreens } from '#features/companies/web/screens.ts'
import { overviewScreens } from '#features/overview/web/screens.ts'
import { chartScreens } from '#features/charts/web/screens.ts'
import { demoScreens } from '#features/demo/web/screens.ts'
import { domainSearchScreens } from '#features/domain-search/web/screens.ts'
import { duplicateCheckScreens } from '#features/duplicate-check/web/screens.ts'
import { editingScreens } from '#features/editing/web/screens.ts'
import { enforcementConfigScreens } from '#features/enforcement-config/web/screens.ts'
import { contactScreens } from '#features/contacts/web/screens.ts'
import { enforcementScreens } from '#features/enforcement/web/screens.ts'
import { quickToolScreens } from '#features/quick-tools/web/screens.ts'
import { exportScreens } from '#features/exports/web/screens.ts'
import { findingScreens } from '#features/findings/web/screens.tsx'
import { escalationScreens } from '#features/escalations/web/screens.ts'
import { homeScreens } from '#features/home/web/screens.ts'
import { historyScreens } from '#features/history/web/screens.ts'
import { intakeScreens } from '#features/intake/web/screens.ts'
import { notificationScreens } from '#features/notifications/web/screens.ts'
import { revisitScreens } from '#features/revisits/web/screens.ts'
import { reportScreens } from '#features/reports/web/screens.ts'
import { requestScreens } from '#features/requests/web/screens.ts'
import { purchaseScreens } from '#features/purchases/web/screens.ts'
import { stagingScreens } from '#features/staging/web/screens.ts'
import { scraperScreens } from '#features/scrapers/web/screens.ts'
import { sellerScreens } from '#features/sellers/web/screens.ts'
import { trademarkReportScreens } from '#features/trademark-reports/web/screens.ts'
import { trademarkScreens } from '#features/trademarks/web/screens.ts'
import { securityScreens } from '#features/sessions/web/screens.ts'
import { userScreens } from '#features/users/web/screens.ts'
import { workScreens } from '#features/work/web/screens.ts'
import { whiteLabelScreens } from '#features/white-label/web/screens.ts'
import type { Screen } from '#kit/web/screen.ts'
import { ownScreens } from './own-screens.ts'

/** Screens of the features; each adds its list with one line. */
const featureScreens: readonly Screen[] = [
  ...companyScreens,
  ...brandScreens,
  ...userScreens,
  ...securityScreens,
  ...overviewScreens,
  ...whiteLabelScreens,
  ...findingScreens,
  ...trademarkScreens,
  ...requestScreens,
  ...purchaseScreens,
  ...intakeScreens,
  ...duplicateCheckScreens,
  ...editingScreens,
  ...enforcementConfigScreens,
  ...contactScreens,
  ...enforcementScreens,
  ...revisitScreens,
  ...domainSearchScreens,
  ...caseFileScreens,
  ...escalationScreens,
  ...clusterScreens,
  ...notificationScreens,
  ...activityScreens,
  ...homeScreens,
  ...workScreens,
  ...historyScreens,
  ...chartScreens,
  ...sellerScreens,
  ...reportScreens,
  ...exportScreens,
  ...stagingScreens,
  ...quickToolScreens,
  ...scraperScreens,
  ...trademarkReportScreens,
  ...demoScreens,
]

/** Every screen of the console: those of the features and the frame's own. */
export const allScreens: readonly Screen[] = [...featureScreens, ...ownScreens]

/** The screen at a path; undefined where there is none. */
export const screenAt = (path: string | undefined): Screen | undefined => allScreens.find((one) => one.path === path)
