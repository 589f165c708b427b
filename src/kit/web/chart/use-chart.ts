import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import type { ECharts } from 'echarts/core'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Chart, ChartSegment } from './chart.ts'
import { chartPalette } from './chart-palette.ts'
import { optionsOf } from './options.ts'

type State = 'loading' | 'drawn' | 'failed'

/**
 * Draws a chart into an element. The library is loaded with the first chart. Follows the element's size, the colour
 * scheme and the reduced-motion preference. `onPick` is called for a click on a part.
 */
export function useChart(
  chart: Chart,
  onPick: (segment: ChartSegment) => void,
): [RefObject<HTMLDivElement | null>, State] {
  const container = useRef<HTMLDivElement>(null)
  const drawn = useRef<ECharts>(undefined)
  const [state, setState] = useState<State>('loading')
  const palette = chartPalette(useComputedColorScheme('light'))
  const reduceMotion = useReducedMotion(undefined, { getInitialValueInEffect: false })

  const draw = useEffectEvent(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = container.current ?? {}
    drawn.current?.setOption(optionsOf(chart, { palette, reduceMotion, width, height }), { notMerge: true })
  })
  const pick = useEffectEvent((picked: { series: string; name: string; at: number }) => {
    const part = segmentAt(chart, picked)
    if (part) onPick(part)
  })

  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    let isOver = false
    const size = new ResizeObserver(() => {
      drawn.current?.resize()
      draw()
    })
    void Promise.all([import('./engine.ts'), document.fonts.ready])
      .then(([{ init }]) => {
        if (isOver) return
        drawn.current = init(element)
        drawn.current.on('click', ({ seriesName, name, dataIndex }) =>
          pick({ series: seriesName ?? '', name, at: dataIndex }),
        )
        draw()
        size.observe(element)
        setState('drawn')
      })
      .catch((problem: unknown) => {
        console.error('The chart could not be drawn:', problem)
        if (!isOver) setState('failed')
      })
    return () => {
      isOver = true
      size.disconnect()
      drawn.current?.dispose()
      drawn.current = undefined
    }
  }, [])
  useEffect(() => draw(), [chart, palette, reduceMotion])
  return [container, state]
}

function segmentAt(chart: Chart, picked: { series: string; name: string; at: number }): ChartSegment | undefined {
  if (chart.kind === 'ring') {
    const part = chart.parts[picked.at]
    return part && { code: part.code, name: part.name }
  }
  if (chart.kind === 'gauge') return undefined
  const part = chart.series.find(({ name }) => name === picked.series)
  return part && { code: part.code, name: part.name, mark: chart.marks[picked.at]! }
}
