import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import { registry } from '#kit/server/metrics.ts'

/** Of the console that was started last in this process. */
const latest = { version: '', dataDir: '' }

/**
 * Registers, once in a process, what prom-client measures of Node (event loop, memory, processor), version and disk; a
 * later call, of another console in the process, replaces the version and the data folder.
 */
export function measureProcess(measured: typeof latest): void {
  Object.assign(latest, measured)
  if (registry.getSingleMetric('brandkeep_build_info')) return
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'brandkeep_build_info',
    help: 'Always 1; the labels name the version of the program and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
    collect() {
      this.reset()
      this.set({ version: latest.version, node: process.version }, 1)
    },
  })
  new Gauge({
    name: 'brandkeep_disk_bytes',
    help: 'Of the disk with the data folder: bytes that this process may still use (free), and size.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { bavail, blocks, bsize } = await statfs(latest.dataDir)
      this.set({ state: 'free' }, bavail * bsize)
      this.set({ state: 'size' }, blocks * bsize)
    },
  })
}
