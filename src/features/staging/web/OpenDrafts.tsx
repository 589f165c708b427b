import { Button, ScrollArea, Stack, Table, Text, Title } from '@mantine/core'
import { platformOf } from '#platforms/all.ts'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import type { OpenDraft } from '#features/staging/contract-schemas.ts'
import { listedOpenDrafts } from '#features/staging/rules.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { lastSaved } from './last-saved.ts'
import classes from './OpenDrafts.module.css'
import { texts } from './texts.ts'
import { useOpenDrafts } from './use-drafts.ts'

type Props = { onOpen: (scope: StaffScope, draftId: string) => void }

/** The open drafts of all brands, the last saved first; nothing where there is none. */
export function OpenDrafts({ onOpen }: Props) {
  const { drafts, error, reload } = useOpenDrafts()
  if (error && !drafts) return <ErrorState error={error} retry={reload} />
  if (!drafts) return <LoadingRows rows={4} height={36} />
  if (drafts.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.allOpenDrafts}
      </Title>
      {drafts.length === listedOpenDrafts ? (
        <Text size="sm" c="dimmed">
          {texts.onlyNewestDrafts(listedOpenDrafts)}
        </Text>
      ) : null}
      <ScrollArea type="auto" offsetScrollbars="present" className={classes['box']!}>
        <Table
          miw={900}
          verticalSpacing={4}
          className={`${classes['table']} ${stacked['stacked']}`}
          aria-label={texts.allOpenDrafts}
        >
          <Table.Thead>
            <Table.Tr>
              {texts.openDraftHeads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {drafts.map((draft) => (
              <DraftRow key={draft.id} draft={draft} onOpen={onOpen} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Stack>
  )
}

function DraftRow({ draft, onOpen }: Props & { draft: OpenDraft }) {
  const { businessZone: zone } = useSettings()
  const { id, fileName, companyId, companyName, brandId, rows, createdBy, remark } = draft
  const platform = platformOf(draft.platform)
  const heads = texts.openDraftHeads
  return (
    <Table.Tr>
      <Table.Td>
        <Button
          size="compact-sm"
          ml={-10}
          variant="subtle"
          aria-label={texts.openDraft(fileName)}
          onClick={() => onOpen({ companyId, brandId, platform: platform?.value }, id)}
        >
          {fileName}
        </Button>
        {remark === null ? null : (
          <Text size="sm" lineClamp={2} title={remark} className={classes['remark']!}>
            <span className={classes['returned']}>{texts.returned}:</span> {remark}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-head={heads[1]}>{companyName}</Table.Td>
      <Table.Td data-head={heads[2]}>{platform?.title ?? draft.platform}</Table.Td>
      <Table.Td data-head={heads[3]} className="tabular">
        {texts.rows(rows)}
      </Table.Td>
      <Table.Td data-head={heads[4]}>{createdBy}</Table.Td>
      <Table.Td data-head={heads[5]} className="tabular">
        {lastSaved(draft, zone)}
      </Table.Td>
    </Table.Tr>
  )
}
