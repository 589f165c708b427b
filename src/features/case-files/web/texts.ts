import type { CaseFile } from '#features/case-files/contract.ts'
import { type Certificate, maxStampDays } from '#features/case-files/rules.ts'
import { counted, countText, sizeText } from '#vocabulary/numbers.ts'

/** The texts of the case file screens. */
export const texts = {
  button: 'Case file',
  create: 'Create case file',
  confirmSeveral: 'Create one file for all of them',
  contents: (findings: number) =>
    `Evidence, notices, replies and visits of ${counted(findings, 'finding')}, signed, with a PDF for reading.`,
  certificate: 'Certificate page',
  certificateHint: 'For the person who vouches for the records in court. It is filled in and signed by hand.',
  certificates: {
    none: 'None',
    india: 'India: Bharatiya Sakshya Adhiniyam, section 63(4)',
    us: 'United States: 28 U.S.C. § 1746',
  } satisfies Record<Certificate, string>,
  state: {
    waiting: 'Waiting',
    building: 'In progress',
    ready: 'Ready',
    failed: 'Failed',
    dropped: 'Deleted',
  } satisfies Record<CaseFile['state'], string>,
  progress: (done: number, findings: number) =>
    done === findings ? 'Creating the PDF' : `${countText(done)} of ${countText(findings)} findings`,
  ready: (findings: number) => `The case file of ${counted(findings, 'finding')} is ready.`,
  mayClose: 'You can close this window. The file will appear under Case Files.',
  verificationCode: 'Verification code',
  verificationHint:
    'Recipients can verify the file with this code, without signing in: they open this page and drop the file on it.',
  verifyPage: 'Verify a file',
  proof: 'Proof',
  signed: 'Signed with the key of this installation.',
  notSigned: 'Not signed: older than signatures.',
  stamped: (host: string, moment: string) => `Time stamp of ${host}: ${moment}`,
  notStamped: (host: string, stamp: { problem: string | null; tries: number; isGivenUp: boolean }) => {
    const tries = `${stamp.tries} ${stamp.tries === 1 ? 'try' : 'tries'}${stamp.problem === null ? '' : `; ${stamp.problem}`}`
    return stamp.isGivenUp
      ? `No time stamp of ${host}: it was requested for ${maxStampDays} days without success (${tries}).`
      : `Time stamp of ${host} is still to come (${tries}). It will be in the proof.`
  },
  copy: 'Copy code',
  copied: 'Copied',
  download: (title: string) => `Download ${title}`,
  zip: (bytes: number | null) => `ZIP ${sizeText(bytes ?? 0)}`,
  pdf: (bytes: number | null) => `PDF ${sizeText(bytes ?? 0)}`,
  arrived: (bytes: number) => `${sizeText(bytes)} downloaded`,
  warnings: 'Problems with the evidence',
  none: 'No case files yet',
  noneHint:
    'Select findings in Enforcement and click “Case file” to collect the evidence, notices and replies of each.',
  toEnforcement: 'Go to Enforcement',
  complaint: 'ICANN Complaint',
  complaintProblems: 'Before you file it',
  copyComplaint: 'Copy everything',
} as const

/** Of the screen with the daily lists of evidence. */
export const dayTexts = {
  intro:
    'Each day has a list of the SHA-256 of everything stored on it (UTC): pictures and other files, notices, and answers. The list is signed and time-stamped. Whoever gets it can verify that a picture or a notice existed by the end of that day and has not been altered since.',
  day: 'Day (UTC)',
  files: 'Pictures, files',
  notices: 'Notices',
  answers: 'Answers',
  items: 'Items',
  stamps: 'Time stamps',
  code: 'Code',
  notCounted: 'Not counted',
  noStamps: 'None requested',
  stampsOf: (got: number, all: number, isOver: boolean) =>
    got === all ? `${got} of ${all}` : `${got} of ${all}, ${isOver ? 'given up' : 'waiting'}`,
  download: 'Download',
  downloadOf: (day: string) => `Download the list of ${day}`,
  covers: (from: string | null, day: string) =>
    from === null
      ? `Covers everything stored until the end of ${day}.`
      : from === day
        ? `Covers everything stored on ${day}.`
        : `Covers everything stored from ${from} to ${day}, because no list was made in between.`,
  first: 'The first list.',
  follows: (previous: string) => `The list before has the code ${previous}.`,
  missing: 'A list is missing',
  missingHint: (previous: string | null) =>
    previous === null
      ? 'This list says that it is the first, but there are earlier ones.'
      : `This list names one before it with the code ${previous}, which is not here. Restore the database from a backup.`,
  signed: 'Signed when it was made, with the key of this installation.',
  notSigned: 'Made before lists were signed. It is signed when you download it.',
  noAuthority: 'No time-stamp authority was set when it was made (TIME_STAMP_URLS).',
  none: 'No daily lists yet',
  noneHint: 'The first one is made at 01:20 UTC, of everything stored until the end of the day before.',
} as const

/** Colours of the states, shown next to their labels. */
export const stateColours: Readonly<Record<CaseFile['state'], string>> = {
  waiting: '#757575',
  building: '#1565c0',
  ready: '#2e7d32',
  failed: '#c62828',
  dropped: '#6d4c41',
}

/** The texts of verify.html that its script writes. */
export const verifyTexts = {
  file: (name: string) => `File: ${name}.`,
  keys: (count: number, from: string) => `${count} public ${count === 1 ? 'key' : 'keys'} of the issuer, from ${from}.`,
  proof: 'Separate proof given.',
  roots: (count: number) => `${count} root ${count === 1 ? 'certificate' : 'certificates'} given.`,
  unknown: (name: string) => `${name} is neither a case file or daily list nor a proof, keys or certificates.`,
  badRoots: (name: string, reason: string) => `${name} cannot be used. ${reason}.`,
  badCode: 'A verification code has 64 hexadecimal digits',
  reading: (percent: number) => `Reading … ${percent}%`,
  unreadable: 'The file could not be read',
} as const
