import type Mail from 'nodemailer/lib/mailer/index.js'
import { untilItWorks } from './until-it-works.ts'

/** Loaded with the first email: the library takes 4 MB. */
const composer = untilItWorks(async () =>
  (await import('nodemailer')).default.createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
)

/** Composes an email: the raw message as sent, and its envelope. */
export async function composeMessage(
  email: Mail.Options,
): Promise<{ message: Buffer; envelope: { from: string | false; to: string[] } }> {
  const { message, envelope } = await (await composer()).sendMail(email)
  return { message: message as Buffer, envelope }
}
