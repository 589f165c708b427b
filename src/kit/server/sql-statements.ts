/** Parts of SQL in which a semicolon ends nothing: comments, texts, quoted names, dollar-quoted bodies. */
const opaque = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/y

/**
 * The statements of an SQL file, without those that are only comments. PostgreSQL runs several statements sent
 * together in one transaction, which some of them do not allow. Not recognised: nested comments, `E'\''` and
 * `begin atomic`; our migrations have none.
 */
export function statementsIn(text: string): string[] {
  const statements: string[] = []
  let start = 0
  let isEmpty = true
  const end = (index: number) => {
    if (!isEmpty) statements.push(text.slice(start, index).trim())
    start = index + 1
    isEmpty = true
  }
  for (let index = 0; index < text.length; index++) {
    opaque.lastIndex = index
    const part = opaque.exec(text)?.[0]
    if (part !== undefined) {
      index += part.length - 1
      if (!part.startsWith('--') && !part.startsWith('/*')) isEmpty = false
    } else if (text[index] === ';') {
      end(index)
    } else if (/\S/.test(text[index]!)) {
      isEmpty = false
    }
  }
  end(text.length)
  return statements
}
