/** A name that is being typed after @, and where it begins; undefined when the caret is not in one. */
export function typedMention(text: string, caret: number): { from: number; search: string } | undefined {
  const found = /(?:^|\s)@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, caret))
  return found ? { from: caret - found[1]!.length - 1, search: found[1]! } : undefined
}

export type TextPiece = { text: string; isMention: boolean }

/** A text cut into what is and what is not the name of somebody who is mentioned. */
export function piecesOf(text: string, names: readonly string[]): TextPiece[] {
  const longestFirst = names.map((name) => `@${name}`).toSorted((one, other) => other.length - one.length)
  const pieces: TextPiece[] = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    const mention = text[at] === '@' ? longestFirst.find((name) => text.startsWith(name, at)) : undefined
    if (mention === undefined) plain += text[at]
    else {
      if (plain !== '') pieces.push({ text: plain, isMention: false })
      pieces.push({ text: mention, isMention: true })
      plain = ''
    }
    at += mention?.length ?? 1
  }
  return plain === '' ? pieces : [...pieces, { text: plain, isMention: false }]
}

/** The ids of the people whose mention is in the text, each once: '@Ann Lee-Smith' does not mention Ann Lee. */
export function mentionedIn(text: string, named: readonly { id: string; name: string }[]): string[] {
  const pieces = piecesOf(
    text,
    named.map(({ name }) => name),
  )
  const mentions = new Set(pieces.filter(({ isMention }) => isMention).map((piece) => piece.text))
  return [...new Set(named.filter(({ name }) => mentions.has(`@${name}`)).map(({ id }) => id))]
}
