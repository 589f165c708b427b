/** A part of a name; `differs`: it is not of the keyword. */
export type NamePart = { text: string; differs: boolean }

/**
 * The parts of a name (in its own script) that differ from the keyword it looks like. The keyword's letters are found
 * where they stand together, else as far as they come in the same order; what is before and after the public part of the
 * name is not marked.
 */
export function differingLetters(name: string, keyword: string): NamePart[] {
  const wanted = Array.from(keyword.replace(/\.[^.]*$/, '').replace(/[ .-]/g, ''))
  const dot = name.lastIndexOf('.')
  const label = Array.from(dot < 0 ? name : name.slice(0, dot))
  const same = sameAsKeyword(label, wanted)
  const parts: NamePart[] = []
  const add = (text: string, differs: boolean) => {
    const last = parts.at(-1)
    if (last?.differs === differs) last.text += text
    else parts.push({ text, differs })
  }
  // Dots and hyphens are no letters; they go with what is before them.
  label.forEach((letter, at) => add(letter, letter === '.' ? (parts.at(-1)?.differs ?? false) : !same.has(at)))
  if (dot >= 0) add(name.slice(dot), false)
  return parts
}

/** The positions of the longest common subsequence of the label and the keyword; of a keyword inside, its own. */
function sameAsKeyword(label: readonly string[], wanted: readonly string[]): Set<number> {
  const whole = label.join('').indexOf(wanted.join(''))
  if (whole >= 0) {
    const from = Array.from(label.join('').slice(0, whole)).length
    return new Set(wanted.map((_, at) => from + at))
  }
  const lengths = Array.from({ length: label.length + 1 }, () => new Uint16Array(wanted.length + 1))
  for (let i = label.length - 1; i >= 0; i--)
    for (let j = wanted.length - 1; j >= 0; j--)
      lengths[i]![j] =
        label[i] === wanted[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const same = new Set<number>()
  let i = 0
  let j = 0
  while (i < label.length && j < wanted.length) {
    if (label[i] === wanted[j]) {
      same.add(i++)
      j++
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++
    else j++
  }
  return same
}
