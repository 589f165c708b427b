/**
 * The key of a shortcut: a letter as it is written without Caps Lock, with Shift in upper case. On a layout that types no
 * Latin letters it is the letter at the same position of the keyboard. Layouts of Latin letters keep theirs, wherever they
 * are: only a key that types nothing of ASCII is read by its position.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const position = /^Key([A-Z])$/.exec(code)?.[1]
  const isOther = /^.$/su.test(key) && !/^[\x20-\x7e]$/.test(key) && !/\p{Script=Latin}/u.test(key)
  const letter = /^[a-z]$/i.test(key) ? key : isOther ? position : undefined
  if (letter === undefined) return key
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}
