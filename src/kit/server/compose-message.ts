import type Mail from 'nodemailer/lib/mailer/index.js'

/** Loaded with the first email: the library takes 4 MB. */
const composer = async () =>
  (await import('nodemailer')).default.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

let opened: ReturnType<typeof composer> | undefined

/** Composes an email: the raw message as sent, and its envelope. */
export async function composeMessage(
  email: Mail.Options,
): Promise<{ message: Buffer; envelope: { from: string | false; to: string[] } }> {
  const { message, envelope } = await (await (opened ??= composer())).sendMail(email)
  return { message: message as Buffer, envelope }
}
