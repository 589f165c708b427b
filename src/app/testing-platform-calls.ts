import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#app/contracts.ts'
import { sampleDay, sampleRow } from '#features/intake/server/testing.ts'
import { multipart } from '#features/scrapers/server/testing.ts'
import { availablePlatforms } from '#features/trademark-reports/rules.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { newId } from '#kit/server/id.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { awaitingApproval, clientReview, inProgress } from '#vocabulary/statuses.ts'

type Input = Record<string, unknown>
/** What the input of a call is made of. */
type Sample = {
  platform: FindingPlatformDefinition
  scope: { company: string; brand: string; platform: string }
  /** A brand that nothing else uses. */
  spareBrand: string
  /** Three findings that await approval. */
  ids: readonly string[]
  /** A finding that names a host, whose abuse desk takes forms only. */
  hosted: string
  /** Two findings without a picture. */
  withoutPicture: readonly string[]
  /** The locations of an uploaded picture, a list of addresses, a white list and a PDF. */
  picture: string
  addressList: string
  whiteList: string
  document: string
  draft: { id: string; row: string }
  /** The JSON answers so far, by method and path. */
  answers: ReadonlyMap<string, Input>
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Whether the input of a call names a platform, or several: in its path, its query or its body. */
function namesPlatform({ takes }: Endpoint): boolean {
  const { properties = {} } = z.toJSONSchema(takes, { io: 'input', unrepresentable: 'any' })
  const { list } = properties as { list?: { properties?: object } }
  return 'platform' in properties || (typeof list === 'object' && 'platform' in (list.properties ?? {}))
}

/** Every call that takes a platform, read from the contracts: those in the platform's own path and all that name one. */
function platformCalls(platform: FindingPlatformDefinition): Endpoint[] {
  const first = (path: string) => path.split('/')[1]!
  const paths = platforms.map(({ path }) => path)
  return endpoints.filter((call) =>
    paths.includes(first(call.path)) ? first(call.path) === platform.path : namesPlatform(call),
  )
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/p9O3VwAAAABJRU5ErkJggg==',
  'base64',
)

const one = ({ ids }: Sample) => ({ id: ids[0]! })
const host = { registrar: 'Example', ipAddress: '203.0.113.7', hosting: 'Example' }
const byForm = {
  ...host,
  date: sampleDay,
  form: 'https://abuse.cloudflare.com/',
  overrideReason: 'The screenshot follows',
}
const list = ({ scope }: Sample) => ({ list: scope })
/** How many findings would change, as the preview before says. */
const previewed = ({ answers }: Sample) => answers.get('POST /enforcement/decisions/preview')?.['changes']
const watched = { startDate: sampleDay }

/** What calls need besides a company, a brand, a platform and days. */
const inputs: Readonly<Record<string, (sample: Sample) => Input>> = {
  'POST /brand': ({ platform }) => ({
    brandName: `Acme ${platform.title}`,
    searchTerm: 'acme',
    category: 'Retail',
    platform: { [platform.key]: watched },
  }),
  'POST /brand/edit': ({ spareBrand }) => ({
    brandId: spareBrand,
    brandName: 'Acme Spare',
    searchTerm: 'acme',
    category: 'Retail',
    platform: Object.fromEntries(platforms.map(({ key }) => [key, watched])),
  }),
  'POST /brand/delete-platform/{brandId}/{platform}': ({ platform, spareBrand }) => ({
    brandId: spareBrand,
    platform: platform.key,
  }),
  'POST /white-label/save': ({ whiteList }) => ({ locationURL: whiteList, status: true }),
  'POST /decisions/one/{id}': (sample) => ({ ...one(sample), statusfrom: awaitingApproval, status: clientReview }),
  'POST /decisions/undo-one/{id}': (sample) => ({
    ...one(sample),
    moment: sample.answers.get(`POST /decisions/one/${sample.ids[0]!}`)?.['moment'],
  }),
  'POST /decisions/preview': ({ ids }) => ({ status: clientReview, ids: [ids[1]] }),
  'POST /decisions': ({ ids }) => ({ status: clientReview, ids: [ids[1]], changes: 1 }),
  'POST /services/duplicate-check': ({ platform }) => ({ urls: [sampleRow(platform, 9)[platform.identity]] }),
  'POST /enforcement-mail-configuration': () => ({ status: true, attachments: [], mailBody: ['About {{url}}.'] }),
  'POST /enforcement-mail-configuration/edit': ({ answers, document }) => ({
    EnforcementConfigId: (answers.get('POST /enforcement-mail-configuration')?.['data'] as Input | undefined)?.['_id'],
    attachments: ['authority', 'registration'].map((type) => ({ type, fileName: `${type}.pdf`, url: document })),
    mailBody: ['About {{url}}.'],
  }),
  'POST /enforcement-mail-configuration/preview': ({ ids }) => ({ mailBody: ['About {{url}}.'], finding: ids[0] }),
  'POST /enforcement-mail-configuration/test-email': ({ ids }) => ({ mailBody: ['About {{url}}.'], finding: ids[0] }),
  'GET /enforcement/filing-sheet/{platform}/{id}': one,
  'GET /enforcement/proofs/{platform}/{id}': one,
  'PUT /enforcement/proofs/{platform}/{id}': (sample) => ({ ...one(sample), articleId: null, purchaseId: null }),
  'GET /enforcement/phishing-messages/{platform}/{id}': one,
  'POST /enforcement/phishing-messages/{platform}/{id}': (sample) => ({ ...one(sample), text: 'https://a.test/' }),
  // Platforms whose desks take no email refuse it, whatever the id.
  'DELETE /enforcement/phishing-messages/{platform}/{id}/{messageId}': ({ answers, ids, scope }) => {
    const added = answers.get(`POST /enforcement/phishing-messages/${scope.platform}/${ids[0]!}`)
    return { id: ids[0]!, messageId: (added?.['data'] as Input[] | undefined)?.[0]?.['id'] ?? newId() }
  },
  'POST /enforcement/notice-preview': one,
  'POST /enforcement/notice-check': ({ ids }) => ({ recordIds: ids }),
  'POST /enforcement/filter-counts': () => ({ name: 'status' }),
  'POST /enforcement/decisions/preview': (sample) => ({ status: inProgress, ...list(sample) }),
  'POST /enforcement/decisions': (sample) => ({ status: inProgress, ...list(sample), changes: previewed(sample) }),
  'GET /enforcement/get-last-enforcement-record': ({ ids }) => ({ infrigementId: ids[0] }),
  'POST /enforcement/send-plan': ({ ids }) => ({ recordIds: ids }),
  'POST /enforcement/send-preview': (sample) => ({
    ...one(sample),
    ...host,
    date: sampleDay,
    actionTaken: 'Abuse E-mail Sent',
    infrigementStatus: inProgress,
    abusiveEmailId: 'desk@abuse.test',
  }),
  'POST /enforcement/form-sheet': ({ hosted }) => ({ ...byForm, id: hosted }),
  'POST /enforcement/form-record': ({ hosted }) => ({ ...byForm, id: hosted }),
  'POST /enforcement/send-groups': ({ ids }) => ({
    date: sampleDay,
    overrideReason: 'The screenshot follows',
    groups: [{ ...host, recordIds: [ids[2]], abusiveEmailId: 'desk@abuse.test' }],
  }),
  'GET /ecommerce/uniqueSellerData': () => ({ sellerName: 'Example' }),
  'GET /enforcement/clock': () => ({ step: 'notice', by: 'platform', count: 'all' }),
  'PUT /enforcement/agreed-days': () => ({ step: 'notice', days: 2 }),
  'GET /page-pictures/{id}': one,
  'POST /page-pictures/take': ({ withoutPicture }) => ({ ids: [withoutPicture[0]] }),
  'POST /page-pictures/{id}': ({ withoutPicture, picture }) => ({ id: withoutPicture[1], picture }),
  'GET /case-files/complaint/{platform}/{id}': one,
  'GET /case-files/complaint/{platform}/{id}/pdf': one,
  'POST /case-files': ({ ids }) => ({ recordIds: ids }),
  'POST /work/take': () => ({ count: 1 }),
  'GET /data-log/changes/{id}': one,
  'POST /v1/create-a-new-draft': ({ draft }) => ({ _id: draft.id }),
  'POST /v1/save-single-infrigement': ({ draft, platform }) => ({
    _id: draft.row,
    fileId: draft.id,
    data: sampleRow(platform, 11),
  }),
  'POST /v1/update-single-infrigement/{id}': ({ draft, platform, answers }) => ({
    id: draft.row,
    fileId: draft.id,
    version: (answers.get('POST /v1/save-single-infrigement')?.['data'] as Input | undefined)?.['version'],
    data: sampleRow(platform, 12),
  }),
  'POST /v1/save-draft-rows/{draftId}': ({ draft, platform }) => ({
    draftId: draft.id,
    rows: [{ _id: newId(), sn: 2, data: sampleRow(platform, 13) }],
  }),
  'POST /v1/submit-draft/{draftId}': ({ draft }) => ({ draftId: draft.id }),
  'POST /scraped/scrapper1/postdata': ({ addressList }) => ({ filename: 'A list', location: addressList }),
  'POST /scraped/scrapper2/postdata': ({ addressList }) => ({ filename: 'A list', location: addressList }),
  'POST /trademark': () => ({
    brand: 'Acme One',
    website: 'Pinterest',
    type: 'pin',
    infringingMaterial: ['https://www.pinterest.com/pin/1/'],
  }),
}

/**
 * The input of a call: the scope and days, and its entry in the table. `missing` if this is not enough for the contract;
 * `refused` if the call takes only platforms whose desks take email or web forms, and this is none.
 */
function inputOf(call: Endpoint, sample: Sample): Input | 'missing' | 'refused' {
  const days = { startDate: sampleDay, endDate: sampleDay, reportingDate: sampleDay }
  const input = { ...sample.scope, ...days, ...inputs[nameOf(call)]?.(sample) }
  if (call.takes.safeParse(input).success) return input
  const { abilities } = sample.platform
  const of = platforms.filter(({ abilities: theirs }) => theirs.some((one) => !abilities.includes(one)))
  return of.some(({ value }) => call.takes.safeParse({ ...input, platform: value }).success) ? 'refused' : 'missing'
}

/** The status of the answer: 200, except where a call is decided to be for other platforms. */
function statusOf(call: Endpoint, { value }: FindingPlatformDefinition): number {
  // Only some websites have a form that can be filled in (G91).
  return nameOf(call) === 'POST /trademark' && !availablePlatforms.includes(value) ? 422 : 200
}

/** Entries of the table whose call is in no contract. */
const entriesWithoutCall = () => {
  const names = new Set(endpoints.map(nameOf))
  return Object.keys(inputs).filter((name) => !names.has(name))
}

/** Whether a request was sent to a call. */
function isSent({ method, path }: Endpoint, requests: readonly string[]): boolean {
  const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  return requests.some((one) => pattern.test(one))
}

/** The request of a call: parameters in the path, the rest in the query of a GET or in the body. */
function requestOf({ method, path }: Endpoint, input: Readonly<Record<string, unknown>>) {
  const url = `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))}`
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return method === 'GET' ? { method, url, query } : { method, url, payload: input }
}

/** Requests as METHOD /path, and the JSON answers to them. */
export type Requests = { requests: string[]; answers: Map<string, Input> }

/** Records what is sent to the server from now on, until mocks are restored. */
export function recordRequests(server: FastifyInstance): Requests {
  const recorded: Requests = { requests: [], answers: new Map() }
  const inject = server.inject.bind(server) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  vi.spyOn(server, 'inject').mockImplementation((async (options: InjectOptions) => {
    const request = `${options.method ?? 'GET'} ${String(options.url).replace(/^\/api|\?.*/g, '')}`
    recorded.requests.push(request)
    const answer = await inject(options)
    if (String(answer.headers['content-type']).includes('json')) recorded.answers.set(request, answer.json())
    return answer
  }) as typeof server.inject)
  return recorded
}

/** Uploads a picture, a list of addresses, a white list and a PDF; returns their locations. */
export async function uploadFiles(server: FastifyInstance, headers: Record<string, string>) {
  const upload = async (path: string, name: string, content: string | Buffer) => {
    const body = multipart({}, { field: 'files', name, bytes: Buffer.from(content as string) })
    const url = `/api/upload-images-to-s3${path}`
    const answer = await server.inject({
      method: 'POST',
      url,
      payload: body.payload,
      headers: { ...body.headers, ...headers },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ Data: { Location: string }[] }>().Data[0]!.Location
  }
  const pdf = '%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'
  return {
    picture: await upload('', 'page.png', onePixel),
    addressList: await upload('', 'list.txt', 'https://a.test/'),
    whiteList: await upload('/white-label', 'list.txt', 'https://a.test/'),
    document: await upload('/enforcement-configuration', 'authority.pdf', pdf),
  }
}

type Sending = { sample: Sample; sent: readonly string[]; headersOf: (call: Endpoint) => Record<string, string> }

/** Sends every call that takes the platform and was not sent yet; returns what fails or has no input. */
export async function sendOthers(server: FastifyInstance, { sample, sent, headersOf }: Sending): Promise<string[]> {
  const { platform } = sample
  const failures = entriesWithoutCall().map((name) => `${name}: in no contract`)
  for (const call of platformCalls(platform).filter((one) => !isSent(one, sent))) {
    const input = inputOf(call, sample)
    if (input === 'refused') continue
    if (input === 'missing') {
      failures.push(`${nameOf(call)}: no input in testing-platform-calls.ts`)
      continue
    }
    const { statusCode, body } = await server.inject({ ...requestOf(call, input), headers: headersOf(call) })
    if (statusCode !== statusOf(call, platform)) failures.push(`${nameOf(call)}: ${statusCode} ${body.slice(0, 300)}`)
  }
  return failures
}
