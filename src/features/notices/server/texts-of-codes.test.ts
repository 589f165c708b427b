import { expect, test } from 'vitest'
import { fillHarmText, noticeValues } from '#features/enforcement-config/server/compose-notice.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { harmNames } from '#vocabulary/harm-names.ts'
import { harmOfCode, harmOfGroup } from '#vocabulary/harm-texts.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { reportTypeFor } from './report-types.ts'

const values = noticeValues({
  platform: 'website',
  company: 'Tindral Foods',
  brand: 'Tindral',
  url: 'https://page.example/',
  domain: 'page.example',
  registrar: null,
  ipAddress: null,
  hosting: null,
  date: '2026-11-22',
  stated: { mark: 'TINDRAL', markNumber: '410238' },
})
const filled = (text: string) => fillHarmText(text, values)

/** What a notice says about a code, as a list of lines; its group's where several codes share an email. */
function linesOf({ code, name }: (typeof reasonCodes)[number]): string[] {
  const harm = harmOfCode(code)
  const title = `${code} ${name}: ${harmNames[harmOf(code)]}`
  if (harm.alternative !== null) return [title, `  No notice. It could go to ${harm.alternative}.`, '']
  const report = reportTypeFor(code, 'page.example')
  const kind = [
    report.type,
    ...('fraud' in report ? [report.fraud] : 'infringement' in report ? [report.infringement] : []),
  ]
  return [
    title,
    `  ${filled(harm.headline)}. ${filled(harm.problem)}`,
    `  Host: ${filled(harm.request)}, and reply within ${harm.within}.`,
    `  Registrar: ${filled(harm.registrarRequest)}, and reply within ${harm.within}.`,
    `  Needs ${harm.needs.join(', ')}${harm.isDesign ? ' (a certificate of the design)' : ''}. Report: ${kind.join(', ')}.`,
    '',
  ]
}

test('what a notice says about each of the 143 reason codes', async () => {
  expect(reasonCodes).toHaveLength(143)
  await expect(reasonCodes.flatMap(linesOf).join('\n')).toMatchFileSnapshot('texts-of-codes.txt')
})

test('each text is filled, names the brand, the company or the mark, and ends as a sentence does', () => {
  const sent = reasonCodes.flatMap(({ code }) =>
    [harmOfCode(code), harmOfGroup(code)].flatMap((harm) => (harm.alternative === null ? [{ code, harm }] : [])),
  )
  for (const { code, harm } of sent) {
    const [headline, problem] = [filled(harm.headline), filled(harm.problem)]
    expect(`${headline} ${problem} ${filled(harm.request)} ${filled(harm.registrarRequest)}`, code).not.toMatch(
      /[{}]|\.\./,
    )
    expect(headline, code).toMatch(/Tindral/)
    expect(problem, code).toMatch(/^The .*(?:Tindral|TINDRAL).*[^.]\.$/)
    expect([filled(harm.request), filled(harm.registrarRequest)], code).toEqual([
      expect.stringMatching(/^Please .*[^.,]$/),
      expect.stringMatching(/^Please .*[^.,]$/),
    ])
  }
})

test('what is told of copies asks for the work, of a design for its certificate', () => {
  const asking = reasonCodes.filter(({ code }) => harmOfCode(code).needs.includes('work')).map(({ code }) => code)
  expect(asking).toEqual(['91204', '45603', '61108', '73309', '73310', '74405', '74407', '74408', '74409'])
  const designs = reasonCodes.filter(({ code }) => harmOfCode(code).isDesign).map(({ code }) => code)
  expect(designs).toEqual(['912', '91201', '91202', '91203'])
})
