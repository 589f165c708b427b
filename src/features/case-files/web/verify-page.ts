// The script of verify.html: one file, which needs no server. Served by a console, it knows that console's public keys.
import { readKeys, readProof } from '#kit/evidence/proof.ts'
import { certificatesOf } from '#kit/evidence/time-stamp.ts'
import { type Verdict, verdictOf } from '#kit/evidence/verdict.ts'
import { verifyFile } from '#kit/evidence/verify-file.ts'
import { verifyTexts as texts } from './texts.ts'

type Given = {
  file?: File
  keys?: string[]
  keysFrom?: string
  proof?: string
  roots?: ReturnType<typeof certificatesOf>
}

const element = (id: string) => document.getElementById(id)!
const [drop, input, code, given, result] = ['drop', 'files', 'code', 'given', 'result'].map(element) as [
  HTMLElement,
  HTMLInputElement,
  HTMLInputElement,
  HTMLElement,
  HTMLElement,
]
const have: Given = {}
/** The latest verification; an older one that ends later is not shown. */
let latest = 0

/** Takes what was dropped, by what it contains. */
async function take(files: readonly File[]): Promise<void> {
  const unusable: string[] = []
  for (const file of files) {
    const isZip = (await file.slice(0, 2).text()) === 'PK'
    const text = isZip || file.size > 5_000_000 ? '' : await file.text()
    const keys = readKeys(text)
    if (keys) Object.assign(have, { keys, keysFrom: file.name })
    else if (readProof(text)) have.proof = text
    else if (text.includes('-----BEGIN ')) unusable.push(...takeRoots(file.name, text))
    else if (isZip || /\.zip$/i.test(file.name)) have.file = file
    else unusable.push(texts.unknown(file.name))
  }
  await verify(unusable)
}

/** Takes root certificates; returns what is wrong with them. Those given before stay then. */
function takeRoots(name: string, text: string): string[] {
  try {
    have.roots = certificatesOf(text)
    return []
  } catch (problem) {
    return [texts.badRoots(name, (problem as Error).message)]
  }
}

/** `unusable`: sentences about files that could not be taken. */
async function verify(unusable: readonly string[] = []): Promise<void> {
  const turn = ++latest
  const { file, keys, proof, roots } = have
  given.textContent = [
    ...unusable,
    file ? texts.file(file.name) : '',
    keys ? texts.keys(keys.length, have.keysFrom!) : '',
    proof ? texts.proof : '',
    roots ? texts.roots(roots.length) : '',
  ]
    .filter((line) => line !== '')
    .join(' ')
  const head = code.value.trim()
  if (head !== '' && !/^[0-9a-f]{64}$/i.test(head))
    return show(turn, { kind: 'consistent', title: texts.badCode, lines: [] })
  if (!file) return
  let read = 0
  const source = {
    bytes: file.size,
    read: async (at: number, length: number) => {
      read += length
      if (turn === latest) result.textContent = texts.reading(Math.min(99, Math.round((100 * read) / file.size)))
      return new Uint8Array(await file.slice(at, at + length).arrayBuffer())
    },
  }
  try {
    show(turn, verdictOf(await verifyFile(source, { head: head || undefined, keys, proof, roots })))
  } catch (problem) {
    show(turn, { kind: 'altered', title: texts.unreadable, lines: [(problem as Error).message] })
  }
}

function show(turn: number, { kind, title, lines }: Verdict): void {
  if (turn !== latest) return
  const heading = document.createElement('h2')
  heading.textContent = title
  const list = document.createElement('ul')
  for (const line of lines) list.append(Object.assign(document.createElement('li'), { textContent: line }))
  result.className = kind
  result.replaceChildren(heading, list)
}

/** The keys of the console that serves this page. */
async function takeOwnKeys(): Promise<void> {
  if (!location.protocol.startsWith('http')) return
  const answer = await fetch('/.well-known/case-file-keys.json').catch(() => undefined)
  const keys = answer?.ok ? readKeys(await answer.text()) : undefined
  if (!keys || have.keys) return
  Object.assign(have, { keys, keysFrom: location.host })
  await verify()
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
document.addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return
  event.preventDefault()
  drop.classList.add('over')
})
document.addEventListener('dragleave', () => drop.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  void take([...(event.dataTransfer?.files ?? [])])
})
input.addEventListener('change', () => void take([...(input.files ?? [])]))
code.addEventListener('input', () => void verify())
void takeOwnKeys()
