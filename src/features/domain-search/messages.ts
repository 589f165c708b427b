import { escapeHtml } from '#vocabulary/escape-html.ts'
import { countText } from '#vocabulary/numbers.ts'
import { keywordLength, maxKeywords } from './rules.ts'

export const labels = { company: 'Company', brand: 'Brand', keywords: 'Keywords', date: 'Date' } as const

/** How a name was made from its keyword, by the family of names (dnstwist's). */
const variations: Readonly<Record<string, string>> = {
  affix: 'joined to another word',
  dictionary: 'joined to another word',
  'tld-swap': 'with another ending',
  homoglyph: 'with letters that look alike',
  cyrillic: 'with Cyrillic letters',
  confusable: 'with letters that look alike',
  omission: 'with a letter left out',
  repetition: 'with a letter doubled',
  transposition: 'with two letters swapped',
  replacement: 'with a letter replaced',
  insertion: 'with a letter added',
  addition: 'with a letter added',
  'vowel-swap': 'with another vowel',
  plural: 'in the plural',
  hyphenation: 'with a hyphen added',
  subdomain: 'with a dot added',
  bitsquatting: 'with a letter replaced',
}

/** Sentences of the calls and of runs. */
export const messages = {
  /** The field in the data log. */
  keywords: 'Number of keywords',
  decision: 'Decision',
  saved: 'Schedule saved successfully.',
  keywordNotValid: (line: number, text: string) =>
    `Line ${countText(line)} is not a keyword: ${text}. Use ${keywordLength.min} to ${keywordLength.max} letters, digits, spaces, hyphens or dots.`,
  tooManyKeywords: `A brand has at most ${countText(maxKeywords)} keywords`,
  keywordRemoved: (keyword: string) => `“${keyword}” is no longer searched.`,
  onlyKeyword: 'A schedule keeps one keyword. Add the new one first, then remove this.',
  keywordsTooLong: 'Keywords are too long',
  started: 'The search will start in a moment.',
  alreadyRunning: 'This schedule is already running.',
  stopped: (username: string) => `Stopped by ${username}`,
  stopDone: 'The search was stopped.',
  notRunning: 'This search is no longer running.',
  switchedOff: 'Look-ups are switched off on this server (LOOK_UPS).',
  brandGone: 'The brand was deleted, disabled, or no longer has the platform Domain.',
  interrupted: 'It was interrupted too many times.',
  failed: 'It could not be completed because of an error on the server.',
  unknownRecord: 'There is no such record.',
  alreadyDecided: 'Somebody has already decided about this domain.',
  alreadyFinding: 'This domain is already a finding of the brand.',
  whiteListed: 'This domain is on a white list of the brand.',
  refused: 'The finding could not be saved.',
  refusedBecause: (reason: string) => `The finding could not be saved: ${reason}.`,
  madeFinding: 'The domain was saved as a finding.',
  madeFindings: (count: number) => `${countText(count)} domains were saved as findings.`,
  ignored: 'The domain will not be shown again.',
  manyIgnored: (count: number) => `${countText(count)} domains will not be shown again.`,
  partly: (done: number, refused: number, reasons: readonly string[]) =>
    `${countText(done)} decided; ${countText(refused)} could not be. ${reasons.join(' ')}`,
  takenBack: (done: number) =>
    done === 1 ? 'The domain is back in the list.' : `${countText(done)} domains are back in the list.`,
  partlyTakenBack: (done: number, refused: number, reasons: readonly string[]) =>
    `${countText(done)} put back in the list; ${countText(refused)} could not be. ${reasons.join(' ')}`,
  notDecided: 'Nobody has decided about this domain, or the decision was already undone.',
  findingEnforced: 'Its finding has been enforced, so the decision stays.',
  findingTouched: 'Its finding has been changed, commented on or assigned since, so the decision stays.',
  findingStays: (reason: string) => `Its finding could not be deleted: ${reason}.`,
  noNameFile: 'File is required',
  nameFileTooLarge: 'The file is larger than 100 MB.',
  noNames: 'No names were found in the file.',
  fileGone: 'The file is no longer stored',
  fileOfNames: 'File of names',
  feedContinues: 'Only files of names can be dismissed.',
  feedBeingRead: 'This file is still being read.',
  feedDismissed: 'The file was removed from the list.',
  notNames: 'Only text files with one name or web address per line are accepted, plain or compressed with gzip.',
  namesStored: 'The file was stored and is being read.',
  addressNotValid: 'Enter an address that begins with http:// or https://',
  pictureNotStored: 'The picture is not stored',
  tooManyReferences: (max: number) => `A brand has at most ${countText(max)} pages and images`,
  referenceExists: 'It is already in the list.',
  referenceAdded: 'It was added and is being read.',
  referenceRemoved: 'It was removed.',
  pictureUnreadable: 'The picture cannot be compared: it is damaged, or shows too little',
  changed: (domain: string, what: string) =>
    `<b>${escapeHtml(domain)}</b> has changed since it was decided: ${escapeHtml(what)}.`,
  variation: (keyword: string, family: string) => `'${keyword}' ${variations[family] ?? 'in another form'}`,
  newMail: (server: string) => `it now has a mail server (${server})`,
  newCertificate: (issuer: string) => `it now has a certificate (${issuer})`,
  newLikeness: (percent: number, why: string) => `its page is now ${percent}% similar to the brand's (${why})`,
  recordsNotValid: 'Records are not valid',
} as const
