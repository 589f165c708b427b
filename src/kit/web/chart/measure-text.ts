import { fontFamily } from '#kit/web/font-family.ts'

/** Width of a text in pixels. */
export type MeasureText = (text: string, size: number, weight?: number) => number

let pen: CanvasRenderingContext2D | null | undefined

/** Measures a text in the charts' font. */
export const measureText: MeasureText = (text, size, weight = 400) => {
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return text.length * size * 0.6
  pen.font = `${weight} ${size}px ${fontFamily}`
  return pen.measureText(text).width
}

/** The text, or as much of it as fits into a width, with an ellipsis. */
export function cutText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  let end = text.length
  while (end > 1 && measure(`${text.slice(0, end)}…`) > width) end--
  return `${text.slice(0, end).trimEnd()}…`
}

/** The text on two lines at most, broken between words; what does not fit on the second is cut. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  if (measure(text) <= width) return [text]
  const words = text.split(' ')
  let count = words.length - 1
  while (count > 1 && measure(words.slice(0, count).join(' ')) > width) count--
  if (count < 1) return [cutText(text, width, measure)]
  return [words.slice(0, count).join(' '), words.slice(count).join(' ')].map((line) => cutText(line, width, measure))
}
