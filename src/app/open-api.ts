import { z } from 'zod'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'

type Schema = { properties?: Record<string, Schema>; required?: string[]; [more: string]: unknown }

/** The OpenAPI 3.1 description of every call, built from the contracts. */
export function openApi(productName: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = {
      operationId: `${endpoint.part}.${endpoint.name}`.replace(/\W+/g, '-'),
      tags: [endpoint.part],
      summary: endpoint.summary,
      description: describeAccess(endpoint),
      ...(endpoint.access === 'public' ? { security: [] } : {}),
      ...inputOf(endpoint),
      responses: { 200: successOf(endpoint), default: { $ref: '#/components/responses/Refused' } },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: productName,
      version: '1',
      description: `Every call of the console. Dates are YYYY-MM-DD, instants ISO 8601 UTC. ${conditionsText}`,
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, responses: { Refused: refused } },
  }
}

/** The parameters that lists of findings take for each filter and shown column, besides those that are named. */
const conditionsText =
  'Lists of findings also take conditions on each filter and shown column, joined by a dot: `title.any=a|b` (any of ' +
  'several texts or values; a text in quotes is the whole value), `status.not=33|22` (none of them), `hosting.is=empty` or `filled`, and for days and ' +
  'numbers `discountPercentage.between=50..90`, with either side left out. All of them must hold.'

const refused = {
  description: 'Refused: 400, 401, 403, 404, 409, 413, 415, 422 or 429 with a message; 422 names the fields',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message'],
        properties: {
          message: { type: 'string' },
          errors: { type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } },
        },
      },
    },
  },
}

/** Who may call an endpoint, as text for the documentation. */
export function describeAccess({ access }: Pick<Endpoint, 'access'>): string {
  if (access === 'public') return 'Anybody'
  if (access === 'limited') return 'Users who still have to enter the one-time code'
  return access.join(', ')
}

function inputOf(endpoint: Endpoint): object {
  const schema = schemaOf(endpoint.takes, 'input')
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name))
  const parameters: object[] = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: schema.properties?.[name] ?? { type: 'string' },
  }))
  if (endpoint.method === 'GET') {
    for (const [name, parameterSchema] of properties)
      parameters.push({
        name,
        in: 'query',
        required: schema.required?.includes(name) ?? false,
        schema: parameterSchema,
      })
    return { parameters }
  }
  const required = schema.required?.filter((name) => !inPath.includes(name)) ?? []
  const body = { ...schema, properties: Object.fromEntries(properties), required }
  return { parameters, requestBody: { required: true, content: contentOf(endpoint, body) } }
}

function contentOf(endpoint: Endpoint, schema: Schema): object {
  if (endpoint.body !== 'files') return { 'application/json': { schema } }
  const files = { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return { 'multipart/form-data': { schema: { type: 'object', properties: { files } } } }
}

function successOf(endpoint: Endpoint): object {
  if (endpoint.streams) return { description: 'A stream, a file or a redirect' }
  return { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.answers, 'output') } } }
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return schema as Schema
}
