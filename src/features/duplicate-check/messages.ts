import { countText } from '#vocabulary/numbers.ts'
import { maxLineLength, maxLines } from './rules.ts'

export const duplicateCheckMessages = {
  lineCount: `Content must be between 1 and ${countText(maxLines)} lines`,
  longLine: (line: number) => `Line ${countText(line)} is longer than ${countText(maxLineLength)} characters`,
  notText: 'URLs must be a list of texts',
}
