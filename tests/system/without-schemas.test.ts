import { runInNewContext } from 'node:vm'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutSchemas } from '../../scripts/lib/without-schemas.ts'

type Handler = (this: { parse: typeof parseAst }, code: string) => { code: string }

const built = (code: string): string => {
  const { handler } = withoutSchemas.transform as unknown as { handler: Handler }
  return handler.call({ parse: parseAst }, code).code
}

test('of a call the browser gets method and path, and what another constant spreads into it', () => {
  const code = built(`const shared = { path: '/a' }
export const calls = {
  list: endpoint({ method: 'GET', path: '/list', access: everyone, takes: z.object({ id }), answers: z.array(one) }),
  save: endpoint({ ...shared, method: 'POST', bodyLimit: 5, }),
}`)
  const calls: unknown = runInNewContext(`${code.replace('export ', '')}\ncalls`, { endpoint: (call: object) => call })
  expect(calls).toEqual({
    list: { method: 'GET', path: '/list' },
    save: { method: 'POST', path: '/a' },
  })
})

test('each constant of a contract can be left out when nobody uses it', () => {
  const code = built(`const one = z.object({ id: z.string() })
export const many = z.array(one)
export function pageOf(doc) { const page = z.object({ doc }); return page }`)
  expect(code).toContain('const one = /* @__PURE__ */ (() => (z.object({ id: z.string() })))()')
  expect(code.split('@__PURE__')).toHaveLength(4)
})
