import { escapeForAttribute } from '#vocabulary/escape-html.ts'
/** A line of text, or a labelled value that is written exactly, as code. */
type Line = string | { label: string; code: string }

/** A part of a notice, with or without a title. The lines of a spaced one are paragraphs: the HTML part sets them apart. */
export type Section =
  | { title?: string; lines: readonly Line[]; spaced?: true }
  | { title: string; facts: readonly ({ label: string; text: string } | { label: string; code: string })[] }
  | { title: string; picture: ShownPicture }
  | { title: string; pictures: readonly (ShownPicture & { caption: string })[] }

type ShownPicture = { cid: string; fileName: string }

/** The text part: complete by itself, the picture by the name of its attachment. */
export function textOf(sections: readonly Section[]): string {
  const parts = sections.map((section) => {
    const title = section.title === undefined ? [] : [inCapitals(section.title)]
    if ('picture' in section) return [...title, `See the attachment ${section.picture.fileName}.`]
    if ('pictures' in section)
      return [...title, ...section.pictures.map((one) => `${one.caption} (attachment ${one.fileName})`)]
    if ('facts' in section)
      return [...title, ...section.facts.map((fact) => `${fact.label}: ${'code' in fact ? fact.code : fact.text}`)]
    return [...title, ...section.lines.map((line) => (typeof line === 'string' ? line : `${line.label}: ${line.code}`))]
  })
  return parts.map((lines) => lines.join('\n')).join('\n\n')
}

/** A title in capitals; what is in parentheses stays: 512(c)(3)(A) is not 512(C)(3)(A). */
const inCapitals = (title: string): string =>
  title.replace(/\([^)]*\)|[^(]+/g, (part) => (part.startsWith('(') ? part : part.toUpperCase()))

/** The HTML part: the same lines with layout. Addresses are code and never links. */
export function htmlOf(sections: readonly Section[]): string {
  const style = 'font:14px/1.5 Arial,Helvetica,sans-serif;color:#1a1a1a;background:#ffffff;max-width:680px'
  return `<div style="${style}">${sections.map(partOf).join('\n')}</div>`
}

function partOf(section: Section): string {
  const title =
    section.title === undefined
      ? ''
      : `<h2 style="font-size:15px;margin:18px 0 4px">${escapeForAttribute(section.title)}</h2>\n`
  if ('picture' in section) return title + imageOf(section.picture, `Picture of the page: ${section.picture.fileName}`)
  if ('pictures' in section)
    return `${title}<table style="border-collapse:collapse;width:100%;table-layout:fixed" role="presentation"><tr>${section.pictures
      .map(
        (one) =>
          `<td style="${cell}"><p style="margin:0 0 4px">${escapeForAttribute(one.caption)}</p>${imageOf(one, one.caption)}</td>`,
      )
      .join('')}</tr></table>`
  if ('facts' in section)
    return `${title}<table style="border-collapse:collapse" role="presentation">${section.facts
      .map(
        (fact) =>
          `<tr><td style="${cell};white-space:nowrap;color:#555">${escapeForAttribute(fact.label)}</td><td style="${cell}">${'code' in fact ? code(fact.code) : escapeForAttribute(fact.text)}</td></tr>`,
      )
      .join('\n')}</table>`
  const margin = section.spaced ? '0 0 8px' : '0'
  const lines = section.lines.map((line) => `<p style="margin:${margin}">${lineOf(line)}</p>`).join('\n')
  // A title has a margin of its own; without one, parts would run together.
  return title === '' ? `<div style="margin:0 0 12px">${lines}</div>` : title + lines
}

const imageOf = ({ cid }: ShownPicture, alt: string): string =>
  `<img src="cid:${cid}" alt="${escapeForAttribute(alt)}" style="max-width:100%;border:1px solid #ccc">`

const cell = 'padding:2px 12px 2px 0;vertical-align:top;font-size:14px;word-break:break-word'

const lineOf = (line: Line): string =>
  typeof line === 'string'
    ? escapeForAttribute(line) || '&nbsp;'
    : `${escapeForAttribute(line.label)}: ${code(line.code)}`

const code = (text: string): string =>
  `<code style="font-family:Consolas,Menlo,monospace;font-size:13px;word-break:break-all">${escapeForAttribute(text)}</code>`
