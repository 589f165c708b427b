// `npm run read-page -- FILE-or-URL`: prints what a page says, as JSON. Needs no database.
import { createReadStream } from 'node:fs'
import { access, open, readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { pageRequests } from '#app/config.ts'
import { decodePage } from '#features/page-reading/server/decode-page.ts'
import { importRowOf } from '#features/page-reading/server/import-row.ts'
import { readPage } from '#features/page-reading/server/page-reader.ts'
import { printedFields, printedPrice, type PriceLine } from '#features/page-reading/server/printed-fields.ts'
import { structuredPage } from '#features/page-reading/server/structured-page.ts'
import { openEgress } from '#kit/server/egress.ts'
import { platforms } from '#platforms/all.ts'

const help = `Prints what a product page, a profile or an app page says, as JSON.

  npm run read-page -- FILE-or-URL [--url ADDRESS] [--platform e-commerce]
  npm run read-page -- FILE-or-URL --structured
  npm run read-page -- --batch LIST.jsonl
  npm run read-page -- --prices LIST.json

FILE may be gzipped (.gz). A URL is fetched without a browser, as a public page.

  --url ADDRESS       the address a file was read from; else the one the page states
  --platform NAME     prints the import columns of a platform instead: ${platforms.map(({ value }) => value).join(', ')}
  --structured        prints JSON-LD, microdata, RDFa and meta elements as they are
  --batch LIST.jsonl  reads lines {"id","file","url"} (url may be missing) and prints a line for each, in order;
                      a page that cannot be read prints {"id","error"} and does not end the batch
  --prices LIST.json  reads a list of {"text","currencyHint"} and prints {"amount","currency"} a line each, in order

Files named in a list are relative to the folder of the list and, failing that, to the working folder.`

const maxFileBytes = 32_000_000

try {
  const { values, positionals } = parseArgs({
    options: {
      url: { type: 'string' },
      platform: { type: 'string' },
      batch: { type: 'string' },
      prices: { type: 'string' },
      structured: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  })
  const [page, ...extra] = positionals
  const sources = [page, values.batch, values.prices].filter((one) => one !== undefined).length
  if (values.help) console.log(help)
  else if (sources !== 1 || extra.length > 0) throw new Error(help)
  else if (values.batch !== undefined) await readBatch(values.batch)
  else if (values.prices !== undefined) await readPrices(values.prices)
  else await readOne(page!, values)
} catch (problem) {
  console.error((problem as Error).message)
  process.exitCode = 2
}

type OneOptions = { url?: string; platform?: string; structured?: boolean }

async function readOne(page: string, { url: given, platform, structured }: OneOptions) {
  const definition = platforms.find(({ value }) => value === platform)
  if (platform !== undefined && definition === undefined) throw new Error(`There is no platform "${platform}"`)
  const { html, url } = /^https?:\/\//i.test(page) ? await fetched(page) : { html: await fromFile(page), url: given }
  const source = { html, ...(url !== undefined && { url: given ?? url }) }
  if (structured) return print(structuredPage(html), 2)
  const fields = readPage(source)
  print(definition === undefined ? printedFields(fields) : importRowOf(definition, fields), 2)
}

async function fetched(address: string) {
  const egress = openEgress({ seconds: 30, maxBytes: 10_000_000, ...pageRequests() })
  try {
    const { status, body, address: url } = await egress.safeFetch(address, 'text/html,*/*;q=0.5')
    if (status >= 400) throw new Error(`${address} answered ${status}`)
    return { html: decodePage(body), url }
  } finally {
    await egress.close()
  }
}

async function fromFile(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > maxFileBytes) throw new Error(`${path} is larger than ${maxFileBytes / 1_000_000} MB`)
    return decodePage(await file.readFile())
  } finally {
    await file.close()
  }
}

async function readBatch(list: string) {
  const lines = createInterface({ input: createReadStream(list), crlfDelay: Infinity })
  for await (const line of lines) {
    if (line.trim() === '') continue
    let id: unknown = null
    try {
      const entry = JSON.parse(line) as { id?: unknown; file?: unknown; url?: unknown } | null
      id = entry?.id ?? null
      if (typeof entry?.file !== 'string') throw new Error('The line has no file')
      const html = await fromFile(await pathOf(entry.file, list))
      const fields = readPage({ html, ...(typeof entry.url === 'string' && entry.url !== '' && { url: entry.url }) })
      print({ id, ...printedFields(fields) })
    } catch (problem) {
      print({ id, error: (problem as Error).message })
    }
  }
}

async function pathOf(file: string, list: string): Promise<string> {
  if (isAbsolute(file)) return file
  const beside = join(dirname(list), file)
  return access(beside).then(
    () => beside,
    () => resolve(file),
  )
}

async function readPrices(list: string) {
  const entries = JSON.parse(await readFile(list, 'utf8')) as unknown
  if (!Array.isArray(entries)) throw new Error(`${list} is not a list`)
  for (const entry of entries as (PriceLine | null)[]) print(printedPrice(entry ?? {}))
}

function print(value: unknown, indent?: number) {
  console.log(JSON.stringify(value, null, indent))
}
