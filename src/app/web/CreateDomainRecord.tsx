import { PageFrame } from '#kit/web/PageFrame.tsx'
import { texts } from './texts.ts'

/** A screen with only a title, and no call (C-035, G30). */
export function CreateDomainRecord() {
  return <PageFrame title={texts.createDomainRecord} />
}
