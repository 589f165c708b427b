import type { ChartSegment } from './chart.ts'
import type { ChartPalette } from './chart-palette.ts'
import type { MeasureText } from './measure-text.ts'

/** A filled area. `path` is in SVG's notation; `part` is what it stands for, when it can be pointed at. */
export type AreaShape = { kind: 'area'; path: string; fill: string; part?: ScenePart }
/** A straight line of the scale. */
export type LineShape = { kind: 'line'; x1: number; y1: number; x2: number; y2: number; stroke: string }
/** A line of text around `y`, its middle. `isTurned`: it is read from bottom to top. */
export type TextShape = {
  kind: 'text'
  x: number
  y: number
  text: string
  size: number
  fill: string
  weight?: number
  anchor: 'start' | 'middle' | 'end'
  /** Colour around the letters. */
  outline?: string
  isTurned?: boolean
}
export type Shape = AreaShape | LineShape | TextShape

/** What an area stands for, and the lines of its tooltip. */
export type ScenePart = { segment: ChartSegment; tooltip: readonly string[] }

export type Drawing = { palette: ChartPalette; width: number; height: number; measure: MeasureText }
