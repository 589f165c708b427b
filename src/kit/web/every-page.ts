import type { Page } from '#kit/contract/page.ts'

/** Reads all pages until the server says there is no next one (G13: every option can be chosen). */
export async function everyPage<Doc>(read: (page: number) => Promise<Page<Doc>>): Promise<Doc[]> {
  const docs: Doc[] = []
  for (let page = 1; ; page++) {
    const answer = await read(page)
    docs.push(...answer.docs)
    if (!answer.hasNextPage) return docs
  }
}
