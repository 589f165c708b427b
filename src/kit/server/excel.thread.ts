import { Writable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { WorkbookWriter } from '@cj-tech-master/excelts'
import type { FromThread, ToThread } from './sheets.ts'

/** Writes one workbook from the lines it is sent and sends its bytes back; ends with the workbook. */
const port = parentPort!
const tell = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const out = new Writable({
  write(chunk: Uint8Array, _encoding, done) {
    const bytes = new Uint8Array(chunk)
    tell({ is: 'bytes', bytes }, [bytes.buffer])
    done()
  },
})
const book = new WorkbookWriter({ stream: out, useStyles: false, useSharedStrings: false })
const sheet = book.addWorksheet('Records')

async function take(message: ToThread): Promise<void> {
  if (message.is === 'header') sheet.addRow([...message.header]).commit()
  if (message.is === 'lines') for (const line of message.lines) sheet.addRow(line).commit()
  if (message.is !== 'end') return tell({ is: 'ready' })
  sheet.commit()
  await book.commit()
  tell({ is: 'done' })
}

port.on('message', (message: ToThread) => {
  take(message).catch((error: Error) => tell({ is: 'problem', message: error.message }))
})
