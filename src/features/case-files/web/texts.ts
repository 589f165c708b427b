import type { CaseFile } from '#features/case-files/contract.ts'
import { countText } from '#vocabulary/numbers.ts'

/** What the case file screens say. */
export const texts = {
  title: 'Case Files',
  button: 'Case file',
  asking: 'Asking for the case file …',
  state: {
    waiting: 'Waits for its turn',
    building: 'Being made',
    ready: 'Ready',
    failed: 'Not made',
    dropped: 'No longer kept',
  } satisfies Record<CaseFile['state'], string>,
  progress: (done: number, findings: number) =>
    done === findings ? 'Drawing the PDF' : `${countText(done)} of ${countText(findings)} findings`,
  ready: (findings: number) =>
    `The case file of ${countText(findings)} ${findings === 1 ? 'finding' : 'findings'} is ready.`,
  stays: 'You may close this: it is made all the same, and stands under Case Files.',
  head: 'Head of the chain',
  headHint: 'Whoever gets the file can check it with this: npm run verify-file -- FILE.zip --head HEAD',
  copy: 'Copy the head',
  copied: 'Copied',
  zip: (bytes: number | null) => `ZIP ${sizeOf(bytes)}`,
  pdf: (bytes: number | null) => `PDF ${sizeOf(bytes)}`,
  arrived: (bytes: number) => `${sizeOf(bytes)} loaded`,
  warnings: 'Does not fit in the evidence',
  none: 'No case files yet',
  noneHint:
    'Choose findings in Enforcement and press “Case file”: it gathers the evidence, notices and answers of each.',
  toEnforcement: 'Go to Enforcement',
} as const

function sizeOf(bytes: number | null): string {
  const n = bytes ?? 0
  return n < 1e6 ? `${Math.max(1, Math.round(n / 1e3))} kB` : `${(n / 1e6).toFixed(1)} MB`
}

/** Colours of the states; their words stand beside them. */
export const stateColours: Readonly<Record<CaseFile['state'], string>> = {
  waiting: '#757575',
  building: '#1565c0',
  ready: '#2e7d32',
  failed: '#c62828',
  dropped: '#6d4c41',
}
