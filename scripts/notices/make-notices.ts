// npm run notices: one notice of each kind of harm as the product sends it, into docs/notices, each beside what its
// receivers ask. Ends with an error where a demand is not answered.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import { composeEmail } from '../../src/features/notices/server/compose-email.ts'
import { type ExaminedCase, lackingOf } from '../../src/features/notices/server/examine.ts'
import { reportOf } from '../../src/features/notices/server/prepare-notices.ts'
import { composeMessage } from '../../src/kit/server/compose-message.ts'
import { ownUserAgent } from '../../src/kit/server/egress.ts'
import { website } from '../../src/platforms/website.ts'
import type { FindingPlatformDefinition } from '../../src/platforms/platform.ts'
import { harmOf, harms } from '../../src/vocabulary/harm-kinds.ts'
import { findChromium } from '../lib/chromium.mjs'
import { common, type Example, examples } from './examples.ts'
import { askersOf } from './demands.ts'

const folder = join(import.meta.dirname, '../../docs/notices')
const sender = {
  org: 'Brandkeep',
  contact: 'support@brandkeep.example',
  zone: 'Asia/Kolkata',
  visitsFrom: 'India',
  visitsAs: ownUserAgent,
}
const platform = website as FindingPlatformDefinition

/** A picture of a page as wide as a screen, small enough for a clone. */
async function pictureOf(browser: Browser, html: string, size: { width: number; height: number }, isWhole: boolean) {
  const page = await browser.newPage({ viewport: size })
  await page.setContent(html)
  const taken = await page.screenshot({ fullPage: isWhole })
  await page.close()
  return sharp(taken).png({ palette: true, colours: 64, effort: 10 }).toBuffer()
}

const pageHtml = ({ page, finding }: Example) =>
  `<body style="margin:0;font:18px Arial"><p style="background:#ddd;margin:0;padding:8px">${finding.url}</p>
  <main style="padding:40px"><h1>${page.heading}</h1>${page.lines.map((line) => `<p style="border:1px solid #888;padding:10px;width:320px">${line}</p>`).join('')}</main></body>`

async function notice(browser: Browser, example: Example, n: number) {
  const page = await pictureOf(browser, pageHtml(example), { width: 800, height: 480 }, false)
  const recordId = `019ab000-0000-7000-8000-0000000000${String(n + 1).padStart(2, '0')}`
  const sha256 = createHash('sha256').update(page).digest('hex')
  const finding: ExaminedCase = {
    ...common,
    id: recordId,
    url: null,
    domain: null,
    reasonCode: null,
    reason: null,
    picture: { bucket: 'b', key: 'picture.png', mediaType: 'image/png', bytes: page.length, sha256 },
    ...example.finding,
  } as ExaminedCase
  if (harmOf(finding.reasonCode) !== example.kind) throw new Error(`${example.file} is ${harmOf(finding.reasonCode)}`)
  const lacking = lackingOf(finding, false, example.desk)
  if (lacking.length > 0) throw new Error(`${example.file} lacks ${lacking.join(', ')}`)
  const host = { registrar: 'Namekeep Registrar', ipAddress: '203.0.113.7', hosting: 'Zonehost' }
  const email = composeEmail(finding, {
    ...host,
    platform,
    desk: example.desk,
    sender,
    recordId,
    date: '2026-11-22',
    lines: [],
    hasReport: true,
    attachments: finding.documents,
  })
  const report = (await reportOf(finding, { sender, desk: example.desk }, { recordId, ...host }))!
  const cid = email.attachments.find((one) => one.cid)!.cid!
  const { message } = await composeMessage({
    from: 'Brandkeep <notices@brandkeep.example>',
    to: example.to,
    subject: email.subject,
    text: email.text,
    html: email.html,
    isFlowed: true,
    replyTo: sender.contact,
    date: new Date('2026-11-22T09:00:00Z'),
    messageId: `<${recordId}@brandkeep.example>`,
    // The same boundaries every time, so that the file changes only with the notice.
    ...({ baseBoundary: `notice-${n + 1}` } as object),
    attachments: [
      { filename: 'Power of attorney.pdf', content: '%PDF-1.4\n% stands for the document\n%%EOF\n' },
      { filename: 'picture.png', content: page, cid, contentDisposition: 'inline' },
      { filename: 'picture.png', content: page },
      { filename: 'xarf.json', content: report.text.replace(report.filledWith!.placeholder, page.toString('base64')) },
    ],
  })
  const shown = email.html.replaceAll(`cid:${cid}`, `data:image/png;base64,${page.toString('base64')}`)
  const seenMail = `<body style="margin:24px;background:#fff"><p style="font:600 15px Arial">${email.subject}</p>${shown}</body>`
  return { message, picture: await pictureOf(browser, seenMail, { width: 760, height: 600 }, true), email, report }
}

function checklist(example: Example, text: string): { lines: string[]; unanswered: string[] } {
  const rows = askersOf(harms[example.kind], example.desk).flatMap(({ name, demands }) =>
    demands.map((demand) => ({ name, ...demand, found: demand.answer.exec(text)?.[0] })),
  )
  const lines = rows.map(({ name, asked, found }) => {
    const line = found
      ?.split('\n')
      .join(' / ')
      .replaceAll('|', '\\|')
      .replace(/^(.{110}).+/s, '$1 …')
    return `| ${name} | ${asked} | ${line ?? 'not answered'} |`
  })
  const unanswered = rows.flatMap(({ name, asked, found }) => (found ? [] : [`${example.file}: ${name}: ${asked}`]))
  return { lines, unanswered }
}

mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (/\.(eml|png|md)$/.test(name)) rmSync(join(folder, name))
const browser = await chromium.launch({ executablePath: findChromium()! })
const page = [
  '# Notices',
  '',
  'One notice of each kind of harm, composed and checked by the code that sends them (`npm run notices`). Names, numbers and addresses',
  'are invented. Each is beside what its receivers ask: the ICANN Registrar Accreditation Agreement 3.18, Article 16(2) of Regulation',
  '(EU) 2022/2065, 17 U.S.C. 512(c)(3), and the desks of Cloudflare, GoDaddy and Namecheap as their public pages describe it. Their web',
  'forms may ask more, and change. About a trademark in the name alone no email is sent: the console offers a filing sheet for UDRP or',
  'URS. What is no abuse (reason code 000, prices, discounts, grey imports) is refused.',
]
const unanswered: string[] = []
for (const [n, example] of examples.entries()) {
  const { message, picture, email, report } = await notice(browser, example, n)
  writeFileSync(join(folder, `${example.file}.eml`), message)
  writeFileSync(join(folder, `${example.file}.png`), picture)
  const checked = checklist(example, email.text)
  unanswered.push(...checked.unanswered)
  const { category, type } = JSON.parse(report.text) as { category: string; type: string }
  page.push(
    '',
    `## ${harms[example.kind].name}, to a ${example.desk}`,
    '',
    `[Email](${example.file}.eml), [picture](${example.file}.png). XARF type: ${category}/${type}.`,
    '',
    '| who asks | what | in the email |',
    '|---|---|---|',
    ...checked.lines,
  )
}
await browser.close()
writeFileSync(join(folder, 'README.md'), `${page.join('\n')}\n`)
for (const line of unanswered) console.error(line)
process.exitCode = unanswered.length > 0 ? 1 : 0
