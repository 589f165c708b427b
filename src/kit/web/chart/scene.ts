import { barsScene } from './bars-scene.ts'
import type { Chart } from './chart.ts'
import { gaugeScene, ringScene } from './round-scene.ts'
import type { Drawing, Shape } from './shapes.ts'

/**
 * A chart as shapes in pixels, from back to front. The screen shows them as SVG, the picture draws them on a canvas.
 */
export function sceneOf(chart: Chart, drawing: Drawing): Shape[] {
  if (chart.kind === 'bars') return barsScene(chart, drawing)
  return chart.kind === 'ring' ? ringScene(chart, drawing) : gaugeScene(chart, drawing)
}
