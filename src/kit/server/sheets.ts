import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { needsQuotes, withoutFormulas } from '#columns/sheet.ts'
import { openTurns } from './turns.ts'

/** A cell of an exported file. Days are DD/MM/YYYY texts, so that no program reads them month first. */
export type Cell = string | number | boolean | null | Choices

/** An empty cell with a drop-down of these values in a workbook. No commas; at most 250 characters together. */
export type Choices = { choices: readonly string[] }

export const isChoices = (cell: Cell): cell is Choices => typeof cell === 'object' && cell !== null

export type SheetFormat = 'csv' | 'excel'

/** File extension and media type of a format. */
export const sheetFormats = {
  csv: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  excel: { ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const satisfies Record<SheetFormat, { ending: string; type: string }>

/** The name of a downloaded file. */
export const fileNameOf = (name: string, format: SheetFormat): string => `${name}.${sheetFormats[format].ending}`

type Lines = AsyncIterable<readonly (readonly Cell[])[]>

/** A header and batches of rows. */
type SheetContent = { header: readonly string[]; lines: Lines }

/**
 * Streams a header and batches of rows as the bytes of a file; the same cells in either format. Workbooks wait for
 * their turn with the writing threads; a workbook whose `signal` is aborted while it waits ends empty.
 */
export function sheetBytes(
  format: SheetFormat,
  content: SheetContent,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  return format === 'csv' ? csvBytes(content) : excelBytes(content, signal)
}

/**
 * CSV in UTF-8 with a byte order mark, by which spreadsheets recognise it. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe (G58; OWASP, CSV injection).
 */
async function* csvBytes({ header, lines }: SheetContent): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${csvLines([header])}`, 'utf8')
  for await (const batch of lines) yield Buffer.from(csvLines(batch), 'utf8')
}

/** CSV lines (RFC 4180). Not from a library, because those take three to seven times as long (docs/decisions/0011). */
export function csvLines(lines: readonly (readonly Cell[])[]): string {
  let text = ''
  for (const line of lines) {
    let between = ''
    for (const cell of line) {
      text += between + csvCell(cell)
      between = ','
    }
    text += '\n'
  }
  return text
}

function csvCell(cell: Cell): string | number {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return yesOrNo(cell)
  if (typeof cell === 'number') return cell
  if (isChoices(cell)) return ''
  const plain = withoutFormulas(cell)
  return needsQuotes(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export const yesOrNo = (value: boolean): 'Yes' | 'No' => (value ? 'Yes' : 'No')

/** Messages from the writing thread: some bytes, ready for more, all written, or an error. */
export type FromThread =
  | { is: 'bytes'; bytes: Uint8Array }
  | { is: 'ready' }
  | { is: 'done' }
  | { is: 'problem'; message: string }
/** Messages to the writing thread. */
export type ToThread = { is: 'header'; header: readonly string[] } | { is: 'lines'; lines: Cell[][] } | { is: 'end' }

/** In MB. A workbook is written row by row, and no row outlives its batch: without limits V8 collects late. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** Each workbook has a thread while it is written; no more than the machine has processors. */
const writers = openTurns(availableParallelism())

/** How many workbooks wait for a thread. */
export const waitingWorkbooks = (): number => writers.waiting()

async function* excelBytes(content: SheetContent, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  if (!(await writers.take(signal))) return
  try {
    yield* writtenInThread(content)
  } finally {
    writers.free()
  }
}

/**
 * A workbook written in a worker thread, so that the request thread only passes rows on. Texts are text cells, also
 * those that start like a formula. At most one batch of rows is in flight.
 */
async function* writtenInThread({ header, lines }: SheetContent): AsyncGenerator<Uint8Array> {
  const thread = new Worker(new URL('./excel.thread.ts', import.meta.url), { name: 'excel', resourceLimits })
  const inbox = mailbox(thread)
  const rows = lines[Symbol.asyncIterator]()
  const post = (message: ToThread) => thread.postMessage(message)
  try {
    post({ is: 'header', header })
    for (;;) {
      const message = await inbox.next()
      if (message.is === 'bytes') yield message.bytes
      else if (message.is === 'done') return
      else if (message.is === 'problem') throw new Error(`The workbook could not be written: ${message.message}`)
      else {
        const next = await rows.next()
        post(next.done ? { is: 'end' } : { is: 'lines', lines: next.value.map((line) => line.map(plainInExcel)) })
      }
    }
  } finally {
    await rows.return?.()
    await thread.terminate()
  }
}

const plainInExcel = (cell: Cell): Cell => (typeof cell === 'boolean' ? yesOrNo(cell) : cell)

/** The messages of a thread, one by one; its unexpected end is delivered as a problem. */
function mailbox(thread: Worker): { next: () => Promise<FromThread> } {
  const waiting: FromThread[] = []
  let wake: ((message: FromThread) => void) | undefined
  const arrive = (message: FromThread) => {
    if (!wake) return void waiting.push(message)
    wake(message)
    wake = undefined
  }
  thread.on('message', arrive)
  thread.on('error', (error: Error) => arrive({ is: 'problem', message: error.message }))
  thread.on('exit', (code) => arrive({ is: 'problem', message: `the thread ended (${code})` }))
  return {
    next: async () => waiting.shift() ?? new Promise<FromThread>((resolve) => (wake = resolve)),
  }
}
