import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** What was read from one file of a corpus. `isRight` is set where the truth is known. */
export type ReadFile = { file: string; kind: string; isRight?: boolean } & Readonly<Record<string, unknown>>

/** A folder of files with known contents, and how the program reads them. */
export type Corpus = {
  /** Its path below the folder of all corpora. */
  name: string
  read: (folder: string) => Promise<ReadFile[]>
  /** What the score should say besides 'n of N right'. */
  remarks?: (files: readonly ReadFile[]) => string[]
}

/** The files below a folder, with '/' in their paths, in order. */
export function filesIn(folder: string, isWanted: (file: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter(isWanted)
    .toSorted()
}

/** The truth.json of a folder; empty where there is none. */
export function truthIn(folder: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Record<string, unknown>
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw problem
  }
}

/** 'isRight' where a truth is known, else nothing. */
export const judged = (truth: string | undefined, kind: string): { isRight?: boolean; truth?: string } =>
  truth === undefined ? {} : { truth, isRight: truth === kind }
