import { escapeForAttribute } from '#vocabulary/escape-html.ts'

type Email = {
  /** Paragraphs with an empty line between them; '> ' before quoted lines; addresses on lines of their own. */
  text: string
  subject: string
  /** The name above the text. */
  sender: string
}

/**
 * The HTML part of an email, from its text. An address on a line of its own is a link, named by the line before if that
 * is short and ends with a colon; any other address stays text, because people quote what they report. The first line of
 * several is their heading if it ends with a colon. The last paragraph is small print.
 */
export function htmlOfText({ text, subject, sender }: Email): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  const shown = paragraphs.map((lines, at) => paragraphOf(lines, at === paragraphs.length - 1))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeForAttribute(subject)}</title><style>${style}</style></head>
<body><div class="page"><p class="sender">${escapeForAttribute(sender)}</p><div class="card">
${shown.join('\n')}
</div></div></body></html>`
}

/** Longer lines are sentences, not names of links. */
const longestName = 60
const isAddress = (line: string): boolean => /^https?:\/\/\S+$/.test(line)

function paragraphOf(lines: string, isLast: boolean): string {
  const all = lines.split('\n')
  if (all.every((line) => line.startsWith('> ') || line === '>')) {
    const quoted = all.map((line) => escapeForAttribute(line.slice(2)))
    return `<blockquote>${quoted.join('<br>')}</blockquote>`
  }
  const parts: string[] = []
  for (const [at, line] of all.entries()) {
    const before = all[at - 1]
    const name = isAddress(line) && before && before.length <= longestName && /^(.+):$/.exec(before)?.[1]
    if (name) parts.splice(-1, 1, linkTo(line, name, isLast ? '' : ' class="button"'))
    else if (isAddress(line)) parts.push(linkTo(line, line))
    else parts.push(at === 0 && all.length > 2 && line.endsWith(':') ? heading(line) : escapeForAttribute(line))
  }
  return `<p${isLast ? ' class="small"' : ''}>${parts.join('<br>')}</p>`
}

const heading = (line: string): string => `<b>${escapeForAttribute(line)}</b>`

const linkTo = (address: string, name: string, attributes = ''): string =>
  `<a${attributes} href="${escapeForAttribute(address)}">${escapeForAttribute(name)}</a>`

const style = `:root { color-scheme: light dark }
body { margin: 0; background: #f5f6f8; color: #191c22; font: 15px/1.5 -apple-system, "Segoe UI", Roboto, Arial, sans-serif }
.page { max-width: 600px; margin: 0 auto; padding: 24px 12px; overflow-wrap: anywhere }
.sender { margin: 0 0 12px 4px; font-weight: 600 }
.card { padding: 8px 24px; border: 1px solid #d5d8de; border-radius: 8px; background: #fff }
p, blockquote { margin: 16px 0 }
blockquote { padding-left: 12px; border-left: 3px solid #b9c1ec }
a { color: #3341a6 }
a.button { display: inline-block; margin: 8px 0 0; padding: 8px 16px; border-radius: 6px; background: #3b4cc0; color: #fff; font-weight: 600; text-decoration: none }
.small { color: #646b78; font-size: 13px }
@media (prefers-color-scheme: dark) {
body { background: #0d0f12; color: #d5d8de }
.card { border-color: #363b45; background: #191c22 }
a { color: #a3aef0 }
a.button { color: #fff }
.small { color: #9ca2ae }
}`
