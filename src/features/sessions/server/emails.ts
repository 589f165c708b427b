import { helpLine } from '#features/sessions/messages.ts'
import { recoveryCodeCount } from '#features/sessions/rules.ts'
import type { OutgoingEmail } from '#kit/server/mail.ts'
import type { Settings } from '#kit/server/serve.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { maskedAddress } from './present-user.ts'
import type { Person } from './queries.ts'

/** The email with a one-time code. */
export function codeEmail(settings: Settings, person: Person, code: string): OutgoingEmail {
  return {
    kind: 'one-time-code',
    to: person.email,
    subject: `${settings.productName}: your one-time code`,
    ...secretOf(settings, code),
    text: [
      `Hello ${person.firstName},`,
      `Your one-time code is ${code}. It is valid for 10 minutes.`,
      `If you did not try to sign in, change your password. ${helpLine(settings.supportAddress)}`,
    ].join('\n\n'),
  }
}

/** The demo world's mailbox shows codes and links: its people have no other. */
const secretOf = ({ demo }: Settings, secret: string) => (demo ? {} : { secret })

/** Tells somebody that others guess at the password, and how to get in meanwhile. */
export function guessingEmail(settings: Settings, person: Person): OutgoingEmail {
  return {
    kind: 'guessing',
    to: person.email,
    subject: `${settings.productName}: wrong passwords for your account`,
    text: [
      `Hello ${person.firstName},`,
      'In the last 24 hours many wrong passwords were entered for your account, from places where you have not signed in before. ' +
        'Nobody got in. Such places are refused for now.',
      'You can sign in as usual where you signed in during the last 30 days. Anywhere else, choose “Forgot Password?” on the sign-in page.',
      helpLine(settings.supportAddress),
    ].join('\n\n'),
  }
}

const twoFactorNews = {
  on: 'From now on your sign-in asks for a code of your authenticator app.',
  off: 'Your authenticator app was turned off: your sign-in asks for none of its codes any more.',
  reset: 'An administrator removed your authenticator app and signed you out everywhere.',
  renewed: 'New recovery codes were made. The ones you had before no longer work.',
} as const

/** Tells the owner of an account that its second factor has changed. */
export function twoFactorEmail(settings: Settings, person: Person, what: keyof typeof twoFactorNews): OutgoingEmail {
  return {
    kind: 'two-factor',
    to: person.email,
    subject: `${settings.productName}: your two-factor sign-in has changed`,
    text: [`Hello ${person.firstName},`, twoFactorNews[what], unexpected(settings)].join('\n\n'),
  }
}

const unexpected = ({ supportAddress }: Settings): string =>
  `If you do not expect this, change your password. ${helpLine(supportAddress)}`

/** Tells the owner of an account that a recovery code opened it, and how many are left. */
export function recoveryCodeEmail(settings: Settings, person: Person, left: number): OutgoingEmail {
  return {
    kind: 'recovery-code',
    to: person.email,
    subject: `${settings.productName}: a recovery code was used`,
    text: [
      `Hello ${person.firstName},`,
      `A recovery code was used to sign in. ${left === 0 ? 'None is' : `${left} of ${recoveryCodeCount} ${left === 1 ? 'is' : 'are'}`} left.`,
      `Make new recovery codes:\n${settings.appUrl}/security`,
      unexpected(settings),
    ].join('\n\n'),
  }
}

const nowIn = ({ businessZone: zone }: Settings) => `${showMoment(new Date().toISOString(), zone)} (${zone})`

const passwordChanges = {
  own: '',
  link: ' with a link to choose a new password',
  admin: ' by an administrator',
} as const

/** Tells the owner of an account that its password was changed, when and how. */
export function passwordEmail(
  settings: Settings,
  person: Pick<Person, 'email' | 'firstName'>,
  how: keyof typeof passwordChanges,
): OutgoingEmail {
  return {
    kind: 'password-changed',
    to: person.email,
    subject: `${settings.productName}: your password was changed`,
    text: [
      `Hello ${person.firstName},`,
      `The password of your account was changed on ${nowIn(settings)}${passwordChanges[how]}. You were signed out everywhere.`,
      'If this was not you, choose “Forgot Password?” on the sign-in page at once.',
      `Open the sign-in page:\n${settings.appUrl}/login`,
      helpLine(settings.supportAddress),
    ].join('\n\n'),
  }
}

/**
 * Tells the owner of an account that an administrator changed its email address, with which the person signs in. One goes
 * to the new address and one to the old one, which does not name the new one in full.
 */
export function addressEmails(
  settings: Settings,
  { email, firstName }: Pick<Person, 'email' | 'firstName'>,
  before: string,
): OutgoingEmail[] {
  return [before, email].map((to) => ({
    kind: 'address-changed',
    to,
    subject: `${settings.productName}: your email address was changed`,
    text: [
      `Hello ${firstName},`,
      `The email address of your account was changed to ${to === email ? email : maskedAddress(email)} on ${nowIn(settings)} by an administrator. Sign in with the new address from now on.`,
      `If you do not expect this, tell your administrator at once. ${helpLine(settings.supportAddress)}`,
    ].join('\n\n'),
  }))
}

/** The email with a link to choose a new password. */
export function resetEmail(settings: Settings, person: Person, token: string): OutgoingEmail {
  return {
    kind: 'reset-link',
    to: person.email,
    subject: `${settings.productName}: choose a new password`,
    ...secretOf(settings, token),
    text: [
      `Hello ${person.firstName},`,
      'We received a request to reset the password of your account. The link works once and expires after one hour.',
      `Choose a new password:\n${settings.appUrl}/reset-password/${token}`,
      `If this was not you, ignore this email. Your password will not change. ${helpLine(settings.supportAddress)}`,
    ].join('\n\n'),
  }
}
