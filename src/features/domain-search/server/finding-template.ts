import { saveTemplate } from '#features/findings/server/save-template.ts'
import { hostAndSite } from '#features/revisits/server/page-template.ts'
import type { Db } from '#kit/server/db.ts'

type SearchedTemplate = {
  companyId: string
  findingId: string
  domain: string
  /** 64 hexadecimal digits; null when its page says nothing. */
  template: string | null
  /** A browser opened it. */
  isDrawn: boolean
}

/** Stores the structure of a searched domain's page for the finding that it is. */
export async function saveTemplateOf(db: Db, { domain, template, ...finding }: SearchedTemplate): Promise<void> {
  if (template !== null) await saveTemplate(db, { ...finding, hash: template, ...hostAndSite(domain) })
}
