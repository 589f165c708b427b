/** A product broken on purpose: one text of one file replaced, and the test file in which a test must notice it. */
export type Mutation = {
  /** The requirement rows that no longer hold, as test titles name them. */
  rows: string
  /** From the repository's folder. */
  file: string
  /** Stands exactly once in the file. */
  from: string
  to: string
  /** From the repository's folder. */
  test: string
}

/** Mutations of files of one folder that one test file must notice. */
export const mutationsOf =
  (folder: string, test: string) =>
  (rows: string, file: string, from: string, to: string): Mutation => ({
    rows,
    file: `${folder}/${file}`,
    from,
    to,
    test,
  })
