/** How much of a mail is read: each line takes some 20 µs of it, in which the house does nothing else. */
const most = { lines: 20_000, bytes: 4 * 2 ** 20 }
/** Lines of an attachment that are read: more than is looked at. */
const ofAttachment = 4000
const longLine = 60

/**
 * A mail as far as it is read: long attachments lose their later lines, so that what stands behind them is still met, and
 * what comes after so many lines or bytes is left. The same bytes where there is nothing to cut. Lines end with a line feed.
 */
export function cutMail(bytes: Uint8Array): Uint8Array {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = []
  let [at, size, run] = [0, 0, 0]
  while (at < whole.length && kept.length < most.lines && size < most.bytes) {
    const end = whole.indexOf(10, at)
    const line = whole.subarray(at, end === -1 ? whole.length : end + 1)
    run = isOfAttachment(line) ? run + 1 : 0
    if (run <= ofAttachment) {
      kept.push(line)
      size += line.length
    }
    at += line.length
  }
  return size === whole.length && size <= most.bytes ? bytes : Buffer.concat(kept).subarray(0, most.bytes)
}

/** Base64 has long lines without a space or a colon; a boundary begins with a dash. */
function isOfAttachment(line: Buffer): boolean {
  if (line.length < longLine || line[0] === 45) return false
  const beginning = line.subarray(0, longLine)
  return !beginning.includes(32) && !beginning.includes(58)
}
