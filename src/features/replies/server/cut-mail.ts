/** How much of a mail is parsed: each line blocks the process for about 20 µs. */
const max = { lines: 20_000, bytes: 4 * 2 ** 20 }
/** How many lines of an attachment are parsed. */
const maxAttachmentLines = 4000
const longLine = 60

/**
 * Cuts a mail to the parsed length: long attachments lose their later lines, so that parts after them are still parsed;
 * the mail ends after the maximum of lines or bytes. Returns the same bytes where nothing is cut. Expects LF line ends.
 */
export function cutMail(bytes: Uint8Array): Uint8Array {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const retained: Uint8Array[] = []
  let [at, size, run] = [0, 0, 0]
  while (at < whole.length && retained.length < max.lines && size < max.bytes) {
    const end = whole.indexOf(10, at)
    const line = whole.subarray(at, end === -1 ? whole.length : end + 1)
    run = isAttachmentLine(line) ? run + 1 : 0
    if (run <= maxAttachmentLines) {
      retained.push(line)
      size += line.length
    }
    at += line.length
  }
  return size === whole.length && size <= max.bytes ? bytes : Buffer.concat(retained).subarray(0, max.bytes)
}

/** Whether a line looks like Base64: long, without space or colon; a boundary begins with a dash. */
function isAttachmentLine(line: Buffer): boolean {
  if (line.length < longLine || line[0] === 45) return false
  const beginning = line.subarray(0, longLine)
  return !beginning.includes(32) && !beginning.includes(58)
}
