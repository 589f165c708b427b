import { expect, test } from 'vitest'
import { htmlOfText } from './email-html.ts'

const text = [
  'Hello Mira,',
  'Kiran wrote on a finding, evil[.]example:',
  '> Is <script>alert(1)</script> & "this" yours?\n> Second line',
  'Open it in the console:\nhttps://console.example/activity?subject=finding&id=1',
  'Not a link of ours: see https://evil.example/login',
  'On evil[.]example:\nKiran: Yes\nMira: No',
  'Change how you are notified:\nhttps://console.example/activity-settings',
].join('\n\n')
const html = htmlOfText({ text, subject: 'New <message>', sender: 'Brandkeep' })
const body = html.slice(html.indexOf('<body'))

test('has the text with quotations as such, and no markup of its own', () => {
  expect(html).toContain('<title>New &lt;message&gt;</title>')
  expect(body).toContain(
    '<blockquote>Is &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;this&quot; yours?<br>Second line</blockquote>',
  )
  expect(body).toContain('<p>Hello Mira,</p>')
  expect(body).toContain('<p><b>On evil[.]example:</b><br>Kiran: Yes<br>Mira: No</p>')
  expect(body.match(/<script/)).toBeNull()
})

test('makes links of addresses on lines of their own only, named by the line before', () => {
  expect(body.match(/<a /g)).toHaveLength(2)
  expect(body).toContain(
    '<a class="button" href="https://console.example/activity?subject=finding&amp;id=1">Open it in the console</a>',
  )
  expect(body).toContain('<a href="https://console.example/activity-settings">Change how you are notified</a>')
  expect(body).toContain('see https://evil.example/login</p>')
})

test('an address without such a line, or after a long one, is shown itself', () => {
  const shown = htmlOfText({ text: 'list.xlsx\nhttps://a.example/f\nSHA-256: 00\n\nEnd', subject: 's', sender: 'B' })
  expect(shown).toContain('<p>list.xlsx<br><a href="https://a.example/f">https://a.example/f</a><br>SHA-256: 00</p>')
})
