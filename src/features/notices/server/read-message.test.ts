import { expect, test } from 'vitest'
import { readEmail, readPasted } from './read-message.ts'

const victim = 'jane.doe@victim.example'
const link = `https://acme-login.example/in?u=${encodeURIComponent(victim)}&t=${Buffer.from(victim).toString('base64')}`
const email = [
  `Delivered-To: ${victim}`,
  'Received: from mx.spam.example ([192.0.2.9])',
  `\tby mx.victim.example for <${victim}>; Fri, 20 Nov 2026 10:00:00 +0000`,
  'Return-Path: <bounce+jane.doe=victim.example@spam.example>',
  'From: "Acme Bank" <security@spam.example>',
  `To: "Jane Doe" <${victim}>,`,
  ' friend@other.example',
  'Cc: Acme Bank <second@victim.example>',
  `Subject: ${victim}, your account is locked`,
  'Date: Fri, 20 Nov 2026 09:59:00 +0000',
  'Message-ID: <a1@spam.example>',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(`<p>Dear Jane Doe,</p><p>Acme Bank asks you to <a href="${link}">sign in</a>.</p>`).toString('base64'),
].join('\r\n')

test('an email leaves with its headers, text and links, and names no recipient in any form', async () => {
  const read = (await readEmail(Buffer.from(email)))!
  expect(read).toMatchObject({
    kind: 'email',
    sender: 'Acme Bank <security@spam.example>',
    subject: '[masked], your account is locked',
    sentAt: '2026-11-20T09:59:00.000Z',
  })
  for (const kept of [
    'Received: from mx.spam.example ([192.0.2.9])',
    'by mx.victim.example for <[masked]>',
    'Return-Path: <bounce+[masked]@spam.example>',
    'To: [masked]\n',
    'Message-ID: <a1@spam.example>',
    'Dear [masked],\nAcme Bank asks you to sign in .',
    'Links in the message:\nhttps://acme-login.example/in?u=[masked]&t=[masked]',
  ])
    expect(read.body).toContain(kept)
  for (const personal of ['jane', 'doe', 'friend@', 'second@', encodeURIComponent(victim)])
    expect(read.body.toLowerCase()).not.toContain(personal)
})

test('a message that was forwarded as an attachment is read, not the email around it', async () => {
  const around = [
    'From: Reporter <reporter@client.example>',
    'To: abuse@client.example',
    'Subject: Fwd: look at this',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'I got this.',
    '--b',
    'Content-Type: message/rfc822',
    '',
    email,
    '--b--',
  ].join('\r\n')
  const read = (await readEmail(Buffer.from(around)))!
  expect(read.sender).toBe('Acme Bank <security@spam.example>')
  expect(read.body).not.toContain('reporter')
})

test('what is pasted is an email where it has headers, else the text of its sender', async () => {
  expect((await readPasted(email, '')).kind).toBe('email')
  const sms = 'From: your bank. Note: pay at https://acme-login.example/x'
  expect(await readPasted(sms, '+91 98200 00000')).toEqual({
    kind: 'text',
    sender: '+91 98200 00000',
    subject: '',
    sentAt: null,
    body: `From: +91 98200 00000\n\n${sms}\n`,
  })
})

test.each([
  ['nothing', ''],
  ['other text', 'Hello\n\nWorld'],
  ['one header only', 'Subject: x\n\nWorld'],
  ['bytes', '\u0000\u0001\u0002'],
])('%s is no email', async (_name, text) => expect(await readEmail(Buffer.from(text))).toBeUndefined())

test('a hostile email is read in time: thousands of recipients, endless headers, deep nesting', async () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `p${n}@victim.example`).join(', ')
  const began = Date.now()
  const read = await readEmail(
    Buffer.from(
      `From: a@spam.example\r\nTo: ${many}\r\nSubject: ${'x('.repeat(50_000)}\r\n\r\n${'<a href='.repeat(50_000)}`,
    ),
  )
  expect(read?.body ?? '').not.toContain('@victim.example')
  expect(Date.now() - began).toBeLessThan(5000)
})
