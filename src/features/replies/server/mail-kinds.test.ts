import { expect, describe, test } from 'vitest'
import { readMail } from './read-mail.ts'

const mail = (headers: string, body = 'Hello', type = 'text/plain') =>
  readMail(Buffer.from(`${headers}\r\nContent-Type: ${type}\r\n\r\n${body}`))
const id = '0199f0c4-1111-7abc-8def-0123456789ab'

describe('mails without a delivery report', () => {
  const returned = '\n\nFrom: us@x.test\nTo: desk@y.test\nSubject: Infringement notice'
  test.each([
    [
      'SES by SNS',
      'From: no-reply@sns.test',
      '{"Type":"Notification","Message":"{\\"notificationType\\":\\"Bounce\\"}"}',
      'bounce',
    ],
    [
      'SES complaint',
      'From: no-reply@sns.test',
      '{"Type":"Notification","Message":"{\\"notificationType\\":\\"Complaint\\"}"}',
      'report',
    ],
    ['SES event', 'From: a@sns.test', '{"eventType":"Bounce","bounce":{}}', 'bounce'],
    [
      'KDDI',
      'From: no-reply@app.dion.test',
      'Your mail sent on: Thu, 29 Apr 2010 11:04:47 +0900\n Could not be delivered to: <a@y.test>',
      'bounce',
    ],
    [
      'X6',
      'From: no-reply@x.test\r\nSubject: There was an error sending your mail',
      `SMTP Server <m.test> rejected recipient <a@y.test>${returned}`,
      'bounce',
    ],
    [
      'James',
      'From: postmaster@x.test\r\nSubject: [BOUNCE]',
      'Error message below:\n550 - no such user here\nMessage details:\n  MAIL FROM: a@x.test\n  RCPT TO: b@y.test',
      'bounce',
    ],
    [
      'FML',
      'From: ml-admin@x.test\r\nX-MLServer: fml',
      'You are not a member of this mailing list <ml@x.test>.',
      'bounce',
    ],
    [
      'Verizon',
      'From: sysadmin@m.test\r\nSubject: Undeliverable Message',
      `Message could not be delivered to mobile.\nOriginal Message:${returned}`,
      'bounce',
    ],
    ['ARF as text', 'From: fbl@x.test', 'Feedback-Type: abuse\nUser-Agent: Some/1.0\nVersion: 1', 'report'],
    [
      'Exchange without its report',
      'From: MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@x.test\r\nSubject: Undeliverable: Infringement notice',
      "Your message to a@y.test couldn't be delivered.\n550 5.1.10 RESOLVER.ADR.RecipientNotFound",
      'bounce',
    ],
    [
      'an acknowledgement that names the report',
      'From: abuse@x.test\r\nIn-Reply-To: <a@b>',
      'Some Network received your trademark infringement report regarding: y.test',
      'automatic',
    ],
    [
      'a person who received it and refuses',
      'From: abuse@x.test\r\nIn-Reply-To: <a@b>',
      'We received your notice dated 3 May. Under our policy we do not act on trademark claims without a court order.',
      'reply',
    ],
    [
      'a person who transferred the name',
      'From: abuse@x.test\r\nIn-Reply-To: <a@b>',
      'The domain holder no longer works with us; we have transferred the name to another registrar.',
      'reply',
    ],
    [
      'a person',
      'From: abuse@x.test\r\nSubject: Complaint rejected',
      'The user is unknown to us: user unknown. 550 5.1.1',
      'reply',
    ],
    [
      'a person who quotes',
      'From: abuse@x.test\r\nIn-Reply-To: <a@b>',
      `It does not exist any more.${returned}`,
      'reply',
    ],
  ])('%s', async (_, headers, body, kind) => {
    expect((await mail(headers, body)).kind).toBe(kind)
  })
})

describe('a person who begins as a program does', () => {
  test.each([
    'Thank you for contacting us. We checked the link and it returns 404, so we consider the matter resolved.',
    'Thank you for your email. Unfortunately this domain is only parked with us, the content is on another server.',
    'We have received your complaint and have opened an investigation. John',
    'We have received your report. The site owner says that he is an authorised distributor.',
    'Thank you for reporting. The seller was warned and the listing will go offline tomorrow.',
    'We received your request but the link does not open here.',
    'Your report was received and we decided not to take action: the use appears to be nominative fair use.',
    'Thank you for your submission. We reviewed it and found that the content does not violate our policies.',
    'Thank you for contacting Shop support. I have escalated this to our legal team, they will write to you by Friday.',
    'We have received your notice and expeditiously disabled access to the material.',
    'Ticket 4711 has been created for our registrar team because this name is not ours. Sorry!',
    'Your case has been assigned to me. I will need two business days. Maria, Abuse Team',
    'We got your report. The IP you mention belongs to our downstream provider, we passed it on to them.',
    'Thank you for your e-mail. Be advised that the domain is on clientHold since this morning.',
    'Your message was received. We are a proxy and do not host anything; the origin is Host B.',
    'Vielen Dank für Ihre Nachricht. Der Kunde wurde aufgefordert, den Inhalt binnen 24 Stunden zu löschen.',
    '문의 주셔서 감사합니다. 해당 게시물은 삭제 조치되었습니다.',
    'Talebiniz alınmıştır, ilgili site kapatılmıştır.',
    'Din anmälan har tagits emot. Sidan är borttagen.',
    'Kiitos ilmoituksesta. Sivu on poistettu.',
    'Terima kasih atas laporannya. Situs sudah kami suspend.',
    'Ευχαριστούμε για το μήνυμά σας. Η σελίδα κατέβηκε.',
    'We have received your email but the attachment is missing.',
    'Thank you for your message. I spoke to the owner on the phone, it is gone now.',
    'Vielen Dank für Ihre E-Mail. Zuständig ist die Firma Beispiel GmbH.',
    'Merci de votre message. Nous n’avons aucun contrat avec cette société.',
    'Tack för ditt mejl. Vi ser inget fel på sidan.',
    'Dziękujemy za wiadomość. Po analizie nie widzimy naruszenia.',
    'Благодарим за обращение. Мы проверили и нарушений не нашли.',
    '感谢您的举报，经核实，该商品未发现侵权。',
    'ご連絡ありがとうございます。確認したところ、権利侵害は認められませんでした。',
    '신고해 주셔서 감사합니다. 확인 결과 위반 사항이 없습니다.',
  ])('%s', async (body) => {
    expect((await mail('From: abuse@x.test\r\nIn-Reply-To: <a@b>\r\nSubject: Re: Notice', body)).kind).toBe('reply')
  })

  test.each([
    'Thank you for your report. It has been assigned case number 88-1234. We may not be able to reply individually.',
    'Your ticket has been received. A member of our team will review it. If the site is not hosted by us, it is closed.',
    'Thank you for your submission. Reports are reviewed in the order in which they are received. Reference: 12345',
    'Ihre Anfrage ist bei uns eingegangen und wird unter der Vorgangsnummer 12345 bearbeitet.',
    'Thanks for your email. We aim to answer within 3 working days.',
    'Merci de nous avoir contactés. Nous reviendrons vers vous sous 48 heures.',
    'Gracias por contactarnos. En breve un agente le atenderá.',
    'Grazie per averci contattato. Le risponderemo entro 24 ore.',
    '感谢您的来信，我们会在3个工作日内回复。',
    'お問い合わせいただきありがとうございます。内容を確認のうえ、担当者よりご連絡いたします。',
  ])('and a program: %s', async (body) => {
    expect((await mail('From: abuse@x.test\r\nIn-Reply-To: <a@b>\r\nSubject: Re: Notice', body)).kind).toBe('automatic')
  })
})

describe('automatic answers without a header of their kind', () => {
  test.each([
    'Automatische Antwort: Notice',
    'Réponse automatique : Notice',
    'Respuesta automática: Notice',
    'Resposta automática: Notice',
    'Risposta automatica: Notice',
    'Automatisch antwoord: Notice',
    'Autosvar: Notice',
    'Automatiskt svar: Notice',
    'Automaattinen vastaus: Notice',
    'Odpowiedź automatyczna: Notice',
    'Automatická odpověď: Notice',
    'Automatikus válasz: Notice',
    'Răspuns automat: Notice',
    'Автоматический ответ: Notice',
    'Автоматична відповідь: Notice',
    'Otomatik Yanıt: Notice',
    'Αυτόματη απάντηση: Notice',
    '自動応答: Notice',
    '自动回复: Notice',
    '자동 회신: Notice',
    'תשובה אוטומטית: Notice',
    'رد تلقائي: Notice',
    'Trả lời tự động: Notice',
  ])('the subject %s', async (subject) => {
    const encoded = `=?utf-8?b?${Buffer.from(subject).toString('base64')}?=`
    expect((await mail(`From: a@x.test\r\nSubject: ${encoded}`)).kind).toBe('automatic')
  })

  const utf8 = (body: string) => mail('From: a@x.test\r\nSubject: Re: notice', body, 'text/plain; charset=utf-8')
  test.each([
    'I am out of the office until Monday with limited access to e-mail.',
    'Ich bin bis zum 3. März nicht im Büro.',
    'Je suis actuellement absent du bureau.',
    'Estoy de vacaciones hasta el lunes.',
    'Estou de férias até segunda.',
    'Sono fuori ufficio fino a lunedì.',
    'Ik ben afwezig tot maandag.',
    'Jag är på semester.',
    'Jestem na urlopie do poniedziałku.',
    'Я нахожусь в отпуске.',
    'Pazartesiye kadar izinliyim.',
    '休暇をいただいております。',
    '我正在休假。',
    'We have received your report. Ticket 4711 has been opened.',
    'Thank you for contacting abuse. This is an automated message, please do not reply to this e-mail.',
    'Ihre Anfrage ist bei uns eingegangen.',
    'Nous avons bien reçu votre signalement.',
    '您的工单已收到您的请求。',
    'お問い合わせを受け付けました。',
  ])('the text %s', async (body) => {
    expect((await utf8(body)).kind).toBe('automatic')
  })

  test('what a person decided or asks is a reply, though it thanks for the report and quotes an absence', async () => {
    expect((await utf8('Thank you for your report. We have suspended the domain.')).kind).toBe('reply')
    expect((await utf8('We received your notice. Please provide the registration number.')).kind).toBe('reply')
    expect((await utf8('No.\n> I am out of the office until Monday.')).kind).toBe('reply')
  })

  test.each([
    'I am back from my holiday and have removed the page.',
    'Unser Kunde ist bis Montag im Urlaub, dann erhalten Sie Antwort.',
    'Pouvez-vous nous transmettre le certificat ? Notre client est en congés jusqu’à lundi.',
    'Strona została wyłączona, przepraszamy za zwłokę, byłem na urlopie.',
    'Bildiriminizi aldık, alan adı askıya alındı.',
    'Мы получили ваше обращение и заблокировали сайт: он удален.',
    '您的投诉已收到,我们已将该网站关闭。',
    'お問い合わせありがとうございます。当該ページは削除いたしました。',
  ])('a person who mentions a holiday or a ticket: %s', async (body) => {
    expect((await utf8(body)).kind).toBe('reply')
  })

  test('wordings are compared without accents and marks, in any language', async () => {
    expect((await utf8('Ich bin bis Montag nicht im Buero.'.replace('ue', 'u'))).kind).toBe('automatic')
    expect((await utf8('Je suis actuellement en conges.')).kind).toBe('automatic')
    expect((await utf8('BUGÜN İZİNDEYİM.')).kind).toBe('automatic')
    expect((await utf8('Viibin puhkusel.'.normalize('NFD'))).kind).toBe('automatic')
  })

  test('a hostile text of many beginnings is judged in bounded time', async () => {
    await expect(async () => {
      for (const part of ['urlaub ', 'konnte wort ', 'ваш запрос ', 'your case ', '您的', 'ファ'])
        await utf8(part.repeat(50_000))
    }).toTakeLessThan(2000)
  })
})

describe('hostile and odd answers', () => {
  test('5 MB of quoted history, Shift-JIS, and a notice that comes back as an attachment are read', async () => {
    const history = '> We have received your report and it has been suspended.\n'.repeat(90_000)
    await expect(async () => {
      const long = await mail(`From: a@x.test\r\nIn-Reply-To: <${id}@x.test>`, `No, this is our customer.\n${history}`)
      expect(long).toMatchObject({ kind: 'reply', noticeIds: [id] })
    }).toTakeLessThan(5000)
    const japanese = Buffer.concat([
      Buffer.from('From: a@x.test\r\nContent-Type: text/plain; charset=Shift_JIS\r\n\r\n'),
      // 受け付けました: it was received.
      Buffer.from('8ef382af957482af82dc82b582bd', 'hex'),
    ])
    expect(await readMail(japanese)).toMatchObject({ kind: 'automatic', body: '受け付けました' })
    const attached =
      'From: a@x.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nIt does not exist, user unknown.\r\n' +
      `--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <${id}@x.test>\r\nSubject: Notice\r\n\r\nx\r\n--b--\r\n`
    expect(await readMail(Buffer.from(attached))).toMatchObject({ kind: 'reply', noticeIds: [id], failure: null })
  })
})
