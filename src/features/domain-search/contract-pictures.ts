import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id } from '#kit/contract/texts.ts'
import { everyone } from '#vocabulary/roles.ts'

/** A picture of a brand's own page or of a genuine item. */
export const ownPicture = z.object({
  id,
  kind: z.enum(['page', 'picture']),
  /** The address of the page; the name of the picture. */
  label: z.string(),
})

/** By itself, because findings show it beside them and need nothing else of the search for domains. */
export const pictureCalls = {
  genuine: endpoint({
    method: 'GET',
    path: '/domain-search-schedule/genuine',
    access: everyone,
    summary: 'The own pictures of a brand, to compare a finding with',
    takes: z.object({ brand: id }),
    answers: z.object({ docs: z.array(ownPicture.extend({ imageUrl: z.string() })) }),
  }),
}
