import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent, useReadAgain } from '#features/notifications/web/live.ts'
import { staging } from '#features/staging/contract.ts'
import { call } from '#kit/web/call.ts'
import { readAgain } from '#kit/web/read-again.ts'
import type { CallScope } from './save-queue.ts'

const key = 'drafts of staging'
const openKey = 'open drafts of all brands'
/** Events after which the list is another one. */
const listed = ['begun', 'submitted', 'sent back']

/** The drafts of a brand and platform, the submitted ones too; they follow what others do. */
export function useDrafts(scope: CallScope | undefined) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [key, scope],
    queryFn: ({ signal }) => call(staging.drafts, { ...scope!, submitted: 'true' }, { signal }),
    enabled: scope !== undefined,
  })
  const reload = () => readAgain(client, [key])
  useLiveEvent('drafts', ({ kind = '', brand, platform }) => {
    if (listed.includes(kind) && brand === scope?.brand && platform === scope?.platform) reload()
  })
  useReadAgain([key])
  return { drafts: query.data, error: query.error, reload }
}

/** The open drafts of all brands; they follow what others do. */
export function useOpenDrafts() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [openKey],
    queryFn: ({ signal }) => call(staging.openDrafts, {}, { signal }),
  })
  const reload = () => readAgain(client, [openKey])
  useLiveEvent('drafts', ({ kind = '' }) => {
    if (listed.includes(kind)) reload()
  })
  useReadAgain([openKey])
  return { drafts: query.data, error: query.error, reload }
}
