import type Mail from 'nodemailer/lib/mailer/index.js'
import type MimeNode from 'nodemailer/lib/mime-node'
import { flowed } from './flowed-text.ts'
import { untilItWorks } from './until-it-works.ts'

/** An email to compose. */
export type EmailOptions = Mail.Options & {
  /** Its text part has short lines, which mail programs join again (RFC 3676). */
  isFlowed?: boolean
}

/** Loaded with the first email: the library takes 4 MB. */
const composer = untilItWorks(async () => {
  const transport = (await import('nodemailer')).default.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  })
  transport.use('stream', (mail, done) => {
    if ((mail.data as EmailOptions).isFlowed) markFlowed(mail.message)
    done()
  })
  return transport
})

/** Composes an email: the raw message as sent, and its envelope. */
export async function composeMessage(
  email: EmailOptions,
): Promise<{ message: Buffer; envelope: { from: string | false; to: string[] } }> {
  const text = email.isFlowed && typeof email.text === 'string' ? { text: flowed(email.text) } : {}
  const { message, envelope } = await (await composer()).sendMail({ ...email, ...text })
  return { message: message as Buffer, envelope }
}

/** The library has no option for the parameter. Attachments have a name. */
function markFlowed(node: MimeNode): void {
  const { childNodes, filename } = node as unknown as { childNodes: MimeNode[]; filename?: string }
  if (!filename && String(node.getHeader('Content-Type')).startsWith('text/plain'))
    node.setHeader('Content-Type', 'text/plain; charset=utf-8; format=flowed')
  for (const child of childNodes) markFlowed(child)
}
