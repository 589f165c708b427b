import { describe, expect, test } from 'vitest'
import { readMail } from './read-mail.ts'

const mail = (headers: string, body: string) =>
  readMail(Buffer.from(`${headers}\r\nContent-Type: text/plain\r\n\r\n${body}`))

describe('what headers and words say against one another', () => {
  test.each([
    [
      'a desk that passed the report on by a program',
      'From: abuse@x.test\r\nIn-Reply-To: <a@b>',
      'We have forwarded it to the responsible customer.\n\nThis is an automatically generated message.',
      'automatic',
    ],
    [
      'an office that is closed',
      'From: a@x.test\r\nIn-Reply-To: <a@b>',
      'Our office is closed for Diwali and reopens on Monday.',
      'automatic',
    ],
    [
      'leave in Dutch',
      'From: a@x.test\r\nIn-Reply-To: <a@b>',
      'Tot 27 november geniet ik van mijn verlof.',
      'automatic',
    ],
    [
      'a decision from an address that takes no answers',
      'From: no-reply@x.test',
      'We reviewed your report and removed the listing from our marketplace.',
      'reply',
    ],
    [
      'a decision that a ticket system sent',
      'From: abuse@x.test\r\nAuto-Submitted: auto-replied',
      'We have suspended the domain that you reported.',
      'reply',
    ],
    [
      'what a program says may be decided',
      'From: no-reply@x.test',
      'We received your report. If the page breaks our rules, it will be removed and the account suspended.',
      'automatic',
    ],
    [
      'a question of an agent whose system suppresses responders',
      'From: jo@x.test\r\nX-Auto-Response-Suppress: All',
      'Could you send us the registration certificate of the mark?',
      'reply',
    ],
    [
      'somebody who is back',
      'From: a@x.test\r\nIn-Reply-To: <a@b>',
      'Just back from leave and found your mail. Nobody handled it meanwhile, sorry. Doing it now.',
      'reply',
    ],
    [
      'somebody who left a firm with a word of the matter in its name',
      'From: a@x.test\r\nIn-Reply-To: <a@b>',
      'As of 1 October I no longer work for Example Hosting. For abuse please write to abuse@x.test.',
      'automatic',
    ],
    [
      'a list that holds a mail',
      'From: abuse-bounces@x.test\r\nSubject: Your message to Abuse',
      'Your mail is being held until the list moderator can review it for approval.',
      'automatic',
    ],
    [
      'how content one is',
      'From: help@x.test\r\nSubject: Your opinion',
      'How would you rate the support you received? Good, I am satisfied / Bad, I am not.',
      'automatic',
    ],
    [
      'a mail that quotes an acknowledgement as Outlook does',
      'From: a@x.test\r\nIn-Reply-To: <a@b>',
      'Looks fine to me.\n\nVon: Desk <d@x.test>\nGesendet: Montag\nAn: a@x.test\n\nThis is an automated message, please do not reply.',
      'reply',
    ],
    [
      'a person whose program only persons answer with, and who says next to nothing',
      'From: a@x.test\r\nIn-Reply-To: <a@b>\r\nX-Mailer: Microsoft Outlook 16.0',
      'Regards\nAbuse team, Example Hosting',
      'reply',
    ],
    [
      'a template that such a program sends',
      'From: a@x.test\r\nIn-Reply-To: <a@b>\r\nX-Mailer: Microsoft Outlook 16.0',
      'Thank you for your email. We will get back to you within two business days.',
      'automatic',
    ],
    [
      'a person who sends an undeliverable mail on',
      'From: a@x.test\r\nIn-Reply-To: <a@b>\r\nSubject: Fwd: Undelivered mail',
      'Your mail could not be delivered to sales@x.test, who is that? Write to me.',
      'reply',
    ],
    [
      'a network that says of itself that others host what it passes on',
      'From: abuse@cdn.example\r\nAuto-Submitted: auto-generated',
      'We received your report about login.example. We run a delivery network and cannot remove material that is hosted by others. Hosting provider: Roomy.',
      'automatic',
    ],
    [
      'a network that decided about a page of its own',
      'From: abuse@cdn.example\r\nAuto-Submitted: auto-generated',
      'We looked at the page and have disabled it.',
      'reply',
    ],
    [
      'a registrar whose automatic reply says that it is no host',
      'From: abuse@names.example\r\nIn-Reply-To: <a@b>',
      'This is an automatic reply. We are a registrar and this registrar does not host the website of any domain.',
      'automatic',
    ],
    [
      'a registrar whose person says so of this page',
      'From: abuse@names.example\r\nIn-Reply-To: <a@b>',
      'We checked login.example: we do not host this site, please write to its host.',
      'reply',
    ],
    [
      'a program that passed the report on',
      'From: abuse@host.example',
      'Thank you for your email. It was automatically forwarded to our customer, who has 24 hours to reply.',
      'automatic',
    ],
    [
      'somebody who has left a desk that is called after what it does',
      'From: kim@names.example\r\nIn-Reply-To: <a@b>',
      'Kim Berg no longer works for Example Registrar. Please write to compliance@names.example instead.',
      'automatic',
    ],
    ['an unknown responder', 'From: a@x.test\r\nX-Foo-Autoreply: yes\r\nIn-Reply-To: <a@b>', 'Thank you.', 'automatic'],
    ['certified mail in Italy', 'From: pec@x.test\r\nX-Ricevuta: errore-consegna', 'Errore 5.1.1', 'bounce'],
  ])('%s', async (_, headers, body, kind) => {
    expect((await mail(headers, body)).kind).toBe(kind)
  })

  test.each([
    ['delivered', 'automatic'],
    ['relayed', 'automatic'],
    ['failed', 'bounce'],
    ['delayed', 'bounce'],
  ])('a delivery report whose action is %s is read as %s', async (action, kind) => {
    const report =
      'From: postmaster@x.test\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n' +
      `--b\r\n\r\nYour message:\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.test\r\n\r\n` +
      `Final-Recipient: rfc822; a@x.test\r\nAction: ${action}\r\nStatus: ${kind === 'bounce' ? '5.1.1' : '2.0.0'}\r\n--b--\r\n`
    expect((await readMail(Buffer.from(report))).kind).toBe(kind)
  })

  test('that a mail was read is no answer of a person', async () => {
    const receipt =
      'From: a@x.test\r\nSubject: Read: Notice\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\r\n\r\n' +
      '--b\r\n\r\nYour message was read.\r\n--b\r\nContent-Type: message/disposition-notification\r\n\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n--b--\r\n'
    expect((await readMail(Buffer.from(receipt))).kind).toBe('automatic')
  })
})

test.each([
  'aba1116a489d',
  'b678eea3da1e',
  'c4ff2dbdd8da',
  '19389a9546da',
  '4744ce7063d2',
  'aeb91da0c897',
  '01da9ded22c1',
])('what an address is made of changes nothing: fake-%s.example is offline is a person’s answer', async (name) => {
  const body = `fake-01a223ae-b35a-7402-a6e2-${name}.example is offline.`
  expect((await mail('From: desk@x.test\r\nSubject: Re: your report', body)).kind).toBe('reply')
})

describe('what desks answer in other words and languages', () => {
  const answer = 'From: abuse@desk.test\r\nSubject: Re: notice\r\nIn-Reply-To: <a@b>'
  test.each([
    ['in French that it takes a court', answer, 'Sans ordonnance judiciaire, nous ne pouvons rien faire.', 'reply'],
    ['in French that nothing follows', answer, 'Nous ne pouvons donner aucune suite à ce signalement.', 'reply'],
    ['in Spanish that the holder was told', answer, 'Hemos comunicado el aviso al titular.', 'reply'],
    ['in Italian that the customer was told', answer, 'Abbiamo inoltrato il messaggio al cliente.', 'reply'],
    ['in Indonesian that the owner was told', answer, 'Kami sudah menghubungi pemilik akun.', 'reply'],
    ['in Chinese that it is not theirs', answer, '此域名不归我司管理。', 'reply'],
    ['that its subscriber objects', answer, 'Our subscriber sent a counter-notice.', 'reply'],
    [
      'with a receipt for a subject',
      'From: abuse@desk.test\r\nSubject: Ontvangstbevestiging',
      'Uw bericht ligt nu bij de juiste afdeling.',
      'automatic',
    ],
    [
      'with a filter that knows senders',
      'From: abuse@desk.test\r\nSubject: Re: notice',
      'My mailbox accepts known senders only. Approve yourself as a sender with this link: https://filter.test/1',
      'automatic',
    ],
  ])('%s', async (_, headers, body, kind) => {
    const bytes = Buffer.from(`${headers}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}`)
    expect((await readMail(bytes)).kind).toBe(kind)
  })

  test.each([
    '---------- Forwarded message ---------',
    '-----Ursprüngliche Nachricht-----',
    '-------- Message transféré --------',
    'El lun, 9 nov 2026 a las 8:00, Brandkeep (<notices@x.test>) escribió:',
    'Il giorno lun 9 nov 2026 alle ore 08:00 Brandkeep <notices@x.test> ha scritto:',
    '9 ноября 2026 г., 08:00, Brandkeep <notices@x.test> пишет:',
  ])('what stands below "%s" is no part of the answer', async (line) => {
    const { unquoted } = await import('./own-words.ts')
    expect(unquoted(`Can you answer them?\n\n${line}\nPlease suspend the domain.`).trim()).toBe('Can you answer them?')
  })
})
