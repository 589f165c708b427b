import type Mail from 'nodemailer/lib/mailer/index.js'

/** Read when the first letter leaves: the library takes 4 MB. */
const composer = async () =>
  (await import('nodemailer')).default.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

let opened: ReturnType<typeof composer> | undefined

/** A letter as the bytes that travel, and whom it is for. */
export async function writtenLetter(
  letter: Mail.Options,
): Promise<{ message: Buffer; envelope: { from: string | false; to: string[] } }> {
  const { message, envelope } = await (await (opened ??= composer())).sendMail(letter)
  return { message: message as Buffer, envelope }
}
