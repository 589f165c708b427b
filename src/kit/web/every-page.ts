import type { Page } from '#kit/contract/page.ts'

/** Reads page after page until the server says there is no next one (G13: nothing to choose is out of reach). */
export async function everyPage<Doc>(read: (page: number) => Promise<Page<Doc>>): Promise<Doc[]> {
  const docs: Doc[] = []
  for (let page = 1; ; page++) {
    const answer = await read(page)
    docs.push(...answer.docs)
    if (!answer.hasNextPage) return docs
  }
}
