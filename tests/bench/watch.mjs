// Loaded into a server before its program: reports on request the peak memory and the longest event-loop delay in ms.
// Plain JavaScript: TypeScript would load the type stripper into the process that it measures.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
let peak = 0
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20).unref()

process.on('message', (command) => {
  if (command === 'reset') {
    peak = process.memoryUsage.rss()
    delay.reset()
  }
  if (command === 'read')
    process.send?.({
      rss: process.memoryUsage.rss(),
      peak,
      blockedMs: Number.isFinite(delay.max) ? delay.max / 1e6 : 0,
    })
})
process.channel?.unref()
