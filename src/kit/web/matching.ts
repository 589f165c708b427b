/** Options whose name contains the text, in any letter case (C-055, C-056). */
export function matching<O extends { name: string }>(options: readonly O[], text: string): O[] {
  const wanted = text.trim().toLowerCase()
  return options.filter(({ name }) => name.toLowerCase().includes(wanted))
}
