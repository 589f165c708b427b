/** Columns of a line without the space that says that it goes on: quoted-printable then breaks no line again. */
const columns = 72

/**
 * A text in lines of at most 72 columns, for a part of type text/plain with format=flowed (RFC 3676): mail programs that
 * know it show the lines as they were, all others show short lines. A word that is longer, such as an address, stays
 * whole; quoted lines stay as they are. Pure.
 */
export function flowed(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('>') ? line : softLines(line.trimEnd()).join('\n')))
    .join('\n')
}

function softLines(line: string): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/(?<= )(?=[^ ])/)) {
    if (current !== '' && current.length + word.trimEnd().length > columns) {
      lines.push(current)
      current = ''
    }
    current += word
  }
  return [...lines, current].map(stuffed)
}

/** A line that begins so would be read as a quotation, as a separator of a mailbox, or lose its space. */
const stuffed = (line: string): string => (/^(?: |>|From )/.test(line) ? ` ${line}` : line)
