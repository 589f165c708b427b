import { Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notices } from '#features/notices/contract.ts'
import type { Procedure } from '#features/notices/rules.ts'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { call } from '#kit/web/call.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { Segments } from '#kit/web/Segments.tsx'
import { CopySheet, SheetParts } from './SheetParts.tsx'
import { texts } from './texts.ts'

type Props = { platform: string; id: string; close: () => void }

/** The answers that a complaint about a domain name asks, each ready to be copied into the provider's form. */
export function FilingSheetDialog({ platform, id, close }: Props) {
  const [procedure, setProcedure] = useState<Procedure>()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['notices', 'filing sheet', platform, id, procedure],
    queryFn: ({ signal }) => call(notices.filingSheet, { platform, id, procedure }, { signal }),
    // The sheet of the other proceeding stays until this one has come.
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <OpenModal onClose={close} title={texts.filingSheet} size="xl">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          {data ? (
            <Segments
              label={texts.procedure}
              choices={data.open.map((one) => ({ value: one, label: one }))}
              value={procedure ?? data.procedure}
              onChange={setProcedure}
            />
          ) : (
            <span />
          )}
          <CopySheet text={isPlaceholderData ? undefined : data?.text} label={texts.copySheet} />
        </Group>
        <Text size="sm" c="dimmed">
          {texts.sheetHint}
        </Text>
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {isPending ? <LoadingBlock height={480} label={texts.sheetLoading} /> : null}
        {data ? (
          <Stack gap="sm" opacity={isPlaceholderData ? 0.5 : 1} inert={isPlaceholderData}>
            <SheetParts parts={data.parts} />
          </Stack>
        ) : null}
      </Stack>
    </OpenModal>
  )
}
