import type { RejectionReason } from '#features/duplicate-check/rules.ts'
import { counted, countText } from '#vocabulary/numbers.ts'

const lines = (n: number) => counted(n, 'line')

export const texts = {
  title: 'Duplicate Check',
  file: 'Upload .txt',
  content: 'Paste .txt Content',
  contentHint: 'One address per line, 20,000 at most.',
  lineCount: lines,
  check: 'Check Duplicate',
  onlySome: (platforms: string) => `Only ${platforms} can be checked here.`,
  allBrands: 'All brands',
  badFile: 'Please upload a valid .txt file.',
  missing: {
    company: 'Please select a company.',
    content: 'Please paste valid .txt content.',
    platform: 'Please select a platform.',
  },
  unreachable: 'The server cannot be reached. Please try again.',
  unique: 'No Duplicate URLs',
  duplicate: 'Duplicate URLs',
  noneUnique: 'Every address is a duplicate.',
  noneDuplicate: 'No address is a duplicate.',
  copy: 'Copy',
  copied: (n: number) => `${lines(n)} copied.`,
  notCopied: 'Copying is not possible here. Download the list instead.',
  download: 'Download .txt',
  upload: 'Upload the unique ones',
  uploadHint: 'Choose the brand these addresses belong to, then check again.',
  repeats: (line: number) => `Repeats line ${countText(line)}`,
  comparedAs: (compared: string) => `Compared as ${compared}`,
  open: 'Open finding',
  rejected: {
    'white-listed': 'White-listed: an upload would reject it',
    'not an address': 'Not a web address: an upload would reject it',
  } satisfies Record<RejectionReason, string>,
} as const

/** How long a field stays marked as missing, in milliseconds (S-189). */
export const highlightMilliseconds = 4000
