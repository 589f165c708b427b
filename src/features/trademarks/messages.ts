import type { Day } from '#vocabulary/dates.ts'
import { counted, countText } from '#vocabulary/numbers.ts'

/** Messages about changes of marks, and why a file of the clearinghouse is rejected. */
export const messages = {
  /** The fields that are no columns, in the data log. */
  logged: {
    company: 'Company',
    brand: 'Brand',
    notificationData: 'Notification data',
    labels: 'Labels',
    smdId: 'SMD id',
  },
  added: 'TMCH record saved successfully',
  updated: 'TMCH record updated successfully',
  removed: 'Record deleted successfully',
  notified: 'Notification added successfully',
  signedMarkRead: 'The signed mark file is valid.',
  revocationNotKnown: 'Verified, revocation not known: no current revocation list to compare its certificate with.',
  /** At the status in lists and files, whose own spelling is fixed (G103). */
  statusRemark: 'Status Remark',
  revocationOpen: 'Revocation not known',
  revoked: (day: string) => `Signed mark revoked on ${day}`,
  /** For an Admin who reads the file: what has to be configured. */
  revocationNotKnownHere:
    'Verified, revocation not known: no current revocation list (TMCH_CRL_FILE) to compare its certificate with.',
  notTheSignedName: 'Mark Name must be one in the signed mark file',
  smdExists: 'Signed mark already exists',
  expiryBeforeStart: 'Expiry Date must be after Start Date',
  listLoaded: (entries: number, found: number) =>
    `${counted(entries, 'entry', 'entries')} loaded, ${found} of your marks found`,
  noRoot: 'The certificates named by TMCH_ROOT_FILE cannot be read.',
  noCrl: 'The revocation list named by TMCH_CRL_FILE cannot be read.',
} as const

/** Why a signed mark file is rejected: the check that failed, then the reason. */
export const signedMarkRefusals = {
  tooLarge: 'Size check failed: a signed mark file must not exceed 256 KB.',
  notEncoded: 'Format check failed: this is not a signed mark file (.smd).',
  notXml: 'Format check failed: the file does not hold well-formed XML.',
  declaresEntities: 'Format check failed: the XML declares a document type or entities, which no signed mark needs.',
  tooDeep: 'Format check failed: the XML is nested or repeated far beyond what a signed mark needs.',
  notSignedMark: 'Format check failed: the XML is not a signed mark of RFC 7848.',
  incomplete: (what: string) => `Format check failed: the signed mark has no valid ${what}.`,
  signatureShape: 'Signature check failed: the signature does not cover exactly this signed mark.',
  weakAlgorithm: 'Signature check failed: it uses an algorithm that RFC 7848 does not allow.',
  tampered: 'Signature check failed: the content is not what was signed.',
  noCertificate: 'Certificate check failed: the signature carries no certificate that can be read.',
  unknownRoot: 'Certificate check failed: the certificate does not lead to a trusted clearinghouse certificate.',
  certificateExpired: (from: Day, to: Day) =>
    `Certificate check failed: the certificate is valid from ${from} to ${to}.`,
  certificateRevoked: 'Certificate check failed: the certificate was revoked.',
  notYetValid: (from: Day) => `Validity check failed: the signed mark is valid from ${from}.`,
  expired: (to: Day) => `Validity check failed: the signed mark expired on ${to}.`,
  revoked: (on: Day) => `Revocation check failed: the signed mark was revoked on ${on}.`,
} as const

/** Why a list of the clearinghouse is rejected. */
export const listRefusals = {
  empty: 'The file is empty.',
  noSignature: 'The signature file is not an OpenPGP signature.',
  notSigned: 'The signature was not made by the clearinghouse for this exact list.',
  firstLine: 'Line 1 must hold the version 1 and the time the list was made, such as 1,2024-05-01T00:00:00.0Z.',
  header: 'Line 2 must be DNL,lookup-key,insertion-datetime or smd-id,insertion-datetime.',
  line: (line: number, shape: string) => `Line ${line} must hold ${shape}.`,
  duplicate: (line: number, key: string) => `Line ${line} repeats ${key}.`,
  tooMany: (max: number) => `The list has more than ${countText(max)} entries.`,
  future: (madeAt: string) => `This list is dated ${madeAt}, which is in the future.`,
  older: (madeAt: string, loaded: string) =>
    `This list was made on ${madeAt}; a newer one, made on ${loaded}, is already loaded.`,
} as const
