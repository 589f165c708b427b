import type bowserOf from 'bowser'

type Bowser = typeof bowserOf

/**
 * Gives a browser and its system in words: 'Chrome on Windows'. What is not a browser is called by its own first word. The
 * list of browsers is loaded when it is first asked for.
 */
export async function openDeviceNames(): Promise<(userAgent: string) => string> {
  const { default: bowser } = await import('bowser')
  return (userAgent) => deviceInWords(bowser, userAgent)
}

function deviceInWords(bowser: Bowser, userAgent: string): string {
  if (userAgent === '') return 'Unknown program'
  const { browser, os } = bowser.parse(userAgent)
  const system = os.name === 'macOS' && /iPad|iPhone/.test(userAgent) ? 'iOS' : os.name
  if (!browser.name || !system) return userAgent.split(/[\s/]/)[0]!.slice(0, 40)
  return `${browser.name} on ${system}`
}
