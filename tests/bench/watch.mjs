// Loaded into a server before its program: tells on request how much memory it took at most and how long its event loop was held.
// Plain JavaScript: in TypeScript it would bring the stripper of types into the process that it measures.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
let peak = 0
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20).unref()

process.on('message', (asked) => {
  if (asked === 'begin') {
    peak = process.memoryUsage.rss()
    delay.reset()
  }
  if (asked === 'tell')
    process.send?.({ rss: process.memoryUsage.rss(), peak, held: Number.isFinite(delay.max) ? delay.max / 1e6 : 0 })
})
process.channel?.unref()
