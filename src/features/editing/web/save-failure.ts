import type { EditReport } from '#features/editing/contract.ts'
import { CallFailed } from '#kit/web/call.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { texts } from './texts.ts'

/**
 * The alert after a rejected save (S-252 to S-255): e-commerce shows the first data error, or that addresses or listing
 * ids are duplicates; domain and social media show white-listed addresses; the other platforms show no alert, because
 * the sheet marks the errors.
 */
export function failureText(
  platform: Pick<FindingPlatformDefinition, 'saveFailure'>,
  error: unknown,
  report: EditReport | undefined,
): string | undefined {
  switch (platform.saveFailure) {
    case 'first-error': {
      if (!report) return (error instanceof CallFailed && Object.values(error.fields)[0]) || texts.somethingWrong
      if (report.urlCount + report.lidCount > 0) return texts.duplicates
      return report.duplicates[0]?.reason ?? report.message
    }
    case 'own-domains':
      return report && report.whiteLabelUrl > 0 ? texts.ownDomains : undefined
    case 'own-links':
      return report && report.whiteLabelUrl > 0 ? texts.ownLinks : undefined
    default:
      return undefined
  }
}
