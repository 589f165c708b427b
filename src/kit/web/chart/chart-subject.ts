import { createContext } from 'react'

/** What the charts below are about, for the names of their files: company, brand, seller and period, as far as they are known. */
export const ChartSubject = createContext<readonly string[]>([])

/** The beginning of a chart's file name: title and subject in lower case with hyphens, in any script, at most 120 characters. */
export const chartFileName = (title: string, subject: readonly string[]): string =>
  Array.from(
    [title, ...subject]
      .join(' ')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  )
    .slice(0, 120)
    .join('')
    .replace(/^-|-$/g, '')

/** A period of two days as file names have it. */
export const periodForFile = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  startDate === endDate ? startDate : `${startDate} to ${endDate}`
