import type { StagedGrid } from '#kit/web/staged-grid/use-staged-grid.ts'

/** Long-running work of the upload screen with its progress. */
export type Work =
  | { kind: 'reading'; done: number; total: number }
  | { kind: 'files'; done: number; total: number }
  | { kind: 'save' | 'check'; share: number; rows: number }

export type UploadGrid = StagedGrid<Work>
