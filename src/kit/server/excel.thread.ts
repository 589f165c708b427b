import { Writable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { WorkbookWriter } from '@cj-tech-master/excelts'
import { type Cell, type FromThread, isChoices, type ToThread } from './sheets.ts'

/** Writes one workbook from the lines it receives and sends its bytes back; ends with the workbook. */
const port = parentPort!
const post = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const out = new Writable({
  write(chunk: Uint8Array, _encoding, done) {
    const bytes = new Uint8Array(chunk)
    post({ is: 'bytes', bytes }, [bytes.buffer])
    done()
  },
})
const book = new WorkbookWriter({ stream: out, useStyles: false, useSharedStrings: false })
const sheet = book.addWorksheet('Records')

async function handleMessage(message: ToThread): Promise<void> {
  if (message.is === 'header') sheet.addRow([...message.header]).commit()
  if (message.is === 'lines') for (const line of message.lines) appendLine(line)
  if (message.is !== 'end') return post({ is: 'ready' })
  sheet.commit()
  await book.commit()
  post({ is: 'done' })
}

function appendLine(line: Cell[]): void {
  const row = sheet.addRow(line.map((cell) => (isChoices(cell) ? null : cell)))
  for (const [at, cell] of line.entries()) {
    if (!isChoices(cell)) continue
    row.getCell(at + 1).dataValidation = {
      type: 'list',
      allowBlank: true,
      showErrorMessage: true,
      error: `Allowed values: ${cell.choices.join(', ')}.`,
      formulae: [`"${cell.choices.join(',')}"`],
    }
  }
  row.commit()
}

port.on('message', (message: ToThread) => {
  handleMessage(message).catch((error: Error) => post({ is: 'problem', message: error.message }))
})
