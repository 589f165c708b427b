import type { ValidateFunction } from 'ajv'

/** Loaded for the first report: the library takes some megabytes that most processes never need. */
async function compile(): Promise<Readonly<Record<string, ValidateFunction>>> {
  const [{ Ajv2020 }, formats, core, base, ...types] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
    import('./xarf/xarf-core.json', { with: { type: 'json' } }),
    import('./xarf/types/content-base.json', { with: { type: 'json' } }),
    import('./xarf/types/content-brand_infringement.json', { with: { type: 'json' } }),
    import('./xarf/types/content-malware.json', { with: { type: 'json' } }),
    import('./xarf/types/content-phishing.json', { with: { type: 'json' } }),
    import('./xarf/types/content-fraud.json', { with: { type: 'json' } }),
    import('./xarf/types/content-suspicious_registration.json', { with: { type: 'json' } }),
    import('./xarf/types/copyright-copyright.json', { with: { type: 'json' } }),
  ])
  // The schemas have custom keywords (x-recommended), which strict mode would reject.
  const ajv = new Ajv2020({ strict: false })
  formats.default.default(ajv)
  for (const { default: schema } of [core, base]) ajv.addSchema(schema)
  return Object.fromEntries(
    types.map(({ default: schema }) => [schema.$id.replace(/^.*\/|\.json$/g, ''), ajv.compile(schema)]),
  )
}

let compiled: ReturnType<typeof compile> | undefined

/** The schema errors of a report by its XARF 4.2 category and type; undefined when it is valid. */
export async function reportProblem(report: { category: string; type: string }): Promise<string | undefined> {
  const schemas = await (compiled ??= compile())
  const check = schemas[`${report.category}-${report.type}`]
  if (!check) return `no schema for ${report.category}/${report.type}`
  return check(report) ? undefined : (check.errors ?? []).map((one) => `${one.instancePath} ${one.message}`).join('; ')
}
