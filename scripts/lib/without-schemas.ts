import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number }
type Call = Node & { callee?: { name?: string }; arguments?: (Node & { properties?: Property[] })[] }
type Property = Node & { key?: { name?: string } }
type Edit = { start: number; end: number; text: string }

const contracts = /\/src\/(?:kit\/contract\/|(?:[\w-]+\/)+contract(?:-[\w-]+)?\.ts$)/
/** What the browser reads of a call when it makes it. */
const ofBrowser: readonly string[] = ['method', 'path']

/**
 * Leaves the schemas of calls out of the browser's files (docs/decisions/0052): a screen needs the method and path of a
 * call, and its types, which end with the build. The constants of contracts are marked as free of effects, so that those
 * which only the schemas used are left out as well, and zod with them.
 */
export const withoutSchemas: Plugin = {
  name: 'calls without schemas',
  apply: 'build',
  transform: {
    filter: { id: contracts },
    handler(code) {
      return { code: applied(code, editsOf(this.parse(code))), map: null }
    },
  },
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.includes('/node_modules/zod/')))
        throw new Error(
          `${chunk.fileName} has zod: a file of the browser reads a schema, or a contract makes one in a call`,
        )
  },
}

function editsOf(node: unknown): Edit[] {
  if (Array.isArray(node)) return node.flatMap(editsOf)
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  if (node.type === 'CallExpression' && (node as Call).callee?.name === 'endpoint')
    return withoutServerParts(node as Call)
  const inner = Object.values(node).flatMap(editsOf)
  const init = node.type === 'VariableDeclarator' && 'init' in node ? (node.init as Node | null) : null
  return init ? [...withoutEffects(init), ...inner] : inner
}

/** The properties of `endpoint({ … })` that only the server reads. */
function withoutServerParts(call: Call): Edit[] {
  const definition = call.arguments?.[0]
  const properties = definition?.properties ?? []
  return properties.flatMap(({ type, start, key }, index) =>
    type === 'SpreadElement' || ofBrowser.includes(key?.name ?? '')
      ? []
      : [{ start, end: properties[index + 1]?.start ?? definition!.end - 1, text: '' }],
  )
}

function withoutEffects({ start, end }: Node): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => (' },
    { start: end, end, text: '))()' },
  ]
}

/** The code with edits applied from its end, so that earlier positions stay what they are. */
function applied(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
