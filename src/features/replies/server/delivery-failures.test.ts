import { describe, expect, test } from 'vitest'
import { readMail } from './read-mail.ts'

const failureOf = async (body: string, type = 'text/plain') =>
  (await readMail(Buffer.from(`From: MAILER-DAEMON@x.test\r\nContent-Type: ${type}\r\n\r\n${body}`))).failure

const parts = (...of: readonly string[]) => `${of.map((part) => `--b\n${part}`).join('\n')}\n--b--\n`

describe('why a mail came back', () => {
  test("the server's answer counts before the sentence that the error is permanent", async () => {
    const bounce = 'A message could not be delivered. This is a permanent error.\n\n  <a@y.test>: 550 unknown user\n'
    expect(await failureOf(bounce)).toEqual({
      text: '<a@y.test>: 550 unknown user',
      isPermanent: true,
      isAddress: true,
    })
  })

  test('a reason that goes on in the next line is read whole', async () => {
    const bounce =
      'This is the mail system.\n\n<a@y.test>: host mx.y.test said: 550\n    No such user (in reply to RCPT TO)\n'
    expect(await failureOf(bounce)).toEqual({
      text: '<a@y.test>: host mx.y.test said: 550 No such user (in reply to RCPT TO)',
      isPermanent: true,
      isAddress: true,
    })
  })

  test.each([
    ['after the mark of a copy', '--- Below this line is a copy of the message.\n\n'],
    ['after its first header', 'Received: from us.test by x.test\n'],
    ['after a title', 'Original message follows.\n\n'],
    ['attached', undefined],
  ])('what our returned notice says is no reason: %s', async (_, mark) => {
    const ours = 'The page was temporarily unavailable. Our number is\n 450 555 0100; the owner does not exist.\n'
    const sorry = 'Sorry, it could not be delivered.\n\n'
    const failure =
      mark === undefined
        ? await failureOf(
            parts(`\n${sorry}`, `Content-Type: message/rfc822\n\nSubject: Notice\n\n${ours}`),
            'multipart/mixed; boundary=b',
          )
        : await failureOf(`${sorry}${mark}${ours}`)
    expect(failure).toMatchObject({ text: 'Permanent failure', isPermanent: true, isAddress: false })
  })

  test('a report that a gateway returns as if it were the mail is read', async () => {
    const report =
      'Content-Type: message/rfc822\n\nSubject: Failure\nContent-Type: multipart/report; boundary=c\n\n--c\n\nFailed.\n' +
      '--c\nContent-Type: message/delivery-status\n\nReporting-MTA: dns;x.test\n\nAction: failed\nStatus: 5.1.1\n--c--'
    expect(await failureOf(parts(report), 'multipart/mixed; boundary=b')).toMatchObject({
      text: 'Status: 5.1.1',
      isAddress: true,
    })
  })

  test.each([
    ['Delivery failed 20 attempts: a@y.test', false],
    ["This user's mailfolder is full", false],
    ['Insufficient disk space', false],
    ['User mailbox exceeds allowed size: a@y.test', false],
    ['The recipient has exceeded the disk space limit', false],
    ['The message exceeds the size that is allowed for a mailbox', true],
    ['There is no space left', false],
    ['Operation timed out', false],
    ['The destination computer was not reachable', false],
    ['Please verify the address and try again, or call 480-555-0100', true],
    ['This user does not have a y.test account', true],
    ['The account has been disabled', true],
    ['User a (a@y.test) not listed in the directory', true],
  ])('%s: permanent is %s', async (bounce, isPermanent) => {
    expect((await failureOf(`Your mail was returned.\n\n${bounce}\n`))?.isPermanent).toBe(isPermanent)
  })

  test.each([
    ['The account has been disabled or discontinued'],
    ['User a not listed in the directory'],
    ['The recipient name is not recognized'],
  ])('the reason is shown rather than the subject: %s', async (bounce) => {
    expect((await failureOf(`Your mail was returned.\n\n${bounce}\n`))?.text).toBe(bounce)
  })

  test('a hostile text of 200,000 characters is read in time', async () => {
    for (const one of ['\n', '-', '<', '<a>\n ', 'exceed ', 'exceeda', '(', '450 '])
      expect(await failureOf(`could not be delivered\n${one.repeat(200_000 / one.length)}`)).not.toBeNull()
  })
})
