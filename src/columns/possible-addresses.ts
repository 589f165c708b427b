const separators = /[\s,;]+/
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** What looks like an IP address in a text of one or several is one; other words, such as 'hidden', are no mistake. */
export const hasPossibleIps = (text: string): boolean =>
  text.split(separators).every((part) => {
    if (/^\d+(?:\.\d+){3,}$/.test(part)) return ipv4.test(part)
    return !/^[\da-f.]*(?::[\da-f.]*){2,}$/i.test(part) || URL.canParse(`http://[${part}]`)
  })

/** What has an @ in a text of one or several email addresses is one; other words, such as 'redacted', are no mistake. */
export const hasPossibleEmails = (text: string): boolean =>
  !text.includes('@') ||
  text.split(separators).every((part) => !part.includes('@') || email.test(part.replace(/^<|>$/g, '')))
