import { Button, Group, Select, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcementConfig } from '#features/enforcement-config/contract.ts'
import { texts } from './texts.ts'
import { findings } from '#features/findings/contract.ts'
import { toastOutcome } from '#kit/web/alerts.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { platformOf } from '#platforms/all.ts'
import { earliestReportingDate, today } from '#vocabulary/dates.ts'
import type { ConfigurationValues } from './configuration-form.ts'
import { NoticeEmail } from './NoticeEmail.tsx'

type Props = { draft: ConfigurationValues; close: () => void }

/** Previews the email of the form for a chosen finding, and sends it to oneself as a test. */
export function NoticePreview({ draft, close }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const [isSending, setSending] = useState(false)
  const newest = useFindings(draft, '')
  const finding = chosen ?? newest.data?.[0]
  // The input also reports the label of the chosen option as if it had been typed.
  const found = useFindings(draft, typed === finding?.label ? '' : typed)
  const input = { ...draft, attachments: [...draft.attachments], finding: finding?.value ?? '' }
  const notice = useQuery({
    queryKey: ['notice preview', input],
    queryFn: ({ signal }) => call(enforcementConfig.preview, input, { signal }),
    enabled: finding !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const send = async () => {
    setSending(true)
    await toastOutcome(() => call(enforcementConfig.sendTest, input))
    setSending(false)
  }
  const isEmpty = newest.data?.length === 0
  const options = found.data ?? []
  return (
    <OpenModal onClose={close} title={texts.previewTitle} size="lg">
      <Stack gap="sm">
        <Select
          label={texts.finding}
          description={texts.findingHint}
          searchable
          // The server has already filtered the options.
          filter={(all) => all.options}
          nothingFoundMessage={found.isFetching ? 'Loading …' : texts.noFindings}
          data={finding && !options.some(({ value }) => value === finding.value) ? [finding, ...options] : options}
          value={finding?.value ?? null}
          onSearchChange={setTyped}
          onChange={(_, option) => setChosen(option ?? undefined)}
          error={found.isError ? sentenceOf(found.error) : isEmpty ? texts.noFindings : undefined}
        />
        {notice.error ? <ErrorState error={notice.error} retry={() => void notice.refetch()} /> : null}
        {notice.data && !notice.error ? <NoticeEmail notice={notice.data} isTest /> : null}
        {notice.isLoading ? <Skeleton height={240} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button loading={isSending} disabled={!notice.data || notice.isError} onClick={() => void send()}>
            {texts.sendTest}
          </Button>
        </Group>
      </Stack>
    </OpenModal>
  )
}

/** The newest findings of the draft's brand and platform whose address contains the typed text. */
function useFindings({ company, brand, platform: value }: ConfigurationValues, typed: string) {
  const { businessZone } = useSettings()
  const platform = platformOf(value)!
  const [text] = useDebouncedValue(typed.trim(), 500)
  return useQuery({
    queryKey: ['findings to try', company, brand, value, text],
    queryFn: async ({ signal }) => {
      const input = {
        clientCompanyId: company,
        brand,
        perPage: '20',
        startDate: earliestReportingDate,
        endDate: today(businessZone),
        ...(text ? { [platform.identity]: text } : {}),
      }
      const page = await call(findings[platform.value].list, input, { signal })
      return page.docs.map((doc) => ({ value: doc.id, label: String(doc[platform.identity] ?? doc.url) }))
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
}
