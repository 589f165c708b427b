import { countText } from '#vocabulary/numbers.ts'
import { maxLineLength, maxLines } from './rules.ts'

export const duplicateCheckMessages = {
  lineCount: `Content must be between 1 and ${countText(maxLines)} lines`,
  longLine: (line: number) => `Line ${countText(line)} is longer than ${countText(maxLineLength)} characters`,
  notText: 'URLs must be a list of texts',
}

/** Why lines without blank ones cannot be checked: there are too many, or one is too long; undefined when they can. */
export function refuseLines(lines: readonly string[]): string | undefined {
  if (lines.length === 0 || lines.length > maxLines) return duplicateCheckMessages.lineCount
  const long = lines.findIndex((line) => line.trim().length > maxLineLength)
  return long < 0 ? undefined : duplicateCheckMessages.longLine(long + 1)
}
