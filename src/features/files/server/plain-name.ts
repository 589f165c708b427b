/**
 * The name of an uploaded file without folders, control characters, and marks of text direction, with which 'gnp.exe' is
 * shown as 'exe.png'. A part whose name is empty comes without one.
 */
export function plainName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  return last.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').slice(0, 255) || 'file'
}
