import { memo, type PointerEvent, useMemo, useState } from 'react'
import { useShownScheme } from '#kit/web/shown-scheme.ts'
import type { Chart, ChartSegment } from './chart.ts'
import { chartPalette } from './chart-palette.ts'
import classes from './chart.module.css'
import { measureText } from './measure-text.ts'
import { sceneOf } from './scene.ts'
import type { Shape } from './shapes.ts'
import { useElementSize } from './use-element-size.ts'

type Pointed = { at: number; x: number; y: number }
type Props = {
  chart: Chart
  /** Description for people who cannot see it. */
  label: string
  /** Called for a click on a part. */
  onPick?: ((segment: ChartSegment) => void) | undefined
}

/** Draws a chart into the element around it, whose size and colour scheme it follows. */
export function ChartDrawing({ chart, label, onPick }: Props) {
  const [box, size] = useElementSize()
  const palette = chartPalette(useShownScheme())
  const [pointed, setPointed] = useState<Pointed>()
  const shapes = useMemo(
    () => (size ? sceneOf(chart, { palette, ...size, measure: measureText }) : []),
    [chart, palette, size],
  )
  const partAt = (at: number | undefined) => {
    const shape = at === undefined ? undefined : shapes[at]
    return shape?.kind === 'area' ? shape.part : undefined
  }
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const at = shapeAt(event.target)
    const box = event.currentTarget.getBoundingClientRect()
    setPointed(at === undefined ? undefined : { at, x: event.clientX - box.left, y: event.clientY - box.top })
  }
  const part = partAt(pointed?.at)
  return (
    <div ref={box} className={classes['canvas']} role="img" aria-label={label} data-drawn={size !== undefined}>
      {size && (
        <svg
          width={size.width}
          height={size.height}
          className={classes['drawing']}
          data-links={onPick !== undefined || undefined}
          onPointerMove={follow}
          onPointerLeave={() => setPointed(undefined)}
          onClick={(event) => {
            const picked = partAt(shapeAt(event.target))
            if (picked) onPick?.(picked.segment)
          }}
          aria-hidden
        >
          <Shapes shapes={shapes} emphasised={part?.segment.name} />
        </svg>
      )}
      {size && pointed && part && (
        <div
          className={classes['tooltip']}
          style={{
            // Beside the pointer, on the side where there is room.
            top: Math.min(pointed.y + 12, size.height - 40),
            ...(pointed.x > size.width / 2 ? { right: size.width - pointed.x + 12 } : { left: pointed.x + 12 }),
          }}
          aria-hidden
        >
          {part.tooltip.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
    </div>
  )
}

const shapeAt = (target: EventTarget): number | undefined => {
  const at = (target as Element).getAttribute('data-at')
  return at === null ? undefined : Number(at)
}

type ShapesProps = { shapes: readonly Shape[]; emphasised: string | undefined }

/** Separate, so that a moving pointer does not draw hundreds of shapes again. */
const Shapes = memo(function Shapes({ shapes, emphasised }: ShapesProps) {
  return shapes.map((shape, at) => {
    if (shape.kind === 'line') {
      const { x1, y1, x2, y2, stroke } = shape
      return <line key={at} x1={x1} y1={y1} x2={x2} y2={y2} stroke={stroke} shapeRendering="crispEdges" />
    }
    if (shape.kind === 'area')
      return (
        <path
          key={at}
          d={shape.path}
          fill={shape.fill}
          {...(shape.part && { 'data-at': at })}
          opacity={emphasised !== undefined && shape.part && shape.part.segment.name !== emphasised ? 0.35 : undefined}
        />
      )
    return (
      <text
        key={at}
        x={shape.x}
        y={shape.y}
        fill={shape.fill}
        fontSize={shape.size}
        fontWeight={shape.weight}
        textAnchor={shape.anchor}
        dominantBaseline="central"
        {...(shape.outline && { stroke: shape.outline, strokeWidth: 3, paintOrder: 'stroke' })}
        transform={shape.isTurned ? `rotate(-90 ${shape.x} ${shape.y})` : undefined}
      >
        {shape.text}
      </text>
    )
  })
})
