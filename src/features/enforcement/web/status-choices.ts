import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { statusesOf } from '#vocabulary/status-moves.ts'
import { noAction, statusDisplay } from '#vocabulary/statuses.ts'

/** The options of 'Change Status to': the platform's statuses; 'No action' has a small a in this dialog only (G43). */
export function statusChoices(platform: FindingPlatform): { value: string; label: string }[] {
  return statusesOf(platform).map((code) => ({
    value: code,
    label: code === noAction ? 'No action' : statusDisplay(code).name,
  }))
}
