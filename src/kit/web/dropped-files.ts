/**
 * A file that is dropped beside the areas that take files would be opened by the browser in place of the console, and
 * what was typed would be lost. Nothing happens instead, and the pointer says so.
 */
export function keepDroppedFilesOut(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, refuse)
}
