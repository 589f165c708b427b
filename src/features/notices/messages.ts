import type { Harm } from '#vocabulary/harm-kinds.ts'
import { type HarmKind, harmNames } from '#vocabulary/harm-names.ts'
import { countText } from '#vocabulary/numbers.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { Lack, TestPurchase } from './rules.ts'

/** Who acts on abuse on each platform, and who could be asked there instead of those that a kind of harm names. */
const noAbuseOn: Readonly<
  Record<FindingPlatform, { desk: string; instead?: Readonly<Partial<Record<HarmKind, string>>> }>
> = {
  domain: { desk: 'a registrar or host' },
  website: { desk: 'a registrar or host' },
  'e-commerce': { desk: 'a marketplace' },
  'social-media': {
    desk: 'a social network',
    instead: {
      price: 'the seller, or the distributor who supplied it',
      none: "whoever runs the account, or the network's own report of an account or post",
    },
  },
  'app-store': {
    desk: 'an app store',
    instead: { price: 'the developer', none: "the developer, or the store's own report of an app" },
  },
}

/** The user-visible messages of the notices feature. */
export const messages = {
  lack: {
    authority: 'Authority document is missing: attach a power of attorney to the enforcement configuration',
    right:
      'Trademark or other right is missing: add a trademark of the brand with its registration number, or attach its certificate to the configuration',
    work: "The original work is not named: add its title and address to the brand's original works",
    evidence: 'Evidence image is missing',
    ownSite: "The brand's own website is not known: add it to the company's white list",
    signer: 'The signer of notices is not known: add name, email and phone to the company',
    oneSite: 'The address and the domain name of the finding belong to different sites: correct the finding first',
    whitelisted: 'The target is on the white list',
    instrument:
      'No registrar acts on this: there is no DNS abuse. Write to the host about the content, or use the filing sheet for a domain name dispute',
    noAbuse: 'This is not abuse, so no notice is sent',
  } satisfies Record<Lack, string>,
  /** Said of a missing authority where there is nothing that it could be attached to. */
  noConfiguration:
    'There is no enabled enforcement configuration for this brand and platform: an Admin adds it, with a power of attorney',
  /** Of DNS abuse, where the image cell has a web address and no visit has reached the page. */
  evidenceOutside:
    'Evidence image is only a web address, which shows neither that nor when the page was seen: have a picture of the page taken, or add one',
  /** The message, with the number of affected records when there are several. */
  lacking: (lack: Lack, records: number, of: number) => messages.ofRecords(messages.lack[lack], records, of),
  ofRecords: (sentence: string, records: number, of: number) =>
    of === 1 ? sentence : `${sentence} (${countText(records)} of ${countText(of)} records)`,
  /** A trademark in the domain name alone: neither registrar nor host acts, so neither is recommended. */
  nameAlone:
    'Neither registrar nor host acts on a trademark in a domain name alone. Use the filing sheet for a domain name dispute, or, if the page itself does harm, set its reason code in Edit Data first',
  /** An IP address, or a name that a platform gave its customer. */
  noRegistrar: 'This address has no registrar of its own: write to its host',
  /** Why no notice is sent about findings of this kind on a platform, and who could be asked. */
  noAbuse: (kind: HarmKind, { platform, alternative }: { platform: FindingPlatform; alternative: string }) => {
    const { desk, instead } = noAbuseOn[platform]
    const sentence =
      kind === 'none'
        ? `The reason code names no abuse that ${desk} acts on`
        : `A ${harmNames[kind].toLowerCase()} is not abuse that ${desk} acts on`
    return `${sentence}, so no notice is sent. It could go to ${instead?.[kind] ?? alternative}.`
  },
  /** Of a report, after the name of its desk. */
  byForm: (ticket: string | null) => `through its web form${ticket === null ? '' : `, ticket ${ticket}`}`,
  onlyAdmin: 'Only an Admin may send an incomplete notice',
  platformNotValid: 'Platform is not valid',
  /** Of the picture of the page. */
  picture: {
    label: 'Picture',
    file: (fileName: string, sha256: string) => `${fileName}, SHA-256 ${sha256}`,
    reduced: (sha256: string) => `, reduced from the stored picture with SHA-256 ${sha256}`,
    described: (sha256: string, size: string) => `SHA-256 ${sha256}, ${size}, sent on request`,
  },
  /** Of files that a report through a web form names: whoever fills in the form attaches them there. */
  onRequest: ' (available on request)',
  /** Of a counterfeit and the article that it imitates. */
  pictures: {
    sideBySide: 'Found and genuine',
    foundCaption: 'Found',
    genuineCaption: (name: string) => `Genuine: ${name}`,
    genuineArticle: 'Genuine article',
  },
  testPurchase: ({ address, isOwn, seller, purchasedOn, orderNumber, fault }: TestPurchase) =>
    [
      `bought${purchasedOn ? ` on ${purchasedOn}` : ''} from ${seller}`,
      ...(isOwn ? [] : [`at ${address}`]),
      ...(orderNumber ? [`order ${orderNumber}`] : []),
      `what was wrong: ${fault}`,
    ].join('; '),
  testPurchaseLabel: 'Test purchase',
  /** A host with letters outside ASCII. */
  shownAs: 'Shown as',
  /** A copy or a request for data imitates nobody. */
  brandLabel: ({ basis }: Pick<Harm, 'basis'>) =>
    ['copyright', 'registration-data'].includes(basis) ? 'Brand' : 'Brand imitated',
  /** What proves a counterfeit, where several fit. */
  proofs: {
    saved: 'Notices will state your choice',
    notChosen: 'Chosen automatically',
    noArticle: 'The brand has no such genuine article',
    noPurchase: 'No such test purchase fits this finding',
  },
  /** A message that leads to the page. */
  message: {
    label: 'Message that leads here',
    title: 'Message that leads to the page',
    kinds: { email: 'email', text: 'text message', picture: 'screenshot of a message' },
    from: (sender: string) => `from ${sender}`,
    subject: (subject: string) => `subject “${subject}”`,
    sent: (moment: string) => `sent ${moment}`,
    received: (day: string) => `received on ${day}`,
    withHeaders: (fileName: string) => `full headers in the attachment ${fileName} (recipients masked)`,
    attached: (fileName: string) => `attachment ${fileName}`,
    caption: 'The message',
    originalHash: (sha256: string) =>
      `SHA-256 of the original, which names its recipients and stays with the sender of the notices: ${sha256}`,
    hash: (sha256: string) => `SHA-256 ${sha256}`,
    added: 'Message added',
    removed: 'Message removed',
    required: 'Choose a file or paste the message',
    notUsed: 'Only notices about phishing, malware and false shops state a message',
    tooMany: 'A finding can have three messages. Remove one first.',
    perHour: 'You have added too many messages in the last hour. Try again later.',
    fileTypes: 'an email as .eml, or a picture as PNG, JPEG, WebP or GIF. Save an Outlook message (.msg) as .eml first',
    fileTooLarge: 'File must not be larger than 4 MB',
    pictureTooLarge: 'Picture must not be larger than 1.5 MB',
    textTooLong: 'Text must not have more than 200,000 characters',
  },
  /** Of an email about several addresses. */
  list: {
    /** `how` begins with a space or a comma. */
    visits: (how: string) => `we visited the addresses${how}; those whose picture was stored otherwise say so`,
    count: (n: number) => `${countText(n)} addresses`,
    title: (n: number) => `The ${countText(n)} addresses`,
    applies: (n: number) => `This applies to each of the ${countText(n)} addresses listed below.`,
    addresses: 'the addresses listed below',
    domains: 'each domain name listed below',
    eachName: 'Each domain name listed below',
    seeList: 'see the list below',
    above: 'the addresses above',
    answer:
      'You may reply about all of them at once or about each separately: a reply that names addresses is taken to concern only those.',
    reports: (isOfAll: boolean) =>
      `an XARF 4.2 report for each ${isOfAll ? 'address' : 'address that names one'}, attached`,
    earlier: (notice: string) => `Notice before: ${notice}`,
    genuine: (name: string, fileName: string) => `genuine article ${name}, ${fileName}`,
    pictureOf: (n: number) => `Picture of address ${countText(n)}`,
  },
} as const

/** The texts of a filing sheet. */
export const sheetTexts = {
  noName: 'The finding names no registered domain name, so there is no such proceeding.',
  notCovered: (procedure: string, name: string, others: readonly string[], own: string | undefined) =>
    [
      `${procedure} does not cover ${name}.`,
      others.length > 0
        ? `Open to it: ${others.join(', ')}.`
        : own
          ? `Its registry has its own way: ${own}.`
          : 'Ask its registry how it decides disputes.',
    ].join(' '),
  title: (procedure: string, host: string) => `${procedure} filing sheet: ${host}`,
  notKnown: '(not known)',
  filing: 'Where to file',
  providers: 'Providers',
  providersOf: {
    UDRP: 'WIPO Arbitration and Mediation Center, The Forum, Czech Arbitration Court, Asian Domain Name Dispute Resolution Centre. The UDRP covers every gTLD and the country codes that adopted it.',
    INDRP:
      'The .IN Registry (NIXI), which appoints the arbitrator. The INDRP covers .in, its second-level names such as .co.in, and the Indian-language names of the registry.',
    URS: 'The Forum, Asian Domain Name Dispute Resolution Centre, MFSD. The URS covers gTLDs introduced since 2013 and those whose agreements include it. It needs a word mark in use and clear and convincing evidence, and only suspends the name.',
  },
  elements: {
    similar: {
      UDRP: 'Identical or confusingly similar (UDRP 4(a)(i))',
      URS: 'Identical or confusingly similar to a word mark in use (URS 1.2.6.1)',
      INDRP: 'Identical or confusingly similar (INDRP 4(a))',
    },
    noRights: {
      UDRP: 'No rights or legitimate interests (UDRP 4(a)(ii))',
      URS: 'No legitimate right or interest (URS 1.2.6.2)',
      INDRP: 'No rights or legitimate interests (INDRP 4(b))',
    },
    badFaith: {
      UDRP: 'Registered and used in bad faith (UDRP 4(a)(iii))',
      URS: 'Registered and used in bad faith (URS 1.2.6.3)',
      INDRP: 'Registered or used in bad faith (INDRP 4(c))',
    },
  },
  compared: {
    identical: (label: string, mark: string) => `The label "${label}" is identical to the mark ${mark}.`,
    contains: (host: string, mark: string) => `The name ${host} contains the mark ${mark} in full.`,
    foreign: (host: string, mark: string) =>
      `The name ${host} has letters outside ASCII; compare how it is displayed with the mark ${mark}.`,
    toJudge: (host: string, mark: string) =>
      `The name ${host} does not contain the mark ${mark} in full: state how it imitates it.`,
  },
  listed: 'The address is on a white list of the complainant: check whether it was permitted.',
  notListed: (company: string) => `${company} has not listed this address as its own or as permitted.`,
  named: 'The published registrant has the mark in its name: check whether it is known by it.',
  notNamed: 'The published registrant does not have the mark in its name.',
  compareDates: (registered: string) => `Registered on ${registered}; compare with the date of the mark.`,
  moreMarks: (count: number) => `${countText(count)} more`,
  otherMarks: 'Other marks of the brand',
  toState: 'To decide and to state',
  /** What a complaint states that no evidence tells, by procedure: [label, text]. */
  stated: {
    UDRP: [
      ['Remedy', 'Transfer or cancellation of the domain name (UDRP 4(i)): to be chosen.'],
      ['Panel', 'One member or three, who cost more: to be chosen (UDRP Rules 3(b)).'],
      [
        'Language',
        'That of the registration agreement, unless the parties agree or the panel decides otherwise (UDRP Rules 11(a)). The registrar names it when the provider asks.',
      ],
      ['Jurisdiction', "The courts at the registrar's principal office, or at the registrant's address: to be chosen."],
      ['Other proceedings', 'None is recorded here. State any that was begun or ended about this name.'],
      ['Other names', 'One complaint may be about several names of the same registrant (UDRP Rules 3(c)).'],
      ['Length', 'At WIPO the facts and grounds have at most 5,000 words.'],
      ['Certification', 'The closing statement of UDRP Rules 3(b), word for word, signed by the complainant.'],
    ],
    URS: [
      ['Remedy', 'Suspension until the registration ends, which can be extended by a year (URS 10).'],
      [
        'Proof of use',
        'A declaration with a specimen of current use in commerce, or the SMD file of the Trademark Clearinghouse (URS 1.2.6.1).',
      ],
      ['Language', 'English (URS Rules 9(a)).'],
      ['Length', 'At most 500 words of explanation (URS 1.2.7).'],
    ],
    INDRP: [
      ['Remedy', 'Transfer or cancellation of the domain name: to be chosen.'],
      ['Tribunal', 'One arbitrator, whom the .IN Registry appoints.'],
      ['Language', 'English.'],
      ['Other proceedings', 'None is recorded here. State any that was begun or ended about this name.'],
    ],
  } satisfies Record<string, readonly (readonly [string, string])[]>,
  caseFile: 'The case file of this finding has the picture, visits, notices and answers with their hashes.',
} as const
