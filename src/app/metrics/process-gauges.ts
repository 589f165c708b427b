import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import { registry } from '#kit/server/metrics.ts'

type Measured = { version: string; dataDir: string }

/** What was registered, with the values of the last call. */
let registered: { buildInfo: Gauge; measured: Measured } | undefined

/**
 * Registers, once in a process, what prom-client measures of Node (event loop, memory, processor), version and disk; a
 * later call, of another console in the process, replaces the version and the data folder.
 */
export function measureProcess(measured: Measured): void {
  registered ??= register(measured)
  registered.measured = measured
  registered.buildInfo.reset()
  registered.buildInfo.set({ version: measured.version, node: process.version }, 1)
}

function register(first: Measured) {
  collectDefaultMetrics({ register: registry })
  const buildInfo: Gauge = new Gauge({
    name: 'brandkeep_build_info',
    help: 'Always 1; the labels name the version of the program and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  })
  const made = { buildInfo, measured: first }
  new Gauge({
    name: 'brandkeep_disk_bytes',
    help: 'Of the disk with the data folder: bytes that this process may still use (free), and size.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { bavail, blocks, bsize } = await statfs(made.measured.dataDir)
      this.set({ state: 'free' }, bavail * bsize)
      this.set({ state: 'size' }, blocks * bsize)
    },
  })
  return made
}
