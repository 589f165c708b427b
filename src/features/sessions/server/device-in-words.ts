import bowser from 'bowser'

/** A browser and its system in words: 'Chrome on Windows'. What is not a browser is called by its own first word. */
export function deviceInWords(userAgent: string): string {
  if (userAgent === '') return 'Unknown program'
  const { browser, os } = bowser.parse(userAgent)
  const system = os.name === 'macOS' && /iPad|iPhone/.test(userAgent) ? 'iOS' : os.name
  if (!browser.name || !system) return userAgent.split(/[\s/]/)[0]!.slice(0, 40)
  return `${browser.name} on ${system}`
}
