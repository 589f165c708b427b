/** A named value of a WHOIS answer; the name in lower case, its words with single spaces instead of '-', '_', '.'. */
export type WhoisField = { name: string; value: string }

/** What begins a comment or frames a sentence in the answers of WHOIS servers. */
const commentMark = /^[\s%#>*;-]+/
const namedValue = /^\s*(?:\w\.\s+)?([\p{L}\p{N}][\p{L}\p{N} /'()_-]{0,60}?)[.\s\u00b7]*:(?!\/\/)\s*(.*)$/u
const bracketedValue = /^\s*(?:\w\.?\s+)?\[([\p{L}][\p{L}\p{N} '()/-]{0,60})\]\s+(.*)$/u
/** 'domain:Admin-Contact;I:222' of a referral WHOIS server (RFC 2167). */
const referralValue = /^\s*(?:domain|network|contact|organization):([\w-]+)(?:;\w+)?:(.*)$/i
/** 'Domain-name    example.sk' and 'Registrar#. . . . . cerist': columns without a colon. */
const columnValue = /^\s*([a-z][\w-]*(?:[ .][\w.-]+){0,2}#?)(?:\t+| {3,}|(?: ?\.){4,}) *(\S.*)$/i
/** 'Record created on 1999-12-31.': some servers have no colon. */
const datedSentence =
  /^\s*(?:domain |record |registration )*(created|creation|registered|activated|expires|expire|expiration|expiry|updated)(?: date)?(?: on| at)?\s+(\d.*)$/i
/** Names of the blocks that some servers head with a name of their own line, and name no value after it. */
const blockName =
  /^\s*(registrar|registrant|holder|domain holder|name ?servers|nameservers|domain servers(?: in listed order)?|administrative contact|technical contact)\s*$/i

/** What names the registrar in its block ('Registrar:' and an indented 'Organization: …' at nic.it, DNS Belgium, EURid). */
const nameInBlock = /^(name|organi[sz]ation( name)?|company( name)?)$/

/** The lines of an answer that are no comments: what is data, if any is. */
export const dataLinesOf = (answer: string): string[] =>
  answer.split(/\r\n|\r|\n/).filter((line) => !/^\s*[%#]/.test(line))

/**
 * The named values of an answer, in order. A name without a value takes the lines below it, up to the next empty or
 * named line ('Registrar:' and an indented name at nic.uk, a list of name servers at SIDN). A name in the registrar's
 * block is 'registrar name'.
 */
export function fieldsOf(lines: readonly string[]): WhoisField[] {
  const fields: WhoisField[] = []
  let open: string | undefined
  let block: string | undefined
  for (const raw of lines) {
    const line = raw.slice(0, 1000)
    if (line.trim() === '') {
      open = undefined
      block = undefined
      continue
    }
    const [, name, value] = namedPartsOf(line, open === undefined) ?? []
    if (name !== undefined && value !== undefined && !isProse(name)) {
      const bare = plainName(name)
      open = value.trim() === '' ? bare : undefined
      if (open !== undefined) block = open
      const inBlock = block === 'registrar' && nameInBlock.test(bare) ? 'registrar name' : bare
      // 'Creation Date (dd/mm/yyyy)' says which number is the day; dots say so too.
      const clear = /\bdd\/mm\/yyyy\b/i.test(name) ? value.replaceAll('/', '.') : value
      fields.push({ name: inBlock, value: clear.trim() })
    } else if (open !== undefined) fields.push({ name: open, value: line.trim() })
    else if (blockName.test(line)) {
      open = plainName(line)
      block = open
      fields.push({ name: open, value: '' })
    }
  }
  return fields
}

/** Columns count only outside a block, whose lines may be columns too ('ns1.example.com   192.0.2.1'). */
const namedPartsOf = (line: string, isOutside: boolean): RegExpExecArray | null =>
  referralValue.exec(line) ??
  datedSentence.exec(line) ??
  namedValue.exec(line) ??
  bracketedValue.exec(line) ??
  (isOutside ? columnValue.exec(line.slice(0, 200)) : null)

/** Of a name in two languages ('Data de registo / Creation Date') the second. */
const plainName = (name: string): string =>
  name
    .replace(/\s*\((?:dd|mm|yyyy)\/[^)]*\)/i, '')
    .replace(/^.{2,40} \/ (?=\p{L})/u, '')
    .replace(/[-_.#\s]+/g, ' ')
    .trim()
    .toLowerCase()

/** A colon in a sentence ('for lawful purposes, to: (1) allow') names no value. */
const isProse = (name: string): boolean =>
  name
    .replace(/\([^)]*\)|\//g, ' ')
    .trim()
    .split(/\s+/).length > 6 || /\b(you|your|agree|purposes?|terms|notice|please|whether|that|disclaimer)\b/i.test(name)

/** What begins a sentence in small letters: an error, or the name that was asked for. */
const begins = /^(?:error|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\s)/iu

/**
 * The sentences of an answer, one for each line that is no continuation of a wrapped paragraph: terms of use and
 * advertisements wrap at the width of a terminal, what a server says about a name does not.
 */
export function sentencesOf(answer: string): string[] {
  const sentences: string[] = []
  let before = ''
  for (const raw of answer.split(/\r\n|\r|\n/)) {
    const line = raw.slice(0, 400).replace(commentMark, '').trim()
    const continues = before.length >= 48 && !/[.:!?<]$/.test(before) && /^\p{Ll}/u.test(line) && !begins.test(line)
    if (line !== '' && !continues) sentences.push(...line.split(/(?<=[.!?])\s+(?=\p{Lu})/u))
    before = line
  }
  return sentences
}
