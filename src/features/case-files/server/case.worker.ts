// What runs in a worker thread: drawing a case file.
import { drawCaseFile, type Drawing } from './case-pdf.ts'

export async function draw(of: Drawing): Promise<void> {
  await drawCaseFile(of)
}
